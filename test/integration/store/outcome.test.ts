import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { searchBookings } from '../../../electron/store/queries/search.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { openStore } from '../../../electron/store/store.ts'
import { claimEntry, entryOfBooking, markInterruptedInDoubt } from '../../../electron/store/tables/outbox.ts'
import { writeOutcome, type PersistedOutcome } from '../../../electron/store/recovery/outcome-file.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bookedOutcome } from '../../support/builders/outcomes.ts'
import { writeFirstVersion } from '../../support/crash/first-version.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { openDeskStore, openTestStore, REMOTE } from '../../support/desk/test-store.ts'
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

test('A recovery applies a kept outcome that an earlier version wrote', async () => {
  const { folder, states } = writeFirstVersion(REMOTE.address)
  const [id = ''] = [...states].find(([, state]) => state === 'sending') ?? []
  const before = valueOf(openStore(folder, 'desk', DESK_MIGRATIONS.slice(0, 9)))
  await before.copy(START)
  const { revision, moveIds } = before.read((view) => ({
    revision: view.sql('SELECT revision FROM outbox WHERE booking_id = ?').pluck().get(id) as number,
    moveIds: view.sql('SELECT id FROM moves WHERE booking_id = ?').pluck().all(id) as string[],
  }))
  before.keepOutcome(bookedOutcome(id, moveIds, revision))
  before.close()
  writeFileSync(join(folder, 'desk.db'), 'damaged')
  valueOf(recoverStore(folder, 'desk', START))
  const store = openTestStore(folder)
  const found = store.read((view) => searchBookings(view, ['7000', 'lk-'], 50).bookingIds)
  expect(store.read((view) => entryOfBooking(view, id))?.state).toBe('booked')
  expect(found).toContain(id)
  store.close()
})
