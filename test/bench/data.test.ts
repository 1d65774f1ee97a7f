import Sqlite from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBookingService } from '../../electron/bookings/service.ts'
import { bookingRequest } from '../../electron/provider/build-request.ts'
import { assertOwnSchema, passesIntegrityCheck } from '../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../electron/store/migrations.ts'
import { writeOutcome } from '../../electron/store/recovery/outcome-file.ts'
import { indexDueLines } from '../../electron/store/queries/search-index.ts'
import { openStore } from '../../electron/store/store.ts'
import { appendAttempt } from '../../electron/store/tables/attempts.ts'
import { readBooking } from '../../electron/store/tables/bookings.ts'
import { claimEntry, entryOfBooking } from '../../electron/store/tables/outbox.ts'
import { deleteSettledPayloads } from '../../electron/store/tables/payloads.ts'
import type { Tx } from '../../electron/store/tx.ts'
import { parseBooking } from '../../shared/booking/booking.ts'
import { isDecodable } from '../../shared/booking/vin-year.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { dumpFile } from '../support/desk/store-dump.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { answerOf, outcomeOf } from './data/answers.ts'
import { countedIds, savedClock, serviceParts, writeStore } from './data/bulk-writer.ts'
import { bookingAt, calendarOf, NOW, savedAt } from './data/generator.ts'

/** Enough for a booking of each outcome. */
const BOOKINGS = 1030
const WORDS = ['nora', 'encore', '"ro 1001"', '804', '100021']
const { remote } = serviceParts(savedClock(), countedIds())

test('The bulk writer of the bench writes the rows of the booking service and of the outcomes', () => {
  const folder = temporaryFolder()
  // So few bookings over all the years that the last of them are of today.
  const calendar = calendarOf(1720)
  const opened = openStore(join(folder, 'service'), 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  const store = opened.value
  const clock = savedClock()
  const ids = countedIds()
  const service = createBookingService({
    ...serviceParts(clock, ids),
    store,
    log: () => {},
    wake: () => {},
    msSinceLastSend: () => 0,
  })
  for (let number = 0; number < BOOKINGS; number += 1) {
    const at = savedAt(number, calendar)
    clock.at(at)
    ids.at(at)
    const booked = service.bookMove(bookingAt(number, calendar))
    if (!booked.ok) throw new Error(`${number}: ${JSON.stringify(booked.failure)}`)
    store.write((tx) => settle(tx, booked.value.id, number, at))
  }
  while (store.write((tx) => indexDueLines(tx, BOOKINGS)) > 0);
  while (store.write((tx) => deleteSettledPayloads(tx, NOW, BOOKINGS)) > 0);
  store.close()
  writeStore(join(folder, 'bulk.db'), calendar, BOOKINGS)

  const files = [join(folder, 'service/desk.db'), join(folder, 'bulk.db')] as const
  const [ofService, ofBulk] = files.map(dumpFile)
  expect(ofService?.['bookings']).toHaveLength(BOOKINGS)
  expect(ofService?.['payloads']?.length).toBeGreaterThan(5)
  for (const name of Object.keys({ ...ofService, ...ofBulk })) {
    expect([name, ofBulk?.[name]]).toEqual([name, ofService?.[name]])
  }
  const [found, foundInBulk] = files.map((file) => WORDS.map((word) => rowsWith(file, word)))
  expect(found?.every((rows) => rows.length > 0)).toBe(true)
  expect(foundInBulk).toEqual(found)
  const bulk = new Sqlite(files[1], { readonly: true })
  expect(() => assertOwnSchema(bulk, DESK_MIGRATIONS)).not.toThrow()
  expect(passesIntegrityCheck(bulk)).toBe(true)
  bulk.close()
})

/** Sends a booking as the desk does, and lets the driver deliver its moves. */
function settle(tx: Tx, bookingId: string, number: number, at: UtcInstant): void {
  const outcome = outcomeOf(number, BOOKINGS)
  if (outcome === 'waiting') return
  const booking = readBooking(tx, bookingId, remote)
  const entry = entryOfBooking(tx, bookingId)
  if (booking === null || entry === null) throw new Error('a saved booking is missing')
  const { body } = bookingRequest(booking, { profile: 'baseline', rooftop: null })
  appendAttempt(tx, { entryId: entry.id, at, phase: 'started' })
  appendAttempt(tx, { entryId: entry.id, at, phase: 'prepared' })
  const digest = createHash('sha256').update(body).digest('hex')
  const claimed = claimEntry(tx, entry, { kind: 'claimed', payload: body, digest }, at)
  if (claimed === null) throw new Error('a new entry cannot be claimed')
  const moves = (to: 'booked' | 'delivered') =>
    booking.moves.map(({ id }, nth) => ({
      moveId: id,
      response: { ...NOTHING_MORE, ...answerOf(number, nth, booking.readyBy.utc, to) },
    }))
  writeOutcome(tx, claimed, {
    bookingId,
    revision: claimed.revision,
    fields: {},
    providerMessage: null,
    bytes: null,
    at,
    ...(outcome === 'refused'
      ? { proof: 'refused', code: 'refused', status: 422, response: null }
      : { proof: 'booked', code: 'booked', status: 201, response: { moves: moves(outcome), readyBy: null } }),
    revokedGuaranteeAt: null,
  })
}

const NOTHING_MORE = {
  cancelStatus: null,
  cancelReason: null,
  detailsUrl: undefined,
  vehicle: undefined,
  pickup: undefined,
  delivery: undefined,
}

test('The generator of the bench makes bookings as a parsed form holds them, with right check digits', () => {
  for (let number = 0; number < BOOKINGS; number += 1) {
    const booking = bookingAt(number, calendarOf(100_000))
    expect(parseBooking(booking)).toEqual({ ok: true, value: booking })
    expect(isDecodable(booking.vehicle.vin ?? '')).toBe(true)
  }
})

function rowsWith(file: string, word: string): readonly unknown[] {
  const db = new Sqlite(file, { readonly: true })
  try {
    return db.prepare('SELECT rowid FROM move_search_fts WHERE move_search_fts MATCH ?').pluck().all(word)
  } finally {
    db.close()
  }
}
