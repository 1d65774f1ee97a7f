import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimEntry, entryOfBooking } from '../../../electron/store/outbox.ts'
import type { BookedMoves } from '../../../shared/move.ts'
import { pairBooking } from '../../support/bookings.ts'
import { openDeskStore, openTestStore, type DeskStore } from '../../support/desk-store.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { START } from '../../support/system.ts'

/* A disk that failed at the very commit: its bytes are there, and the journal's line of it was taken out again. */

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

test.for([['with a copy', true] as const, ['without a copy', false] as const])(
  'a booking that was called not saved is held, %s, and those before it wait as they did',
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
      expect(entryIn(torn, told[0] ?? first), round).toMatchObject({ state: 'held', code: 'never-called-saved' })
      expect([entryIn(torn, first)?.state, entryIn(torn, second)?.state], round).toEqual(['waiting', 'waiting'])
    }
  },
)

test('what else was written at the end holds nothing', async () => {
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
