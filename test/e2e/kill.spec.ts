import { join } from 'node:path'
import { seededChance } from '../support/chance.ts'
import { find, save, statusBar, typedPair, typePair } from '../support/desk-page.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes.ts'
import { readLedger } from '../support/ledger.ts'
import { expect, test } from './window.ts'

const KILLS = 6

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
