import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import type { Toxic } from '../support/faults/toxics.ts'
import { checkTraffic } from '../support/faults/traffic-check.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { createReferee, readDocument } from '../support/oracle/referee.ts'
import type { Booking } from '../../shared/booking/booking.ts'
import { proves } from '../support/spec-rows.ts'

const UNIT = { name: 'Home', addressOne: '212 S Mulberry St', addressTwo: 'Apt 4', city: 'Richmond', state: 'VA' }

const FULL_RETURN = pairBooking(9, {
  action: 'return',
  place: { ...UNIT, zip: '23220' },
  vehicle: {
    stock: 'C-9',
    vin: '1M8GDM9AXKP000009',
    year: '2019',
    make: 'Volvo',
    model: 'XC60',
    color: 'White',
    manual: true,
  },
  loaner: {
    stock: 'LN-9',
    vin: '1M8GDM9AXKP000109',
    year: '2024',
    make: 'Buick',
    model: 'Envista',
    color: 'Blue',
    manual: true,
  },
  customerNotes: { dealerContact: 'Sam P.', specialInstructions: 'Gate code 0417' },
  loanerNotes: { dealerContact: 'Dana R.', specialInstructions: 'Keys at the desk' },
})

const BARE_CAR = { make: 'Ford', model: 'Transit', manual: false, stock: null, vin: null, year: null, color: null }

const BOOKINGS: readonly Booking[] = [
  pairBooking(12),
  FULL_RETURN,
  pairBooking(2, { loaner: null, reference: null }),
  oneWayBooking(3, {
    place: { ...UNIT, zip: '23220' },
    vehicle: { ...BARE_CAR, stock: 'S-3', vin: '1M8GDM9AXKP000003', year: '2021', color: 'Grey', manual: true },
    notes: { dealerContact: 'Dana R.', specialInstructions: 'Keys at the desk' },
  }),
  oneWayBooking(4, {
    vehicle: BARE_CAR,
    reference: null,
    notes: { dealerContact: null, specialInstructions: null },
  }),
]

/** Opens a desk behind a proxy whose traffic the referee checks, and books. The toxic strikes the creations alone. */
async function drive(bookings: readonly Booking[], toxic: Toxic | null = null) {
  const clock = movableClock()
  const practice = await openTestPractice(temporaryFolder(), { clock })
  const proxy = await openTestProxy(practice.url)
  if (toxic !== null) proxy.addToxic({ ...toxic, match: { asks: 'create' } })
  const traffic = checkTraffic(proxy, createReferee('baseline'))
  // The referee reads its document at the first exchange, which a busy machine does slowly.
  const deadlines = { connect: 30_000, answer: 30_000 }
  const opened = await openTestDesk(temporaryFolder(), providerOf(proxy.url), clock, { deadlines })
  const saved = bookings.map((booking) => valueOf(opened.desk.bookMove(booking)))
  for (let settled = 0; settled < saved.length; settled += 1) await opened.facts.next('send-settled')
  return { ...opened, proxy, traffic, clock, saved }
}

