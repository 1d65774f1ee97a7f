import { describe, expect, test } from 'vitest'
import {
  checkAgainstClock,
  driverStops,
  parseBooking,
  bookingTime,
  type Booking,
} from '../../../../shared/booking/booking.ts'
import { LOT } from '../../../support/builders/booked-moves.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../../support/builders/form-input.ts'
import { proves } from '../../../support/spec-rows.ts'

function issuesOf(input: unknown) {
  const read = parseBooking(input)
  return read.ok ? [] : read.failure.issues
}

function taken(input: unknown): Booking {
  const read = parseBooking(input)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value
}

const place = (at: string) =>
  [
    [`${at}.name`, 120],
    [`${at}.addressOne`, 200],
    [`${at}.city`, 80],
    [`${at}.state`, 40],
    [`${at}.zip`, 40],
  ] as const
const vehicle = [
  ['vehicle.make', 60],
  ['vehicle.model', 60],
] as const

/** Every text line that a booking requires, with its maximum length in characters. */
const REQUIRED = {
  pair: { input: pairInput, lines: [['customer.name', 120], ...place('place'), ...vehicle] },
  'one-way': { input: oneWayInput, lines: [...place('place'), ...place('destination'), ...vehicle] },
} as const

const required = Object.entries(REQUIRED).flatMap(([kind, { input, lines }]) =>
  lines.map(([path, max]) => [kind, path, max, input] as const),
)

describe.for(required)('The required field of a %s, %s', ([kind, path, max, input]) => {
  const only = (value: unknown) => {
    const [issue, ...others] = issuesOf(spoilt(input(), path, value))
    expect(issue?.path).toBe(path)
    expect(others).toEqual([])
    return { code: issue?.code, fields: issue?.fields }
  }

  test(`A missing, null or blank ${path} of a ${kind} is reported as missing`, () => {
    expect(issuesOf(spoilt(input(), path))).toEqual([{ path, code: 'missing' }])
    for (const blank of [null, '', ' ', '\t\n', '\u00a0']) expect(only(blank)).toEqual({ code: 'missing' })
  })

  test(`A value of ${path} of a ${kind} that is not text is refused`, () => {
    for (const wrong of [7, true, [], {}, ['x']]) expect(only(wrong)).toEqual({ code: 'not-text' })
  })

  test(`A ${path} of a ${kind} that is too long is refused with the maximum length`, () => {
    for (const length of [max + 1, max * 4 + 1, 100_000]) {
      expect(only('7'.repeat(length))).toEqual({ code: 'too-long', fields: { max } })
    }
  })

  test(`A ${path} of a ${kind} with a character that cannot be kept is refused`, () => {
    for (const bad of ['a\u0000b', 'a\nb', 'a\u001bb', 'a\u0085b', 'a\u2028b', 'a\ud800b', 'a\udc00']) {
      expect(only(bad)).toEqual({ code: 'unusable-character' })
    }
  })
})

describe('Fields with a choice', () => {
  test.for([
    ['action', 'pair', pairInput, 'action-missing'],
    ['vehicle.manual', 'pair', pairInput, 'transmission-missing'],
    ['vehicle.manual', 'one-way', oneWayInput, 'transmission-missing'],
    ['kind', 'pair', pairInput, 'kind-missing'],
  ] as const)('The field %s of a %s is refused until one of its choices is made', ([path, , input, code]) => {
    for (const value of [undefined, null, '', 'yes', 1]) {
      expect(issuesOf(spoilt(input(), path, value))).toEqual([{ path, code }])
    }
    expect(issuesOf(spoilt(input(), path))).toEqual([{ path, code }])
  })

  test('A transmission given as text is refused for the loaner too', () => {
    expect(issuesOf(spoilt(pairInput(), 'loaner.manual', 'no'))[0]?.path).toBe('loaner.manual')
  })
})

describe('The parts of a booking', () => {
  const parts = [
    ...['appointment', 'customer', 'place', 'vehicle', 'customerNotes', 'loanerNotes'].map(
      (part) => ['pair', part, pairInput] as const,
    ),
    ...['readyBy', 'place', 'destination', 'vehicle', 'notes'].map((part) => ['one-way', part, oneWayInput] as const),
  ]
  test.for(parts)('A %s whose part %s is missing or no object is refused with that path', ([, part, input]) => {
    for (const wrong of [undefined, null, 'x', 3, []]) {
      const issues = issuesOf(spoilt(input(), part, wrong))
      expect(issues).toEqual([{ path: part, code: 'wrong-type' }])
    }
  })

  test.for(['extra', 'place.extra', 'vehicle.wheels', 'customer.email'])('An unknown field %s is refused', (path) => {
    expect(issuesOf(spoilt(pairInput(), path, 1))).toEqual([{ path, code: 'unknown-field' }])
  })

  test('`parseBooking` names all wrong fields at once, each of them once', () => {
    const input: Input = { ...pairInput(), customer: {}, vehicle: { manual: false }, place: {} }
    const paths = issuesOf(input).map((issue) => issue.path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).toEqual(
      expect.arrayContaining(['customer.name', 'customer.phone', 'vehicle.make', 'vehicle.model', 'place.zip']),
    )
  })

  test('A failure of `parseBooking` has the same code for one wrong field and for two', () => {
    const one = parseBooking(spoilt(pairInput(), 'place.zip', ''))
    const two = parseBooking(spoilt(spoilt(pairInput(), 'place.zip', ''), 'place.city', ''))
    expect(one).toMatchObject({ failure: { code: 'invalid', detail: 'invalid-input' } })
    expect(two).toMatchObject({ failure: { code: 'invalid', detail: 'invalid-input' } })
  })
})

