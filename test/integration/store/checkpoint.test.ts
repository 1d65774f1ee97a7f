import { openSync, closeSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'

/** Their pages are more than the 1,000 after which SQLite checkpoints by default, and less than the desk's 4,000. */
const BOOKINGS = 100
const PAGE_BYTES = 4_096

test('No booking of a hundred waits for a checkpoint, after which the write-ahead log would begin anew', () => {
  const { book, folder } = openDeskStore()
  const logBytes = () => statSync(join(folder, 'desk.db-wal')).size
  let before = logBytes()
  for (let number = 0; number < BOOKINGS; number += 1) {
    book(pairBooking(number))
    const after = logBytes()
    expect(after, `booking ${number}`).toBeGreaterThan(before)
    before = after
  }
  expect(before).toBeGreaterThan(1_000 * PAGE_BYTES)
})

test('An idle checkpoint also begins the log anew, so that no booking flushes the head of the log', () => {
  const { store, book, folder } = openDeskStore()
  const log = openSync(join(folder, 'desk.db-wal'), 'r')
  /** SQLite counts this number up whenever the log begins anew. */
  const begun = () => {
    const head = Buffer.alloc(4)
    readSync(log, head, 0, 4, 12)
    return head.readUInt32BE()
  }
  expect(store.checkpoint()).toBe(false)
  const before = begun()
  for (let number = 0; number < BOOKINGS; number += 1) book(pairBooking(number))
  expect(begun()).toBe(before)
  expect(store.checkpoint()).toBe(true)
  expect(begun()).toBe(before + 1)
  book(pairBooking(BOOKINGS))
  expect(begun()).toBe(before + 1)
  expect(store.checkpoint()).toBe(false)
  closeSync(log)
})