describe('The interface documents', () => {
  test.for(['baseline', 'hopdrive'] as const)('The document of the profile `%s` is valid OpenAPI 3.1', async (name) => {
    const validator = new Validator()
    expect(await validator.validate({ ...readDocument(name) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })
})

describe('Traffic between the desk and the practice service', () => {
  test('Traffic conforms to the service description for every form of booking and while the driver is under way', async () => {
    proves(
      '1: fetch',
      '4: json, not-shown-others',
      '4.1: call, move_id, no-body, headers, answer, pair',
      '4.2: call',
      '4.3: call',
      '5: authorization, content-type',
      '9: prefix',
    )
    const { desk, facts, traffic, clock, saved } = await drive(BOOKINGS)
    // A desk that doubts a response would fail the next assertion with less detail.
    expect(traffic.violations).toEqual([])
    for (const { id } of saved) expect(valueOf(desk.getBooking(id)).state).toBe('booked')
    const numbers = saved.flatMap(({ id }) => valueOf(desk.getBooking(id)).moves.map((move) => move.number))
    const paths = () => new Set(traffic.exchanges.filter((one) => one.method === 'GET').map((one) => one.path))
    const wanted = numbers.map((number) => `/v1/moves/${number.known ? number.value : 'none'}`)
    const onTheWay = () => traffic.exchanges.some((one) => one.answer.body.includes('"status":"delivery'))
    // A round may end that began before the check, so the number of rounds is not asserted.
    for (let round = 0; round < 60 && !(onTheWay() && wanted.every((path) => paths().has(path))); round += 1) {
      desk.checkConnection()
      await facts.next('sync-idle')
      // After an hour every move is due for a fetch.
      clock.moveOn(61)
    }
    expect(traffic.violations).toEqual([])
    expect(traffic.exchanges.filter((one) => one.method === 'POST')).toHaveLength(BOOKINGS.length)
    expect(numbers).toHaveLength(8)
    expect(wanted.filter((path) => !paths().has(path))).toEqual([])
    expect(onTheWay()).toBe(true)
    expect(traffic.exchanges.length).toBeGreaterThan(BOOKINGS.length + numbers.length)
  })

  test('The response to a one-way request has the form of a fetched move', async () => {
    proves('4.1: as-created', '4.2: not-shown-answer')
    const { traffic } = await drive(BOOKINGS.filter((booking) => booking.kind === 'one-way'))
    const answers = traffic.exchanges.filter((one) => one.method === 'POST').map((one) => one.answer.body)
    expect(answers).toHaveLength(2)
    for (const answer of answers)
      expect(createReferee('baseline').judgeBy('OneWayAnswerBy41', JSON.parse(answer))).toEqual([])
  })

  test('A fetch without the version prefix conforms to the service description', async () => {
    proves('4.1: no-version', '9: no-prefix')
    const { proxy, traffic } = await drive([oneWayBooking(5)])
    const headers = {
      authorization: 'Bearer practice-token',
      connection: 'close',
      'content-type': 'application/json',
    }
    expect((await fetch(`${proxy.url}/moves/70001`, { headers })).status).toBe(200)
    expect(traffic.exchanges.at(-1)?.path).toBe('/moves/70001')
    expect(traffic.violations).toEqual([])
  })
})

const PAIR_POST = 'POST /v1/concierge-loaner-moves'
const ONE_WAY_POST = 'POST /v1/one-way-moves'

type Edit = (body: string) => string

const inRequest = (body: Edit): Toxic => ({ type: 'corrupt', when: 'before', body })
const inAnswer = (body: Edit): Toxic => ({ type: 'corrupt', when: 'after', body })

/** A mistake on the way, and the lines that the referee must write about the mistake. */
const PLANTED: readonly (readonly [name: string, booking: Booking, toxic: Toxic, lines: readonly string[]])[] = [
  [
    '`id` in place of `move_id` in the response to a pair',
    pairBooking(1),
    inAnswer((body) => body.replace('"move_id"', '"id"')),
    [
      `${PAIR_POST} answer 200: /loaner_move must have required property 'move_id'`,
      `${PAIR_POST} answer 200: /loaner_move/id must not be there`,
    ],
  ],
  [
    'a missing `zip` in a request',
    oneWayBooking(1),
    inRequest((body) => body.replace(/,"zip":"\d+"/, '')),
    [`${ONE_WAY_POST} request: it must have required property 'zip'`],
  ],
  [
    'a `zip` of nine digits in a request',
    pairBooking(1),
    inRequest((body) => body.replace('"zip":"23220"', '"zip":"23220-1234"')),
    [`${PAIR_POST} request: /loaner_move/pickup_location/zip must match pattern "^[0-9]{5}$"`],
  ],
  [
    'a field of another interface in a request',
    oneWayBooking(1),
    inRequest((body) => body.replace('{', '{"reference_num":"RO 1",')),
    [`${ONE_WAY_POST} request: it must not have reference_num`],
  ],
  [
    'a time with an offset in a request',
    oneWayBooking(1),
    inRequest((body) => body.replace(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/, '$1T$2+00:00')),
    [
      `${ONE_WAY_POST} request: /ready_by_time_utc must match pattern "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]) ([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$"`,
    ],
  ],
  [
    'a ready-by time with an offset in the response to a pair',
    pairBooking(1),
    inAnswer((body) => body.replace(/("ready_by_time_utc":"[^"]*)Z"/, '$1+00:00"')),
    [
      `${PAIR_POST} answer 200: /ready_by_time_utc must match pattern "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$"`,
    ],
  ],
  [
    'another customer in the response to a pair',
    pairBooking(1),
    inAnswer((body) => body.replace(/"customer_name":"[^"]*"/, '"customer_name":"Wren Castellane"')),
    [`${PAIR_POST} answer 200: customer_name is not what was asked`],
  ],
  [
    'two lanes for one pair',
    pairBooking(1),
    inAnswer((body) => body.replace(/\/v1\/lanes\/(\d+)/, '/v1/lanes/1$1')),
    [`${PAIR_POST} answer 200: loaner_move.lane_uri and customer_move.lane_uri differ`],
  ],
]

describe('The referee', () => {
  test.for(PLANTED)('The referee reports %s', async ([, booking, toxic, lines]) => {
    const { traffic } = await drive([booking], toxic)
    expect(traffic.violations).toEqual(lines)
  })
})
