import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { Bridge } from '../../shared/bridge.ts'
import { oneWayBooking, pairBooking } from '../support/bookings.ts'
import { seededChance } from '../support/chance.ts'
import { find, save, statusBar, typedPair, typePair } from '../support/desk-page.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes.ts'
import { readLedger } from '../support/ledger.ts'
import { expect, test } from './window.ts'

const KILLS = 4

/** Seen in the log as they happen, so that the kill falls on the app's next step. */
const STEPS = [
  'booking-saved',
  'send-connecting',
  'send-connected',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
] as const
const AT_EACH_STEP = 3

test('the app killed after the screen said saved keeps the booking, and the provider has it at most once', async ({
  open,
  profile,
}) => {
  const chance = seededChance('window kills')
  const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const provider = { url: judge.url, token: judge.token }
  const saved: { readonly id: string; readonly reference: string }[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const desk = await open({ provider })
    const pair = typedPair(10 + kill)
    await typePair(desk.page, pair)
    saved.push({ id: await save(desk.page), reference: pair.reference })
    for (let turns = chance.upTo(2000); turns > 0; turns -= 1) await new Promise(setImmediate)
    await desk.kill()
  }
  const { page } = await open({ provider })
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  const ledger = await readLedger(judge.url, judge.token)
  for (const { id, reference } of saved) {
    await find(page, reference)
    const booking = page.locator(`[data-fact="booking"][data-booking-id="${id}"]`)
    await expect(booking, `seed ${chance.seed}`).toHaveAttribute('data-state', /^(booked|in-doubt)$/)
    const times = ledger.filter((line) => line.references.some((one) => one.startsWith(`${reference} `))).length
    expect(times, `${reference}, seed ${chance.seed}`).toBeLessThanOrEqual(1)
    if ((await booking.getAttribute('data-state')) === 'booked') expect(times).toBe(1)
  }
  await judge.end()
})

test('the app killed at each step of sending loses nothing and sends nothing twice', async ({ open, profile }) => {
  const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const provider = { url: judge.url, token: judge.token }
  const saved: (readonly string[])[] = []
  let number = 0
  for (const step of STEPS) {
    for (let round = 0; round < AT_EACH_STEP; round += 1) {
      const desk = await open({ provider })
      const happened = logged(profile, step)
      number += 1
      const booking = number % 2 === 0 ? pairBooking(number) : oneWayBooking(number)
      const answer = desk.page
        .evaluate((one) => (window as unknown as { readonly lanekeeper: Bridge }).lanekeeper.bookMove(one), booking)
        .then((said) => (said.ok ? said.value.moves.map((move) => move.reference) : []))
        // The kill came before the answer: then nothing was called saved.
        .catch(() => [])
      await happened
      await desk.kill()
      const references = await answer
      if (references.length > 0) saved.push(references)
    }
  }
  const { page } = await open({ provider })
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  const found = await page.evaluate(async () => {
    const desk = (window as unknown as { readonly lanekeeper: Bridge }).lanekeeper
    const moves = await desk.findMoves({ text: '', limit: 200 })
    const ids = moves.ok ? [...new Set(moves.value.moves.map((move) => move.bookingId))] : []
    const bookings = await Promise.all(ids.map((bookingId) => desk.getBooking({ bookingId })))
    return bookings.flatMap((one) =>
      one.ok ? [{ state: one.value.state, references: one.value.moves.map((move) => move.reference) }] : [],
    )
  })
  const ledger = await readLedger(judge.url, judge.token)
  await judge.end()
  for (const references of saved)
    expect(found.flatMap((one) => one.references)).toEqual(expect.arrayContaining([...references]))
  for (const { state, references } of found) {
    const times = ledger.filter((line) => line.references.some((one) => references.includes(one))).length
    expect(times, references.join()).toBeLessThanOrEqual(1)
    expect(['booked', 'in-doubt']).toContain(state)
    if (state === 'booked') expect(times).toBe(1)
  }
  expect(found.length).toBeGreaterThanOrEqual(STEPS.length * AT_EACH_STEP - 1)
})

/** Resolves when the desk's log tells of an event that it has not told of before. */
function logged(profile: string, event: string): Promise<void> {
  const folder = join(profile, 'logs')
  const count = () => readFileSync(join(folder, 'desk.log'), 'utf8').split(`"event":"${event}"`).length
  const before = count()
  return new Promise((resolve) => {
    const look = () => {
      if (count() === before) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
  })
}
