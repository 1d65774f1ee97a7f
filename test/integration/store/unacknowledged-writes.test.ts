import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeRecords } from '../../../electron/store/journal/journal-format.ts'
import { claimEntry, entryOfBooking, transitionEntry } from '../../../electron/store/tables/outbox.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore, type DeskStore } from '../../support/desk/test-store.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { START } from '../../support/fakes/system.ts'

/* A disk that failed at the very commit: the bytes are there, and the journal's line was taken out again. */

/** The store as it stands after `act`, beside the journal and the copies from before it. */
function failAtCommit({ folder }: DeskStore, act: () => void): string {
  const torn = temporaryFolder()
  cpSync(folder, torn, { recursive: true })
  act()
  for (const file of ['desk.db', 'desk.db-wal']) cpSync(join(folder, file), join(torn, file))
  return torn
}

const entryIn = (folder: string, { id }: Pick<BookedMoves, 'id'>) => {
  const store = openTestStore(folder)
  const entry = store.read((view) => entryOfBooking(view, id))
  store.close()
  return entry
}

test.for([['with a backup', true] as const, ['without a backup', false] as const])(
  'A booking called not saved is held in a store %s, and the earlier bookings still wait',
  async ([, copied]) => {
    const desk = openDeskStore()
    const first = desk.book(pairBooking(1))
    if (copied) await desk.store.copy(START)
    desk.clock.advance(60_000)
    const second = desk.book(pairBooking(2))
    desk.clock.advance(60_000)
    const told: BookedMoves[] = []
    const torn = failAtCommit(desk, () => void told.push(desk.book(pairBooking(3))))
    for (const round of ['once', 'and at the start after']) {
      expect(entryIn(torn, told[0] ?? first), round).toMatchObject({ state: 'held', code: 'save-unacknowledged' })
      expect([entryIn(torn, first)?.state, entryIn(torn, second)?.state], round).toEqual(['waiting', 'waiting'])
    }
  },
)

test('Both halves of a visit called not saved are held, and the earlier booking still waits', () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(1))
  desk.clock.advance(60_000)
  const saved: BookedMoves[] = []
  const torn = failAtCommit(desk, () => {
    const back = pairBooking(9, { action: 'return' })
    const halves = { pickup: { booking: pairBooking(2), alike: [] }, back: { booking: back, alike: [] }, who: null }
    const visit = desk.moves.bookVisit(halves)
    if (visit.ok) saved.push(visit.value.pickup, visit.value.back)
  })
  expect(saved.map((half) => entryIn(torn, half)?.code)).toEqual(['save-unacknowledged', 'save-unacknowledged'])
  expect(entryIn(torn, first)?.state).toBe('waiting')
})

test('An unacknowledged claim holds no booking', async () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(1))
  const second = desk.book(pairBooking(2))
  const claim = () => {
    const entry = desk.store.read((view) => entryOfBooking(view, first.id))
    if (entry === null) throw new Error('no entry')
    desk.store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload: '{}', digest: 'd' }, START))
  }
  const torn = failAtCommit(desk, claim)
  expect([entryIn(torn, first)?.state, entryIn(torn, second)?.state]).toEqual(['sending', 'waiting'])
})

test('A booking called not saved is held although the clock was set back since the backup', async () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(1))
  await desk.store.copy(addMinutes(START, 24 * 60))
  const told: BookedMoves[] = []
  const torn = failAtCommit(desk, () => void told.push(desk.book(pairBooking(2))))
  expect([entryIn(torn, first)?.state, entryIn(torn, told[0] ?? first)?.state]).toEqual(['waiting', 'held'])
})

describe('An unmarked last line of the journal', () => {
  /** The store with its last write in it, whose line in the journal is not marked. */
  function withoutMark({ folder }: DeskStore): string {
    const torn = temporaryFolder()
    cpSync(folder, torn, { recursive: true })
    const file = join(torn, 'desk.journal')
    const bytes = readFileSync(file)
    const [last] = decodeRecords(bytes).lines.slice(-1)
    if (last === undefined) throw new Error('no line')
    bytes.write('-', last.at)
    writeFileSync(file, bytes)
    return torn
  }

  test('An unmarked last journal line leaves its booking held and the booking before it waiting', () => {
    const desk = openDeskStore()
    const [first, second] = [desk.book(pairBooking(1)), desk.book(pairBooking(2))]
    const torn = withoutMark(desk)
    for (const round of ['once', 'and at the start after']) {
      expect(entryIn(torn, second), round).toMatchObject({ state: 'held', code: 'save-unacknowledged' })
      expect(entryIn(torn, first)?.state, round).toBe('waiting')
    }
  })

  test('An unmarked last journal line holds the booking that it released, and a second release frees the booking', () => {
    const desk = openDeskStore()
    const booked = desk.book(pairBooking(1))
    const release = { kind: 'release', who: 'Dana R.' } as const
    const hold = () => {
      const entry = desk.store.read((view) => entryOfBooking(view, booked.id))
      if (entry === null) throw new Error('no entry')
      desk.store.write((tx) => transitionEntry(tx, entry, { kind: 'held', reason: 'possible-duplicate' }, START))
      desk.moves.resolveBooking(booked.id, release)
    }
    hold()
    const torn = withoutMark(desk)
    expect(entryIn(torn, booked)).toMatchObject({ state: 'held', code: 'save-unacknowledged' })
    // A second release whose write fails in the same way leaves the booking waiting, and the store opens.
    const again = openTestStore(torn)
    const entry = again.read((view) => entryOfBooking(view, booked.id))
    if (entry === null) throw new Error('no entry')
    again.write((tx) => transitionEntry(tx, entry, { kind: 'release' }, START))
    const twice = withoutMark({ ...desk, folder: torn })
    again.close()
    expect(entryIn(twice, booked)?.state).toBe('waiting')
  })
})

test('Lost writes that hold and then release a booking do not keep the desk from opening', () => {
  const desk = openDeskStore()
  desk.book(pairBooking(1))
  const torn = temporaryFolder()
  for (const file of ['desk.db', 'desk.db-wal']) cpSync(join(desk.folder, file), join(torn, file))
  const booked = desk.book(pairBooking(2))
  const entry = desk.store.read((view) => entryOfBooking(view, booked.id))
  if (entry === null) throw new Error('no entry')
  const heldBack = { kind: 'held', reason: 'save-unacknowledged' } as const
  desk.store.write((tx) => transitionEntry(tx, entry, heldBack, START))
  desk.moves.resolveBooking(booked.id, { kind: 'release', who: 'Dana R.' })
  desk.store.close()
  const bytes = readFileSync(join(desk.folder, 'desk.journal'))
  for (const line of decodeRecords(bytes).lines.slice(-3)) bytes.write('-', line.at)
  writeFileSync(join(torn, 'desk.journal'), bytes)
  expect(entryIn(torn, booked)?.state).toBe('waiting')
})
