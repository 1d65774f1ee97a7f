import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBookingService } from '../../electron/bookings/service.ts'
import { openStore } from '../../electron/store/store.ts'
import { parseBooking } from '../../shared/booking/booking.ts'
import { isDecodable } from '../../shared/booking/vin-year.ts'
import { dumpFile } from '../support/desk/store-dump.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { countedIds, savedClock, serviceParts, writeStore } from './data/bulk-writer.ts'
import { bookingAt, calendarOf, savedAt } from './data/generator.ts'

const BOOKINGS = 1000
const WORDS = ['smith', 'encore', '"ro 1001"', '804']

test('The bulk writer of the bench writes the rows of the booking service', () => {
  const folder = temporaryFolder()
  const calendar = calendarOf(100_000)
  const opened = openStore(join(folder, 'service'), 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  const clock = savedClock()
  const ids = countedIds()
  const service = createBookingService({
    ...serviceParts(clock, ids),
    store: opened.value,
    log: () => {},
    wake: () => {},
    msSinceLastSend: () => 0,
  })
  for (let number = 0; number < BOOKINGS; number += 1) {
    clock.at(savedAt(number, calendar))
    ids.at(savedAt(number, calendar))
    const booked = service.bookMove(bookingAt(number, calendar))
    if (!booked.ok) throw new Error(`${number}: ${JSON.stringify(booked.failure)}`)
  }
  opened.value.close()
  writeStore(join(folder, 'bulk.db'), calendar, { bookings: BOOKINGS, settled: false })

  const ofService = dumpFile(join(folder, 'service/desk.db'))
  expect(ofService['bookings']).toHaveLength(BOOKINGS)
  expect(dumpFile(join(folder, 'bulk.db'))).toEqual(ofService)
  const files = [join(folder, 'service/desk.db'), join(folder, 'bulk.db')]
  const [found, foundInBulk] = files.map((file) => WORDS.map((word) => rowsWith(file, word)))
  expect(found?.flat().length).toBeGreaterThan(100)
  expect(foundInBulk).toEqual(found)
})

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
