import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { parseBooking } from '../../../shared/booking/booking.ts'
import { findUnusual } from '../../../shared/booking/unusual.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { anyBooking, oneWayInput, pairInput, spoilt, type Input } from '../../support/builders/form-input.ts'
import { seedOf } from '../../support/fakes/system.ts'
import { authorized } from './authorized.ts'
import { running } from './running.ts'

/** The ends of what the desk takes: the longest texts, the farthest times, the shortest phones of the world. */
const long = (length: number) => fc.constantFrom('x'.repeat(length), 'ü'.repeat(length), ' y'.repeat(length / 2))
const PHONES = [
  '+354 555 1234',
  '+683 4000',
  '+49 30 12345',
  '+47 22 12 34 56',
  '+1 804 555 0134',
  '+44 1534 55',
  '+6834000 x7',
]
const withPhone = (phone: string) => spoilt(pairInput(), 'customer.phone', phone)
const TIMES = [
  { local: '2199-12-31T23:30', zone: 'America/New_York', utc: '2200-01-01T04:30:00Z' },
  { local: '2199-12-31T18:59', zone: 'America/New_York', utc: '2199-12-31T23:59:00Z' },
  { local: '2000-01-01T01:00', zone: 'UTC', utc: '2000-01-01T01:00:00Z' },
]
const anyEnd = (input: Input, time: string, paths: readonly (readonly [string, fc.Arbitrary<unknown>])[]) =>
  fc
    .tuple(fc.subarray([...paths]), fc.constantFrom(...TIMES, undefined))
    .chain(([some, at]) =>
      fc.tuple(fc.constant(at), fc.tuple(...some.map(([path, of]) => of.map((value) => [path, value] as const)))),
    )
    .map(([at, some]) =>
      some.reduce(
        (next, [path, value]) => spoilt(next, path, value),
        at === undefined ? input : spoilt(input, time, at),
      ),
    )
const place = (at: string) =>
  [
    [`${at}.name`, long(120)],
    [`${at}.addressOne`, long(200)],
    [`${at}.addressTwo`, long(120)],
    [`${at}.city`, long(80)],
    [`${at}.state`, long(40)],
    [`${at}.zip`, fc.constantFrom('00000', '99999')],
  ] as const
const car = (at: string) => [
  [`${at}.stock`, long(40)] as const,
  [`${at}.make`, long(60)] as const,
  [`${at}.color`, long(40)] as const,
]
const notes = (at: string) => [
  [`${at}.dealerContact`, long(120)] as const,
  [`${at}.specialInstructions`, fc.oneof(long(1000), fc.constant('a\r\nb\tc\nDestination: x'))] as const,
]
const ends = fc.oneof(
  fc.constantFrom(...PHONES).map(withPhone),
  anyEnd(pairInput(), 'appointment', [
    ['customer.phone', fc.constantFrom(...PHONES)],
    ['customer.name', long(120)],
    ['reference', long(40)],
    ['loaner', fc.constant(null)],
    ...place('place'),
    ...car('vehicle'),
    ...notes('customerNotes'),
    ...notes('loanerNotes'),
  ]),
  anyEnd(oneWayInput(), 'readyBy', [
    ['reference', long(40)],
    ...place('place'),
    ...place('destination'),
    ...car('vehicle'),
    ...notes('notes'),
  ]),
)

test.for(['baseline', 'hopdrive'] as const)(
  'The practice service of the %s profile refuses only bookings that the desk called unusual before the save',
  async (profile) => {
    const { post, end } = await serve(profile)
    onTestFinished(end)
    const { moves, clock } = openDeskStore()
    // No booking of the sample lies in this desk's past.
    clock.setWall('2000-01-01T00:00:00Z')
    const did = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyBooking, ends), async (input) => {
        const read = parseBooking(input)
        if (!read.ok) return
        const booked = moves.bookMove(read.value)
        if (!booked.ok) throw new Error(booked.failure.detail)
        const { path, body } = bookingRequest(booked.value, { profile, rooftop: null })
        // A withdrawn booking promises no loaner, so the next booking may name the same loaner.
        valueOf(moves.withdrawBooking(booked.value.id))
        const { status, json } = await post(path, JSON.parse(body))
        const unusual = findUnusual(read.value)
        expect(unusual.length > 0 ? 'refused' : 'taken', JSON.stringify(json)).toBe(
          status === 200 ? 'taken' : 'refused',
        )
        if (status === 200) did.taken += 1
        else did.refused += 1
      }),
      { seed: seedOf('predicted'), numRuns: 150, examples: PHONES.map((phone): [unknown] => [withPhone(phone)]) },
    )
    expect(did.taken).toBeGreaterThan(60)
    expect(did.refused).toBeGreaterThan(5)
  },
)

async function serve(profile: 'baseline' | 'hopdrive') {
  if (profile === 'baseline') return running()
  const { desk, send } = await authorized()
  return { post: (path: string, body: unknown) => send('POST', path, body), end: () => desk.end() }
}
