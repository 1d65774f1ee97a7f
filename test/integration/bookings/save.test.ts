import { describe, expect, test } from 'vitest'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { killDisk } from '../../support/faults/dead-disk.ts'
import { faultStatements } from '../../support/faults/statement-faults.ts'

const bookingsIn = ({ store }: DeskStore) =>
  store.read((view) => view.sql('SELECT count(*) FROM bookings').pluck().get())

describe('A booking that the store refuses', () => {
  test.for(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY'] as const)(
    'A statement that fails with %s and leaves no doubt is answered `disk-full`, and a later save succeeds',
    (code) => {
      const faults = faultStatements('desk.db')
      const desk = openDeskStore()
      faults.count()
      desk.book(pairBooking(1))
      const statements = faults.seen()
      expect(statements).toBeGreaterThan(5)
      // The last statement is the commit. An I/O error there may leave the booking on the disk.
      const last = code === 'SQLITE_IOERR_WRITE' ? statements - 1 : statements
      for (let nth = 1; nth <= last; nth += 1) {
        faults.arm(nth, code)
        const answer = desk.moves.bookMove(pairBooking(2))
        faults.mend()
        expect(answer, `statement ${nth}`).toMatchObject({
          ok: false,
          failure: { code: 'not-saved', detail: 'disk-full', issues: [] },
        })
        expect(bookingsIn(desk), `statement ${nth}`).toBe(1)
      }
      desk.book(pairBooking(2))
      expect(bookingsIn(desk)).toBe(2)
    },
  )

  test('A commit with an I/O error, and no later write to prove the outcome, is answered `commit-uncertain`', () => {
    const faults = faultStatements('desk.db')
    const desk = openDeskStore()
    faults.count()
    desk.book(pairBooking(1))
    faults.arm(faults.seen(), 'SQLITE_IOERR_WRITE')
    const answer = desk.moves.bookMove(pairBooking(2))
    faults.mend()
    expect(answer).toMatchObject({ ok: false, failure: { code: 'not-saved', detail: 'commit-uncertain' } })
  })

  test('A commit and a journal that both fail are answered `commit-uncertain`', () => {
    const desk = openDeskStore()
    const mend = killDisk('SQLITE_FULL')
    const answer = desk.moves.bookMove(pairBooking(1))
    mend()
    expect(answer).toMatchObject({ ok: false, failure: { code: 'not-saved', detail: 'commit-uncertain' } })
  })

  test('A damaged file is answered `store-damaged`, and nothing of the booking leaves', () => {
    const faults = faultStatements('desk.db')
    const desk = openDeskStore()
    faults.arm(2, 'SQLITE_CORRUPT')
    const answer = desk.moves.bookMove(pairBooking(1))
    faults.mend()
    expect(answer).toMatchObject({ ok: false, failure: { code: 'not-saved', detail: 'store-damaged' } })
    expect(desk.store.read((view) => nextEntry(view, REMOTE))).toBeNull()
  })
})
