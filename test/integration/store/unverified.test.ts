import { expect, test } from 'vitest'
import { markUnverifiedInDoubt } from '../../../electron/store/tables/outbox.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'

const LATER = '2026-11-21T15:00:30Z'

test.for(['sending', 'in-doubt'] as const)(
  '`markUnverifiedInDoubt` records one attempt and one change for an entry that was %s',
  (state) => {
    const { store, book } = openDeskStore()
    const booked = book(oneWayBooking(1))
    bringTo(store, booked, state)
    const before = entryOf(store, booked)
    store.write((tx) => markUnverifiedInDoubt(tx, LATER))
    expect(entryOf(store, booked)).toMatchObject({
      state: 'in-doubt',
      code: 'unverified',
      revision: before.revision + 1,
    })
    const attempts = store.read((view) => view.sql("SELECT phase FROM attempts WHERE code = 'unverified'").all())
    expect(attempts).toEqual([{ phase: 'interrupted' }])
  },
)
