import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { claimEntry, markInterruptedInDoubt } from '../../../electron/store/tables/outbox.ts'
import { writeOutcome, type PersistedOutcome } from '../../../electron/store/recovery/outcome-file.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore } from '../../support/desk/test-store.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { START } from '../../support/fakes/system.ts'

test('A kept outcome of one try does not settle the next try when the journal lost its end', () => {
  const { book, folder, store } = openDeskStore()
  const booked = book(pairBooking(1))
  const claim = () =>
    store.write((tx) => claimEntry(tx, entryOf(store, booked), { kind: 'claimed', payload: '{}', digest: 'd' }, START))
  claim()
  const { revision } = entryOf(store, booked)
  const outcome: PersistedOutcome = {
    bookingId: booked.id,
    revision,
    proof: 'retryable',
    code: 'provider-busy',
    fields: {},
    providerMessage: null,
    status: 429,
    bytes: null,
    at: START,
    response: null,
    revokedGuaranteeAt: null,
  }
  // The disk was full when the response came and had room a moment later, and the entry was sent again.
  store.keepOutcome(outcome)
  const file = join(folder, 'desk.journal')
  const end = readJournal(file)?.end ?? 0
  store.write((tx) => writeOutcome(tx, entryOf(store, booked), outcome))
  claim()
  store.close()
  const bytes = readFileSync(file)
  bytes.fill(0, end)
  writeFileSync(file, bytes)
  const next = openTestStore(folder)
  next.write((tx) => markInterruptedInDoubt(tx, {}, START))
  expect(entryOf(next, booked)).toMatchObject({ state: 'in-doubt', unresolvedAttempt: true })
  next.close()
})
