import { describe, expect, test } from 'vitest'
import { bookingFacts, moveFacts } from '../../../../../renderer/lookup/text/booking-facts.ts'
import type { BookedMoves, Move } from '../../../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import { aMove, CAR, ONE_WAY, PAIR } from '../../../../support/builders/booked-moves.ts'

const NOW = '2026-11-24T16:00:00Z'
const STATUS = { rooftop: PRACTICE_ROOFTOP, now: NOW, supportsDestination: true }

const termsOf = (facts: readonly { readonly term: string }[]) => facts.map(({ term }) => term)

function valueOf(facts: readonly { readonly term: string; readonly value: string }[], term: string): string {
  return facts.find((fact) => fact.term === term)?.value ?? `no ${term}`
}

function pairOf(customer: Partial<Move>, loaner: Partial<Move>): BookedMoves {
  return { ...PAIR, moves: [aMove('customer', customer), aMove('loaner', loaner)] }
}

function factsOfMoves(booking: BookedMoves) {
  return booking.moves.map((move) => moveFacts(booking, move, STATUS))
}

describe('`bookingFacts`', () => {
  test('A ready-by time on the day of the appointment is a clock time, and on another day a whole time', () => {
    expect(valueOf(bookingFacts(PAIR, STATUS), 'Ready by')).toBe('1:00 PM (estimate)')
    const before: BookedMoves = { ...PAIR, readyBy: { utc: '2026-11-23T18:00:00Z', source: 'provider' } }
    expect(valueOf(bookingFacts(before, STATUS), 'Ready by')).toBe('Mon, Nov 23, 1:00 PM ET (set by provider)')
  })

  test('The send-by time is shown only while the booking waits or is held', () => {
    expect(termsOf(bookingFacts({ ...PAIR, state: 'waiting' }, STATUS))).toContain('Send by')
    expect(termsOf(bookingFacts({ ...PAIR, state: 'held' }, STATUS))).toContain('Send by')
    expect(termsOf(bookingFacts({ ...PAIR, state: 'booked' }, STATUS))).not.toContain('Send by')
  })

  test('An earliest time is shown only if it differs from the ready-by time', () => {
    const withEarliest = (earliest: string) => bookingFacts({ ...PAIR, providerValues: { earliest } }, STATUS)
    expect(termsOf(withEarliest(PAIR.readyBy.utc))).not.toContain('Earliest')
    expect(termsOf(withEarliest('2026-11-24T18:30:00Z'))).toContain('Earliest')
  })
})

describe('`moveFacts`', () => {
  test('The service lot is shown by its name, and the customer by name and address over the whole width', () => {
    const [car = []] = factsOfMoves(PAIR)
    expect(car).toContainEqual({
      term: 'From',
      value: 'Home: 212 S Mulberry St, Apt 4, Richmond, VA 23220',
      look: 'wide',
    })
    expect(car).toContainEqual({ term: 'To', value: 'Northside Service lot' })
  })

  test('A loaner between the same places as the customer’s car shows no places of its own', () => {
    const [, loaner = []] = factsOfMoves(PAIR)
    expect(termsOf(loaner)).not.toContain('From')
    const elsewhere = pairOf({}, { delivery: { ...aMove('loaner').delivery, addressTwo: 'Apt 9' } })
    const [, other = []] = factsOfMoves(elsewhere)
    expect(valueOf(other, 'To')).toContain('Apt 9')
  })

  test('An address of the provider is shown only if its words differ from ours', () => {
    const resolvedTo = (fullAddress: string): BookedMoves => {
      const place = aMove('customer').pickup
      const resolved = {
        known: true,
        value: { fullAddress, locationId: 5, lat: null, lon: null, googlePlaceId: null },
      } as const
      return pairOf({ pickup: { ...place, resolved } }, {})
    }
    const [same = []] = factsOfMoves(resolvedTo('212 S Mulberry St, Apt 4, Richmond VA 23220, USA'))
    expect(termsOf(same)).not.toContain("Provider's address")
    const [other = []] = factsOfMoves(resolvedTo('212 N Mulberry St, Richmond, VA 23220'))
    expect(valueOf(other, "Provider's address")).toBe('212 N Mulberry St, Richmond, VA 23220 (location 5)')
  })

  test('Lane and note of the loaner are left out if they equal those of the customer’s car', () => {
    const laneUri = { known: true, value: 'https://provider.example/v1/lanes/880' } as const
    const same = { laneUri, specialInstructions: 'Gate code 0417' }
    const [car = [], loaner = []] = factsOfMoves(pairOf(same, same))
    expect(valueOf(car, "Provider's lane")).toBe('880')
    expect(termsOf(loaner)).not.toContain("Provider's lane")
    expect(termsOf(loaner)).not.toContain('Note for driver')
    const [, other = []] = factsOfMoves(pairOf(same, { specialInstructions: 'Ring twice' }))
    expect(valueOf(other, 'Note for driver')).toBe('Ring twice')
  })

  test('A status is shown unless the steps of the driver show the same', () => {
    const statusOf = (value: string) => factsOfMoves(pairOf({ status: { known: true, value } }, {}))[0] ?? []
    expect(termsOf(statusOf('pickup started'))).not.toContain('Status')
    expect(valueOf(statusOf('vehicle inspected'), 'Status')).toBe('vehicle inspected')
  })

  test('A vehicle is named with its color, a manual transmission is said, and a loaner begins with its stock number', () => {
    const vehicle = { ...CAR, stock: 'LN-77', manual: true }
    const [car = [], loaner = []] = factsOfMoves(pairOf({ vehicle: { ...CAR, manual: true } }, { vehicle }))
    expect(valueOf(car, 'Vehicle')).toBe('2019 Buick Enclave, White, manual')
    expect(valueOf(loaner, 'Loaner')).toBe('LN-77 Buick Enclave, 2019, White, manual')
  })

  test('A one-way to a provider without destinations says where the driver reads the destination', () => {
    const [move = aMove('single')] = ONE_WAY.moves
    expect(termsOf(moveFacts(ONE_WAY, move, { ...STATUS, supportsDestination: false }))).toContain('Destination')
    expect(termsOf(moveFacts(ONE_WAY, move, STATUS))).not.toContain('Destination')
  })
})
