import { describe, expect, test } from 'vitest'
import { mismatchReason, type ProviderMoveSummary } from '../../../../shared/move/match.ts'
import type { BookedMoves, Move } from '../../../../shared/move/move.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { CUSTOMER_REFERENCE, PAIR } from '../../../support/builders/booked-moves.ts'
import { describeMismatch } from '../../../../renderer/booking/text/entry-text.ts'

const [MOVE] = PAIR.moves as readonly [Move]
const VIN = '1M8GDM9AXKP042788'

/** The customer's move as a provider shows it, with every fact that identifies a move. */
function shown(changes: Partial<ProviderMoveSummary> = {}): ProviderMoveSummary {
  return {
    number: 4711,
    reference: CUSTOMER_REFERENCE,
    vin: VIN,
    readyBy: '2026-11-24T18:10:00Z',
    pickup: `212 S Mulberry St, Richmond, VA ${MOVE.pickup.zip}, USA`,
    delivery: `780 Harbor Rd, Richmond, VA ${MOVE.delivery.zip}, USA`,
    ...changes,
  }
}

const why = (changes: Partial<ProviderMoveSummary>, booking: BookedMoves = PAIR) => {
  const mismatch = mismatchReason(booking, MOVE, shown(changes))
  return mismatch === null ? null : describeMismatch(mismatch, booking.time.zone)
}

test('The sample move has a VIN', () => {
  expect(MOVE.vehicle?.vin).toBe(VIN)
})

describe('A move that shows a reference', () => {
  test.each<Partial<ProviderMoveSummary>>([
    {},
    { vin: null },
    { vin: '1m8-gdm9 axkp042788' },
    { readyBy: null },
    { readyBy: '2020-01-01T00:00:00Z' },
    { pickup: null },
    { pickup: 'elsewhere' },
    { delivery: 'elsewhere' },
  ])('A move with our reference and the changes %j matches', (changes) => {
    expect(why(changes)).toBeNull()
  })

  test('A move with our reference and the VIN of another car does not match', () => {
    expect(why({ vin: '2T1BURHE0JC000001' })).toContain('2T1BURHE0JC000001')
  })

  test.each(['', 'RO 10412', CUSTOMER_REFERENCE.toLowerCase(), `${CUSTOMER_REFERENCE} `, 'RO 10412 LK-00000000C'])(
    'A move with the other reference %j does not match, although all else fits',
    (reference) => {
      expect(why({ reference })).toMatch(/^Move 4711 .* reference/)
    },
  )
})

describe('A move without a reference', () => {
  const bare = { reference: null }
  test('A move without a reference matches when vehicle, time and places fit', () => {
    expect(why(bare)).toBeNull()
    expect(why({ ...bare, readyBy: PAIR.time.utc })).toBeNull()
  })

  test('A move without a reference matches when its ZIP has four more digits', () => {
    expect(why({ ...bare, pickup: `212 S Mulberry St, Richmond, VA ${MOVE.pickup.zip}-1234, USA` })).toBeNull()
  })

  test.each<[string, Partial<ProviderMoveSummary>, RegExp]>([
    ['whose house number is our ZIP', { pickup: `${MOVE.pickup.zip} Ocean Ave, Norfolk, VA 23510` }, /is picked up at/],
    ['whose ZIP is part of a longer number', { pickup: `Norfolk, VA 1${MOVE.pickup.zip}` }, /is picked up at/],
    ['that shows no VIN', { vin: null }, /can't tell/],
    ['that shows no time', { readyBy: null }, /no time/],
    ['that is ready after the appointment', { readyBy: '2026-11-24T19:00:01Z' }, /ready by/],
    ['that is ready more than half a day before the appointment', { readyBy: '2026-11-24T06:59:59Z' }, /ready by/],
    ['that shows no place', { pickup: null }, /not shown/],
    ['with another ZIP', { pickup: '1 Main St, Boston, MA 02110, USA' }, /02110/],
    ['that goes elsewhere', { delivery: '1 Main St, Boston, MA 02110, USA' }, /it goes to 1 Main St/],
  ])('A move without a reference %s does not match', (_, changes, words) => {
    expect(why({ ...bare, ...changes })).toMatch(words)
  })

  test('A move without a reference matches without a destination', () =>
    expect(why({ ...bare, delivery: null })).toBeNull())

  test('A one-way without a reference matches only within 15 minutes of its time and at its destination', () => {
    const oneWay = { ...PAIR, kind: 'one-way' } as const
    const at = (minutes: number) => why({ ...bare, readyBy: addMinutes(PAIR.time.utc, minutes) }, oneWay)
    expect([at(-15), at(0), at(15)]).toEqual([null, null, null])
    expect([at(-16), at(16), at(-360)]).toEqual(Array(3).fill(expect.stringMatching(/ready by/)))
    const elsewhere = { ...bare, readyBy: PAIR.time.utc, delivery: '9 Other Rd, Norfolk, VA 23510' }
    expect(why(elsewhere, oneWay)).toMatch(/it goes to 9 Other Rd/)
  })

  test('A move without a reference does not match a move of ours without a vehicle', () => {
    const car = { ...MOVE, vehicle: null }
    expect(mismatchReason(PAIR, car, shown(bare))).toEqual({ mismatch: 'unmarked', number: 4711, value: null })
  })
})

test('A move placed by phone matches under a reference of the provider when all other facts fit', () => {
  const phoned = { ...PAIR, state: 'placed-by-phone' as const }
  expect(why({ reference: 'PH-77' }, phoned)).toBeNull()
  expect(why({ reference: 'PH-77', vin: null }, phoned)).toMatch(/can't tell/)
})
