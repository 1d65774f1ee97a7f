import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Store } from '../../../electron/store/store.ts'
import { pairBooking } from '../../support/bookings.ts'
import { bookedAnswer, DOWN, NOT_THERE, openSyncDesk, settled, type SyncDesk } from '../../support/scripted.ts'

const stateOf = (desk: SyncDesk, id: string) => {
  const found = desk.moves.getBooking(id)
  return found.ok ? found.value.state : found.failure.code
}

/** Makes the next read of the store fail as a dying disk does; the store is one object, so everybody who has it is hit. */
function breakNextRead(store: Store): void {
  const whole = store.read
  store.read = () => {
    store.read = whole
    throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
  }
}

test('a read that fails while an answer is judged does not lose the answer', async () => {
  const desk = openSyncDesk()
  const { id } = desk.book(pairBooking(1))
  desk.script.send = (request) => {
    breakNextRead(desk.store)
    return bookedAnswer(request)
  }
  desk.start()
  await desk.facts.next('send-settled')
  expect(stateOf(desk, id)).toBe('booked')
  expect(desk.sent).toHaveLength(1)
})

test('a listener of the link that throws does not end the line', async () => {
  const desk = openSyncDesk()
  const { id } = desk.book(pairBooking(1))
  desk.script.ask = () => DOWN
  const sync = desk.start()
  sync.onLink(() => {
    throw new Error('the window is gone')
  })
  await settled()
  desk.script.ask = () => NOT_THERE
  desk.clock.advance(desk.clock.pending()[0] ?? 0)
  await desk.facts.next('send-settled')
  expect(stateOf(desk, id)).toBe('booked')
})

test('a booking that cannot be read back is not saved, and what is saved is never called unsaved', () => {
  const desk = openSyncDesk()
  const { write } = desk.store
  desk.store.write = (work) => {
    const result = write(work)
    breakNextRead(desk.store)
    return result
  }
  const saved = desk.moves.bookMove(pairBooking(1))
  expect(saved).toMatchObject({ ok: true, value: { state: 'waiting' } })
})
