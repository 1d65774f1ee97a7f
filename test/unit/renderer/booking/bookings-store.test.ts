import { expect, test } from 'vitest'
import { createBookingsStore } from '../../../../renderer/booking/bookings-store.ts'
import type { BookedMoves } from '../../../../shared/move/move.ts'
import { PAIR } from '../../../support/builders/booked-moves.ts'
import { answered, createRecordedBridge } from '../../../support/fakes/recorded-bridge.ts'

const WAITING: BookedMoves = { ...PAIR, state: 'waiting' }
const SENDING: BookedMoves = { ...PAIR, state: 'sending' }
const BOOKED: BookedMoves = { ...PAIR, state: 'booked' }

function opened() {
  const desk = createRecordedBridge(WAITING)
  const bookings = createBookingsStore(desk.bridge)
  return { desk, bookings, state: (id: string = PAIR.id) => bookings.get(id)?.state }
}

test('A watched booking is read at first and after each change, and no longer once it is not watched.', async () => {
  const { desk, bookings, state } = opened()
  const unwatch = bookings.watch(PAIR.id)
  await answered()
  expect(state()).toBe('waiting')
  desk.commit(BOOKED)
  await answered()
  expect(state()).toBe('booked')
  desk.commit({ ...BOOKED, id: 'another' })
  expect(desk.calls).toEqual(['getBooking', 'getBooking'])
  unwatch()
  unwatch()
  desk.commit(WAITING)
  await answered()
  expect(desk.calls).toEqual(['getBooking', 'getBooking'])
})

test('A booking stays watched until its last watcher leaves.', async () => {
  const { desk, bookings, state } = opened()
  const leave = [bookings.watch(PAIR.id), bookings.watch(PAIR.id)]
  leave[0]?.()
  leave[0]?.()
  await answered()
  desk.commit(BOOKED)
  await answered()
  expect(state()).toBe('booked')
})

test('The commit of a saved booking does not read that booking again, in whatever order reply and event arrive.', async () => {
  const { desk, bookings } = opened()
  const release = desk.hold('bookMove')
  const saved = bookings.bridge.bookMove({} as never)
  await release()
  const reply = await saved
  if (!reply.ok) throw new Error(reply.failure.detail)
  bookings.watch(reply.value.id)
  await answered()
  expect(desk.calls).toEqual(['bookMove'])
  expect(bookings.get(reply.value.id)).toBe(reply.value)
})

test('A booking that changed again before its reply arrived is read once it is watched.', async () => {
  const { desk, bookings, state } = opened()
  desk.beforeReply((saved) => desk.commit({ ...saved, state: 'held' }))
  const reply = await bookings.bridge.bookMove({} as never)
  if (!reply.ok) throw new Error(reply.failure.detail)
  expect(reply.value.state).toBe('waiting')
  bookings.watch(reply.value.id)
  await answered()
  expect(state(reply.value.id)).toBe('held')
  expect(desk.calls).toEqual(['bookMove', 'getBooking'])
})

test('The inbox caches its open bookings and those that were settled.', async () => {
  const { desk, bookings, state } = opened()
  await bookings.bridge.readInbox(null)
  expect(state()).toBe('waiting')
  desk.commit(BOOKED)
  await bookings.bridge.readInbox(null)
  expect(state()).toBe('booked')
})

test('A reply never overwrites a newer reply.', async () => {
  const { desk, bookings, state } = opened()
  const release = desk.hold('readDay')
  const day = bookings.bridge.readDay({ date: null })
  desk.commit(BOOKED)
  await bookings.read(PAIR.id)
  await release()
  await day
  expect(state()).toBe('booked')
})

test('A change during a read is read too, and readers at the same time share one call.', async () => {
  const { desk, bookings, state } = opened()
  bookings.watch(PAIR.id)
  await answered()
  const release = desk.hold('getBooking')
  desk.forget()
  desk.commit(SENDING)
  const reads = [bookings.read(PAIR.id), bookings.read(PAIR.id)]
  expect(desk.calls).toEqual(['getBooking'])
  desk.commit(BOOKED)
  expect(desk.calls).toEqual(['getBooking', 'getBooking'])
  await release()
  await Promise.all(reads)
  expect(state()).toBe('booked')
})

test('`current` takes a booking from the cache until a later change is reported.', async () => {
  const { desk, bookings } = opened()
  await bookings.read(PAIR.id)
  desk.forget()
  expect(await bookings.current(PAIR.id)).toMatchObject({ state: 'waiting' })
  expect(desk.calls).toEqual([])
  desk.commit(BOOKED)
  expect(await bookings.current(PAIR.id)).toMatchObject({ state: 'booked' })
  expect(desk.calls).toEqual(['getBooking'])
})

test('An expired cache reads the watched bookings again and no longer takes the others for current.', async () => {
  const { desk, bookings } = opened()
  const unwatch = bookings.watch(PAIR.id)
  await answered()
  desk.forget()
  bookings.expire()
  await answered()
  expect(desk.calls).toEqual(['getBooking'])
  unwatch()
  bookings.expire()
  await bookings.current(PAIR.id)
  expect(desk.calls).toEqual(['getBooking', 'getBooking'])
})

test('The cache holds a bounded number of bookings, and every watched booking.', async () => {
  const { bookings } = opened()
  bookings.watch(PAIR.id)
  await answered()
  const many = Array.from({ length: 1_500 }, (_, at) => ({ ...WAITING, id: `b-${at}` }))
  const desk = createRecordedBridge(...many)
  const crowded = createBookingsStore(desk.bridge)
  crowded.watch('b-0')
  await answered()
  await crowded.bridge.readDay({ date: null })
  expect(crowded.getState().byId.size).toBe(1_000)
  expect(crowded.get('b-0')).not.toBeNull()
  expect(crowded.get('b-1')).toBeNull()
  expect(crowded.get('b-1499')).not.toBeNull()
})

test('A booking that is read again with the same content stays the same object, so that no row draws it again.', async () => {
  const { desk, bookings } = opened()
  bookings.watch(PAIR.id)
  await answered()
  const before = bookings.get(PAIR.id)
  desk.commit(structuredClone(WAITING))
  await answered()
  expect(bookings.get(PAIR.id)).toBe(before)
  desk.commit(BOOKED)
  await answered()
  expect(bookings.get(PAIR.id)).toEqual(BOOKED)
})
