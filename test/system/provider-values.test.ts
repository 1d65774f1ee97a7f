import { expect, test } from 'vitest'
import type { Booking } from '../../shared/booking/booking.ts'
import { bookingDifferences, moveDifferences } from '../../shared/move/provider-differences.ts'
import { splitDestination } from '../../shared/move/destination-line.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { CHARGE_ANSWER, NEWS } from '../support/builders/move-news.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { proves } from '../support/spec-rows.ts'

const BASELINE = { supportsDestination: false }

/** A desk with a booking at a practice service, which lays `values` over its answers from the booking on. */
async function booked(booking: Booking, values: object = {}) {
  const clock = movableClock()
  const practice = await openTestPractice(temporaryFolder(), { driver: 'manual', clock })
  await practice.answerWith(values)
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url), clock)
  const { id } = valueOf(desk.bookMove(booking))
  await facts.next('send-settled')
  const read = () => valueOf(desk.getBooking(id))
  const fetched = async (told: object) => {
    await practice.answerWith(told)
    clock.moveOn(361)
    desk.checkConnection()
    for (const _ of read().moves) await facts.next('move-refreshed')
    return read()
  }
  return { practice, read, fetched }
}

test('What the provider has as it was sent is no difference, for a pair and a one-way, booked and fetched', async () => {
  proves('4.1: answer', '2.5: customer_name, customer_phone, customer_action')
  for (const booking of [pairBooking(2), pairBooking(3), oneWayBooking(3)]) {
    const { read, fetched } = await booked(booking)
    expect(read().state).toBe('booked')
    for (const seen of [read(), await fetched({})]) {
      expect(bookingDifferences(seen)).toEqual([])
      expect(seen.moves.flatMap((move) => moveDifferences(move, BASELINE))).toEqual([])
    }
  }
})

test('What the provider drops, cuts or changes is known from the booking’s response, until a fetch says otherwise', async () => {
  const move = { dealer_contact: null, special_instructions: 'Gate', vehicle: { color: 'Green', manual: true } }
  const { read, fetched } = await booked(pairBooking(2), {
    customer_move: move,
    customer_phone: '804555',
    customer_name: null,
  })
  const [customer, loaner] = read().moves
  if (customer === undefined || loaner === undefined) throw new Error('a pair has two moves')
  expect(moveDifferences(customer, BASELINE)).toEqual([
    { name: 'color', has: 'Green' },
    { name: 'gearbox', has: 'manual' },
    { name: 'specialInstructions', has: 'Gate' },
  ])
  expect(moveDifferences(loaner, BASELINE)).toEqual([])
  const lost = [
    { name: 'customerName', has: null },
    { name: 'customerPhone', has: '804555' },
  ]
  expect(bookingDifferences(read())).toEqual(lost)
  // The fetch of one move says nothing of the customer.
  const after = await fetched({})
  expect(after.moves.flatMap((one) => moveDifferences(one, BASELINE))).toEqual([])
  expect(bookingDifferences(after)).toEqual(lost)
})

test('A one-way whose destination line the provider cut tells which destination the provider has', async () => {
  const { read, fetched } = await booked(oneWayBooking(3))
  const cut = await fetched({ move: { special_instructions: 'Keys at the desk\nDestination: Body shop, 3 Hu' } })
  expect(cut.moves.flatMap((move) => moveDifferences(move, BASELINE))).toEqual([
    { name: 'destination', has: 'Body shop, 3 Hu' },
  ])
  const dropped = await fetched({ move: { special_instructions: 'Keys at the desk' } })
  expect(dropped.moves.flatMap((move) => moveDifferences(move, BASELINE))).toEqual([{ name: 'destination', has: null }])
  expect(read().moves[0]).toMatchObject({
    laneUri: { known: true, value: expect.stringMatching(/\/lanes\/\d+$/) as string },
    cancelStatus: { known: true, value: 'not cancelled' },
    pickup: { resolved: { known: true, value: { locationId: expect.any(Number) as number } } },
  })
})

test('A refresh of a booked move keeps its driver and its charge until the provider takes them back', async () => {
  const { fetched } = await booked(oneWayBooking(3))
  const news = async (told: object) => (await fetched(told)).moves.map((move) => move.news)
  const move = { driver_name: 'Nadia Rowe', settled: false }
  expect(await news({ charge: CHARGE_ANSWER, move })).toEqual([NEWS])
  expect(await news({})).toEqual([NEWS])
  expect(await news({ move: { driver_name: null, tracking_link: ['here'] } })).toEqual([
    { settled: false, charge: NEWS.charge, unreadableTrackingLink: '["here"]' },
  ])
})

test('An external move is stored with contact, instructions, gearbox, places and lane, and found again with them', async () => {
  const { practice, fetched } = await booked(oneWayBooking(3))
  const own = await fetched({ move: { dealer_contact: 'Ann, bay 4', cancel_status: 'not canceled' } })
  const [move] = own.moves
  const number = move?.number.known === true ? move.number.value : 0
  const { desk } = await openTestDesk(temporaryFolder(), providerOf(practice.url))
  const shown = valueOf(await desk.fetchExternalMove(number)).move
  expect(shown).toMatchObject({
    dealerContact: 'Ann, bay 4',
    manual: true,
    cancelStatus: 'not canceled',
    pickupName: 'Northside Service lot',
    deliveryName: 'Body shop',
    pickupLocationId: expect.any(Number) as number,
    deliveryLocationId: expect.any(Number) as number,
    laneUri: expect.stringMatching(/\/lanes\/\d+$/) as string,
  })
  expect(splitDestination(shown.specialInstructions)).toEqual({
    instructions: 'Keys at the desk',
    destination: 'Body shop, 3 Hull St, Richmond, VA 23224',
  })
  expect(valueOf(desk.searchExternalMoves(String(number))).moves[0]?.move).toEqual(shown)
})
