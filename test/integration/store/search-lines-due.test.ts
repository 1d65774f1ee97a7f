import { describe, expect, onTestFinished, test } from 'vitest'
import { openMaintainedStore, type MaintainedStore } from '../../../electron/store/maintenance/maintenance.ts'
import { countDueLines, searchBookings } from '../../../electron/store/queries/search.ts'
import { hasIndexWork } from '../../../electron/store/queries/search-index.ts'
import { openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { recordFacts, type Facts } from '../../support/builders/event-recorder.ts'
import { breachesOfLines, writeFirstVersion } from '../../support/crash/first-version.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { killDisk } from '../../support/faults/dead-disk.ts'
import { START, virtualClock, type VirtualClock } from '../../support/fakes/system.ts'

/** Seven bookings with eleven moves, and these pairs. */
const MORE_PAIRS = 30
const MOVES = 11 + 2 * MORE_PAIRS
const BOOKINGS = 7 + MORE_PAIRS
const PAUSE_MS = 100

type Kept = {
  readonly store: MaintainedStore['store']
  readonly clock: VirtualClock
  readonly facts: Facts
  readonly end: () => Promise<void>
  /** Numbers of bookings with a line of before, and with a line of now. */
  readonly found: () => readonly [before: number, now: number]
}

/** A store of the first version under maintenance, whose quick check has passed. */
async function keep(folder: string): Promise<Kept> {
  const clock = virtualClock()
  const facts = recordFacts()
  const { store, intact, end } = valueOf(openMaintainedStore({ folder, clock, log: facts.log }, 'desk'))
  onTestFinished(end)
  expect(await intact).toBe(true)
  while (clock.pending().length === 0) await new Promise(setImmediate)
  const count = (word: string) => store.read((view) => searchBookings(view, [word], BOOKINGS)).bookingIds.length
  return { store, clock, facts, end, found: () => [count('before'), count('lk-')] }
}

describe('The search lines of an earlier version', () => {
  test('A line of before finds its move until maintenance makes the line anew, 25 lines a write', async () => {
    const { folder } = writeFirstVersion(REMOTE.address, MORE_PAIRS)
    const { store, clock, facts, found } = await keep(folder)
    expect(found()).toEqual([BOOKINGS, 0])
    const newest = store.read((view) => view.sql('SELECT booking_id FROM move_search ORDER BY seq DESC').pluck().get())
    clock.advance(PAUSE_MS)
    expect(found()).toEqual([BOOKINGS - 12, 13])
    expect(store.read((view) => searchBookings(view, ['lk-'], 1)).bookingIds).toEqual([newest])
    clock.advance(PAUSE_MS)
    expect(found()).toEqual([BOOKINGS - 25, 25])
    expect(facts.all.filter(({ event }) => event === 'search-lines-made')).toEqual([])
    clock.advance(PAUSE_MS)
    expect(found()).toEqual([0, BOOKINGS])
    expect(facts.all).toContainEqual({ event: 'search-lines-made', store: 'desk', lines: MOVES })
    expect(
      store.read((view) => searchBookings(view, ['mulberry', '0417'], BOOKINGS)).bookingIds.length,
    ).toBeGreaterThanOrEqual(MORE_PAIRS)
    // The index of short words is filled after that.
    clock.advance(20 * PAUSE_MS)
    expect(store.read(hasIndexWork)).toBe(false)
    expect(clock.pending()).not.toContain(PAUSE_MS)
  })

  test('A desk that ends between two writes makes only the rest anew at its next start', async () => {
    const { folder } = writeFirstVersion(REMOTE.address, MORE_PAIRS)
    const first = await keep(folder)
    first.clock.advance(PAUSE_MS)
    await first.end()
    first.clock.advance(PAUSE_MS)
    expect(breachesOfLines(folder)).toEqual([])
    const second = await keep(folder)
    expect(second.found()).toEqual([BOOKINGS - 12, 13])
    second.clock.advance(3 * PAUSE_MS)
    expect(second.found()).toEqual([0, BOOKINGS])
    expect(second.facts.all).toContainEqual({ event: 'search-lines-made', store: 'desk', lines: MOVES - 25 })
  })

  test('A disk that refuses the new lines keeps the lines of before, and maintenance tries again later', async () => {
    const { folder } = writeFirstVersion(REMOTE.address, MORE_PAIRS)
    const { clock, facts, found } = await keep(folder)
    const mend = killDisk('SQLITE_FULL')
    clock.advance(PAUSE_MS)
    clock.advance(60_000)
    expect(found()).toEqual([BOOKINGS, 0])
    const faults = facts.all.filter((fact) => fact.event === 'internal-error' && fact.place === 'search-lines')
    expect(faults).toHaveLength(1)
    mend()
    clock.advance(60_000 + 3 * PAUSE_MS)
    expect(found()).toEqual([0, BOOKINGS])
  })

  test('A recovery keeps which lines are due', async () => {
    const { folder } = writeFirstVersion(REMOTE.address, MORE_PAIRS)
    const first = await keep(folder)
    first.clock.advance(PAUSE_MS)
    await first.end()
    const opened = openTestStore(folder)
    await opened.copy(START)
    opened.close()
    valueOf(recoverStore(folder, 'desk', START))
    expect(breachesOfLines(folder)).toEqual([])
    expect(openTestStore(folder).read(countDueLines)).toBe(MOVES - 25)
  })

  test('A new store has no line due', () => {
    expect(openTestStore().read(countDueLines)).toBe(0)
  })
})
