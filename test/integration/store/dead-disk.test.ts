import { describe, expect, test } from 'vitest'
import { claimEntry, entryOfBooking, transitionEntry, type Entry } from '../../../electron/store/tables/outbox.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import type { Result } from '../../../shared/result.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { killDisk } from '../../support/faults/dead-disk.ts'
import { openDeskStore, openTestStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* A disk that is gone from a commit on: the commit is uncertain, and the journal's line cannot be taken out again. */

const WHO = 'Dana R.'

function entryIn(store: DeskStore['store'], bookingId: string): Entry {
  const entry = store.read((view) => entryOfBooking(view, bookingId))
  if (entry === null) throw new Error('no entry')
  return entry
}

type Case = {
  readonly before?: (desk: DeskStore, id: string) => void
  readonly act: (desk: DeskStore, id: string) => Result<unknown>
  /** After the next start; never `waiting`. */
  readonly after: EntryState
}

const DECISIONS: Readonly<Record<string, Case>> = {
  released: {
    before: ({ store }, id) => {
      const held = { kind: 'held', reason: 'possible-duplicate' } as const
      store.write((tx) => transitionEntry(tx, entryIn(store, id), held, START))
    },
    act: ({ moves }, id) => moves.resolveBooking(id, { kind: 'release', who: WHO }),
    after: 'held',
  },
  changed: { act: ({ moves }, id) => moves.changeBooking(id, pairBooking(3)), after: 'held' },
  'confirmed as not booked': {
    before: ({ store, moves, clock }, id) => {
      const claimed = store.write((tx) =>
        claimEntry(tx, entryIn(store, id), { kind: 'claimed', payload: '{}', digest: 'd' }, START),
      )
      if (claimed === null) throw new Error('not claimed')
      const lost = { kind: 'classified', proof: 'unknown', code: 'no-answer' } as const
      store.write((tx) => transitionEntry(tx, claimed, lost, START))
      clock.advance(600_000)
      moves.resolveBooking(id, { kind: 'not-booked-reported', who: WHO, why: 'by phone', confirmed: false })
    },
    act: ({ moves }, id) =>
      moves.resolveBooking(id, { kind: 'not-booked-reported', who: WHO, why: 'by phone', confirmed: true }),
    after: 'held',
  },
  withdrawn: { act: ({ moves }, id) => moves.withdrawBooking(id), after: 'withdrawn' },
  'booked by phone': {
    act: ({ moves }, id) => moves.resolveBooking(id, { kind: 'placed-by-phone', who: WHO, reference: 'PH-7' }),
    after: 'placed-by-phone',
  },
}

describe.each(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC'])(
  'A disk that fails with %s',
  (code) => {
    test.for(Object.entries(DECISIONS))(
      'A booking %s in an uncertain commit does not leave after the next starts',
      ([, decision]) => {
        const desk = openDeskStore()
        const { id } = desk.book(pairBooking(1))
        decision.before?.(desk, id)
        const mend = killDisk(code)
        const told = decision.act(desk, id)
        mend()
        expect(told).toMatchObject({ ok: false, failure: { detail: 'commit-uncertain' } })
        desk.store.close()
        for (const start of ['first', 'second']) {
          const store = openTestStore(desk.folder)
          expect([start, entryIn(store, id).state]).toEqual([start, decision.after])
          expect(store.read((view) => nextEntry(view, REMOTE))).toBeNull()
          store.close()
        }
      },
    )

    test('A new booking with an uncertain commit is held, and the booking before it still leaves', () => {
      const desk = openDeskStore()
      const { id } = desk.book(pairBooking(2))
      const mend = killDisk(code)
      const told = desk.moves.bookMove(pairBooking(1))
      mend()
      expect(told).toMatchObject({ ok: false, failure: { detail: 'commit-uncertain' } })
      desk.store.close()
      const store = openTestStore(desk.folder)
      const states = store.read((view) => view.sql('SELECT state FROM outbox ORDER BY seq').all())
      expect(states).toEqual([{ state: 'waiting' }, { state: 'held' }])
      expect(store.read((view) => nextEntry(view, REMOTE))?.bookingId).toBe(id)
      store.close()
    })
  },
)
