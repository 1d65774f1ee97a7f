import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Store } from '../../../electron/store/store.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import {
  bookedAnswer,
  DOWN,
  NOT_THERE,
  openSyncDesk,
  settled,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'

const stateOf = (desk: SyncDesk, id: string) => {
  const found = desk.moves.getBooking(id)
  return found.ok ? found.value.state : found.failure.code
}

/** Makes the next read of the store fail as a dying disk does, for every holder of the store. */
function breakNextRead(store: Store): void {
  const whole = store.read
  store.read = () => {
    store.read = whole
    throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
  }
}

test('A store read that fails during classification does not lose the response', async () => {
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

test('A connection listener that throws does not stop the send queue', async () => {
  const desk = openSyncDesk()
  const { id } = desk.book(pairBooking(1))
  desk.script.ask = () => DOWN
  const sync = desk.start()
  sync.onConnection(() => {
    throw new Error('the window is gone')
  })
  await settled()
  desk.script.ask = () => NOT_THERE
  desk.clock.advance(desk.clock.pending()[0] ?? 0)
  await desk.facts.next('send-settled')
  expect(stateOf(desk, id)).toBe('booked')
})

test('A booking whose read-back fails is still reported as saved', () => {
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

test('Store reads that the disk refuses before a send do not count as crashes', async () => {
  const desk = openSyncDesk()
  const { id } = desk.book(pairBooking(1))
  const { read } = desk.store
  let bad = true
  desk.store.read = (work) =>
    read((view) =>
      work({
        ...view,
        sql(text) {
          if (bad && text.startsWith('SELECT * FROM bookings WHERE id'))
            throw new Sqlite.SqliteError('I/O', 'SQLITE_IOERR_READ')
          return view.sql(text)
        },
      }),
    )
  const pass = async () => {
    for (let gone = 0; gone < 12; gone += 1) {
      await settled()
      desk.clock.advance(5_000)
    }
    await settled()
  }
  desk.start()
  await pass()
  expect(desk.sent).toHaveLength(0)
  bad = false
  await pass()
  expect(stateOf(desk, id)).toBe('booked')
})

test.each(['classification cannot read the store', 'the journal refuses'])(
  'An outcome is kept beside the store although %s at first',
  async (how) => {
    const desk = openSyncDesk()
    const { id } = desk.book(pairBooking(1))
    const { keepOutcome, write } = desk.store
    let [full, asked, kept] = [false, 0, 0]
    desk.script.send = (request) => {
      full = true
      if (how === 'classification cannot read the store') breakNextRead(desk.store)
      return bookedAnswer(request)
    }
    desk.store.write = (work) => {
      if (full) throw new Sqlite.SqliteError('disk full', 'SQLITE_FULL')
      return write(work)
    }
    desk.store.keepOutcome = (outcome) => {
      asked += 1
      if (how === 'the journal refuses' && asked === 1) throw new Sqlite.SqliteError('I/O', 'SQLITE_IOERR_WRITE')
      keepOutcome(outcome)
      kept += 1
    }
    desk.start()
    for (let gone = 0; gone < 6; gone += 1) {
      await settled()
      desk.clock.advance(5_000)
    }
    expect(kept).toBe(1)
    full = false
    desk.clock.advance(5_000)
    await desk.facts.next('send-settled')
    expect(stateOf(desk, id)).toBe('booked')
  },
)
