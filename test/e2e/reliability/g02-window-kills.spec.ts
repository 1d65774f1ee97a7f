import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Booking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { callBridge } from '../../support/page/bridge-calls.ts'
import { everyRow, save, statusBar, typedPair, typePair } from '../../support/page/desk-page.ts'
import { WHOLE } from '../../support/reliability/goal-parts.ts'
import { readLedger, type LedgerLine } from '../../support/oracle/ledger.ts'
import type { DeskWindow } from '../../support/page/window.ts'
import { expect, test } from '../window.ts'
import { openGoal } from './goal.ts'

/** Steps of sending, read from the log as they happen, so that the kill falls on the next step. */
const STEPS = ['booking-saved', 'send-connecting', 'send-connected', 'send-answered', 'send-settled'] as const

/** Steps of sending at which the provider is stopped, so that each kill leaves a request without an answer. */
const UNANSWERED_STEPS = ['send-claimed', 'send-written'] as const

/** Steps of a start after a kill. */
const START_STEPS = ['desk-opened', 'integrity-checked'] as const

/** Each fifth of the 200 kills has a profile of its own, so that one answer holds the whole list. */
const FIFTHS = WHOLE ? [1, 2, 3, 4, 5] : [1]

for (const fifth of FIFTHS) {
  test(
    `The app killed at each point keeps every booking on the screen and sends each at most once, part ${fifth}`,
    { tag: '@g02' },
    async ({ judge, open, start, profile }) => {
      const says = `the whole app killed: 0 lost, 0 double, the screen shows every row (fifth ${fifth})`
      const goal = openGoal('G2', says, { share: 0.25 })
      const chance = seededChance(`G2, fifth ${fifth}`)
      const provider = { url: judge.url, token: judge.token }
      const saved: string[] = []
      let kills = 0
      let number = 0

      const book = async ({ page }: DeskWindow, booking: Booking) => {
        const said = await callBridge(page, 'bookMove', booking)
        saved.push(...(said.ok ? [said.value.id] : []))
      }
      /** Kills the app at a step of sending, after one booking was called saved and while another is booked. */
      const killSending = async (desk: DeskWindow, step: (typeof STEPS)[number]) => {
        number += 2
        await book(desk, oneWayBooking(number - 1))
        const happened = logged(profile, step)
        // A kill before the answer leaves the booking out of `saved`.
        const cutShort = book(desk, chance.upTo(3) === 0 ? pairBooking(number) : oneWayBooking(number)).catch(() => {})
        await happened
        await desk.kill()
        kills += 1
        await cutShort
      }
      const killUnanswered = async (desk: DeskWindow, step: (typeof UNANSWERED_STEPS)[number]) => {
        number += 1
        const happened = logged(profile, step)
        judge.freeze()
        await book(desk, oneWayBooking(number))
        await happened
        await desk.kill()
        judge.thaw()
        kills += 1
      }
      const killStarting = async (desk: DeskWindow, step: (typeof START_STEPS)[number]) => {
        await killSending(desk, 'booking-saved')
        const happened = logged(profile, step)
        const started = start()
        await happened
        await started.kill()
        kills += 1
      }
      const killSaved = async (desk: DeskWindow) => {
        number += 1
        await desk.page.keyboard.press('Control+1')
        await typePair(desk.page, typedPair(number % 100))
        saved.push(await save(desk.page))
        for (let turns = chance.upTo(2000); turns > 0; turns -= 1) await new Promise(setImmediate)
        await desk.kill()
        kills += 1
      }
      const points = new Map<string, (desk: DeskWindow) => Promise<void>>([
        ['the screen said saved', killSaved],
        ...STEPS.map((step) => [step, (desk: DeskWindow) => killSending(desk, step)] as const),
        ...UNANSWERED_STEPS.map((step) => [step, (desk: DeskWindow) => killUnanswered(desk, step)] as const),
        ...START_STEPS.map((step) => [step, (desk: DeskWindow) => killStarting(desk, step)] as const),
      ])
      const rounds = Math.ceil(goal.floor(40) / points.size)
      test.setTimeout(60_000 + rounds * points.size * 20_000)

      let found: readonly BookedMoves[] = []
      let desk = await open({ provider })
      for (let round = 0; round < rounds; round += 1) {
        for (const [point, killAt] of points) {
          await killAt(desk)
          desk = await open({ provider })
          found = await shown(desk.page)
          judgeAll(found, await readLedger(judge.url, judge.token), saved, `${point}, seed ${chance.seed}`)
        }
      }
      const states = found.map(({ state }) => state)
      goal.held(
        {
          kills: { did: kills, floor: 40 },
          'named points': { did: points.size },
          'bookings called saved': { did: saved.length, floor: 40 },
          'rows on the screen': { did: found.flatMap(({ moves }) => moves).length, floor: 40 },
          booked: { did: states.filter((state) => state === 'booked').length, floor: 20 },
          'in doubt': { did: states.filter((state) => state === 'in-doubt').length, floor: 6 },
        },
        chance.seed,
      )
    },
  )
}

/** Every booking of the desk, once nothing waits and the list on the screen shows each move in its state. */
async function shown(page: Page): Promise<readonly BookedMoves[]> {
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  await page.keyboard.press('Control+3')
  const answer = await callBridge(page, 'findBookings', { text: '', limit: 100 })
  if (!answer.ok || answer.value.more) throw new Error('the screen has no room for every row')
  const ids = answer.value.bookings.map((one) => one.bookingId)
  const bookings = await Promise.all(ids.map((bookingId) => callBridge(page, 'getBooking', { bookingId })))
  const held = bookings.flatMap((one) => (one.ok ? [one.value] : []))
  const rows = held.map(({ id, state }) => `${id} ${state}`)
  await expect
    .poll(async () => {
      const onScreen = await everyRow(page)
      return onScreen.map((is) => `${is['bookingId']} ${is['state']}`).toSorted()
    })
    .toEqual(rows.toSorted())
  return held
}

function judgeAll(
  found: readonly BookedMoves[],
  ledger: readonly LedgerLine[],
  saved: readonly string[],
  after: string,
): void {
  expect(
    found.map(({ id }) => id),
    after,
  ).toEqual(expect.arrayContaining([...saved]))
  for (const { id, state, moves } of found) {
    const references = moves.map((move) => move.reference)
    const times = ledger.filter((line) => line.references.some((one) => references.includes(one))).length
    expect(times, `${references.join()}, ${after}`).toBeLessThanOrEqual(1)
    // A booking committed without an acknowledgement (an unacknowledged write) is held for a person.
    if (!saved.includes(id) && state === 'held') expect(times, `${references.join()}, ${after}`).toBe(0)
    else expect(['booked', 'in-doubt'], after).toContain(state)
    if (state === 'booked') expect(times, `${references.join()}, ${after}`).toBe(1)
  }
}

/** Resolves with the next event of that name in the log of the desk. */
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