describe('Optional fields', () => {
  const open =
    'vehicle.stock vehicle.vin vehicle.year vehicle.color place.addressTwo reference loaner.make loaner.model loaner.stock customerNotes.dealerContact loanerNotes.specialInstructions'.split(
      ' ',
    )
  test.for(open)('The optional field %s is null when it is missing, null or blank', (path) => {
    const at = (booking: Booking) => path.split('.').reduce<unknown>((value, name) => (value as Input)[name], booking)
    expect(at(taken(spoilt(pairInput(), path)))).toBeNull()
    for (const blank of [null, '', '  ']) expect(at(taken(spoilt(pairInput(), path, blank)))).toBeNull()
    for (const wrong of [5, false, {}]) expect(issuesOf(spoilt(pairInput(), path, wrong))[0]?.path).toBe(path)
    expect(issuesOf(spoilt(pairInput(), path, '1'.repeat(9000)))[0]?.path).toBe(path)
  })

  test('A missing loaner is null, and a loaner without any fact has an automatic transmission', () => {
    proves('1: loaner')
    expect(taken(spoilt(pairInput(), 'loaner'))).toMatchObject({ loaner: null })
    expect(taken(spoilt(pairInput(), 'loaner', {}))).toMatchObject({
      loaner: { make: null, stock: null, manual: false },
    })
  })

  test('A note keeps tabs and line breaks, each break as one character, and refuses other control characters', () => {
    const booking = taken(spoilt(oneWayInput(), 'notes.specialInstructions', ' two\r\nlines\rand\n\ta tab '))
    expect(booking).toMatchObject({ notes: { specialInstructions: 'two\nlines\nand\n\ta tab' } })
    expect(issuesOf(spoilt(oneWayInput(), 'notes.specialInstructions', 'a\u0007b'))[0]?.path).toBe(
      'notes.specialInstructions',
    )
  })
})

describe('The time of a booking', () => {
  const pair = taken(pairInput())
  const oneWay = taken(oneWayInput())

  test('`bookingTime` is the appointment of a pair and the ready-by time of a one-way', () => {
    expect(bookingTime(pair)).toEqual(pairInput()['appointment'])
    expect(bookingTime(oneWay)).toEqual(oneWayInput()['readyBy'])
  })

  test('`checkAgainstClock` takes a time that is a second ahead and refuses the present second', () => {
    expect(checkAgainstClock(pair, '2026-11-24T18:59:59Z')).toEqual([])
    expect(checkAgainstClock(pair, '2026-11-24T19:00:00Z')).toMatchObject([{ path: 'appointment' }])
    expect(checkAgainstClock(oneWay, '2026-11-24T19:00:01Z')).toMatchObject([{ path: 'readyBy' }])
  })
})

describe('A pair without a loaner', () => {
  test('A pair of an earlier version, which says nothing of it, has a loaner', () => {
    expect(taken(pairInput())).toMatchObject({ withLoaner: true })
  })

  test('A pair without a loaner is read back as it is', () => {
    const booking = taken({ ...pairInput(), withLoaner: false, loaner: null })
    expect(booking).toMatchObject({ withLoaner: false, loaner: null })
    expect(taken(booking)).toEqual(booking)
  })

  test('A loaner in a pair without a loaner is refused at the loaner', () => {
    expect(issuesOf({ ...pairInput(), withLoaner: false })).toEqual([{ path: 'loaner', code: 'loaner-excluded' }])
  })

  test.for([
    [
      'pickup',
      [
        ['Home', "Collects the customer's car"],
        [LOT.name, 'Brings it in'],
      ],
    ],
    [
      'return',
      [
        [LOT.name, "Collects the customer's car"],
        ['Home', 'Hands it over'],
      ],
    ],
  ] as const)('The driver of a %s without a loaner makes two stops', ([action, stops]) => {
    const input = { ...pairInput(), action, withLoaner: false, loaner: null }
    const booking = taken(input) as Extract<Booking, { kind: 'pair' }>
    expect(driverStops(booking, LOT).map((stop) => [stop.place.name, stop.deed])).toEqual(stops)
  })
})

describe('`driverStops` of a pair', () => {
  const stops = (action: 'pickup' | 'return') =>
    driverStops({ ...(taken(pairInput()) as Extract<Booking, { kind: 'pair' }>), action }, LOT)

  test.for(['pickup', 'return'] as const)('The driver of a %s begins and ends at the service lot', (action) => {
    proves('1: first')
    expect(stops(action).map((stop) => stop.place.name)).toEqual([LOT.name, 'Home', LOT.name])
  })

  test("The driver of a pickup takes the loaner out and brings the customer's car in", () => {
    proves('1: pickup')
    expect(stops('pickup').map((stop) => stop.deed)).toEqual([
      'Collects the loaner',
      "Hands over the loaner, takes the customer's car",
      "Brings the customer's car in",
    ])
  })

  test("The driver of a return takes the customer's car out and brings the loaner in", () => {
    proves('1: return')
    expect(stops('return').map((stop) => stop.deed)).toEqual([
      "Collects the customer's car",
      "Hands over the customer's car, takes the loaner",
      'Brings the loaner in',
    ])
  })
})
