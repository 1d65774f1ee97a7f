import { describe, expect, test } from 'vitest'
import { mismatchReason, type ProviderMoveSummary } from '../../../../shared/move/match.ts'
import type { BookedMoves, Move } from '../../../../shared/move/move.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { CUSTOMER_REFERENCE, PAIR } from '../../../support/builders/booked-moves.ts'
import { describeMismatch } from '../../../../renderer/booking/text/entry-text.ts'

const [MOVE] = PAIR.moves as readonly [Move]
const VIN = '1M8GDM9AXKP042788'

/** What a provider shows of the customer's move, with every mark that it can bear. */
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

test('the sample bears a VIN', () => {
  expect(MOVE.vehicle?.vin).toBe(VIN)
})

describe('our reference decides', () => {
  test.each<Partial<ProviderMoveSummary>>([
    {},
    { vin: null },
    { vin: '1m8-gdm9 axkp042788' },
    { readyBy: null },
    { readyBy: '2020-01-01T00:00:00Z' },
    { pickup: null },
    { pickup: 'elsewhere' },
    { delivery: 'elsewhere' },
  ])('with %j it is ours', (changes) => {
    expect(why(changes)).toBeNull()
  })

  test('but not over the VIN of another car', () => {
    expect(why({ vin: '2T1BURHE0JC000001' })).toContain('2T1BURHE0JC000001')
  })

  test.each(['', 'RO 10412', CUSTOMER_REFERENCE.toLowerCase(), `${CUSTOMER_REFERENCE} `, 'RO 10412 LK-00000000C'])(
    'another one, %j, is another move whatever else fits',
    (reference) => {
      expect(why({ reference })).toMatch(/^Move 4711 .* reference/)
    },
  )
})

describe('where no reference is shown, vehicle, time and places must all fit', () => {
  const bare = { reference: null }
  test('all of them do', () => {
    expect(why(bare)).toBeNull()
    expect(why({ ...bare, readyBy: PAIR.time.utc })).toBeNull()
  })

  test('the ZIP may have its four digits behind it', () => {
    expect(why({ ...bare, pickup: `212 S Mulberry St, Richmond, VA ${MOVE.pickup.zip}-1234, USA` })).toBeNull()
  })

  test.each<[string, Partial<ProviderMoveSummary>, RegExp]>([
    [
      'a house has the number of the ZIP',
      { pickup: `${MOVE.pickup.zip} Ocean Ave, Norfolk, VA 23510` },
      /is collected at/,
    ],
    ['the ZIP is part of a longer number', { pickup: `Norfolk, VA 1${MOVE.pickup.zip}` }, /is collected at/],
    ['no VIN is shown', { vin: null }, /cannot be told/],
    ['no time is shown', { readyBy: null }, /no time/],
    ['ready after the appointment', { readyBy: '2026-11-24T19:00:01Z' }, /ready by/],
    ['ready more than half a day before it', { readyBy: '2026-11-24T06:59:59Z' }, /ready by/],
    ['no place is shown', { pickup: null }, /not shown/],
    ['another ZIP', { pickup: '1 Main St, Boston, MA 02110, USA' }, /02110/],
    ['it goes elsewhere', { delivery: '1 Main St, Boston, MA 02110, USA' }, /it goes to 1 Main St/],
  ])('%s', (_, changes, words) => {
    expect(why({ ...bare, ...changes })).toMatch(words)
  })

  test('where it goes need not be shown', () => expect(why({ ...bare, delivery: null })).toBeNull())

  test('of a one-way the time is the one that was asked for, but for how it is rounded', () => {
    const oneWay = { ...PAIR, kind: 'one-way' } as const
    const at = (minutes: number) => why({ ...bare, readyBy: addMinutes(PAIR.time.utc, minutes) }, oneWay)
    expect([at(-15), at(0), at(15)]).toEqual([null, null, null])
    expect([at(-16), at(16), at(-360)]).toEqual(Array(3).fill(expect.stringMatching(/ready by/)))
    const elsewhere = { ...bare, readyBy: PAIR.time.utc, delivery: '9 Other Rd, Norfolk, VA 23510' }
    expect(why(elsewhere, oneWay)).toMatch(/it goes to 9 Other Rd/)
  })

  test('ours has no VIN', () => {
    const car = { ...MOVE, vehicle: null }
    expect(mismatchReason(PAIR, car, shown(bare))).toEqual({ mismatch: 'unmarked', number: 4711, value: null })
  })
})

test('one that was placed by phone may carry a reference of the provider’s own, and must fit else', () => {
  const phoned = { ...PAIR, state: 'placed-by-phone' as const }
  expect(why({ reference: 'PH-77' }, phoned)).toBeNull()
  expect(why({ reference: 'PH-77', vin: null }, phoned)).toMatch(/cannot be told/)
})
