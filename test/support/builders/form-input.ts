import fc from 'fast-check'

/** Input of `parseBooking` as a form sends it: plain objects that a test can spoil at one path. */

export type Input = Record<string, unknown>

const place = {
  name: 'Home',
  addressOne: '212 S Mulberry St',
  addressTwo: 'Apt 4',
  city: 'Richmond',
  state: 'VA',
  zip: '23220',
}

const notes = { dealerContact: 'Dana R.', specialInstructions: 'Gate code 0417' }

export function pairInput(): Input {
  return structuredClone({
    kind: 'pair',
    action: 'pickup',
    appointment: { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' },
    customer: { name: 'Harriet Quill', phone: '(804) 555-0134' },
    place,
    vehicle: {
      stock: 'S-1',
      vin: '1M8GDM9AXKP042788',
      year: '2019',
      make: 'Buick',
      model: 'Enclave',
      color: 'White',
      manual: false,
    },
    loaner: { stock: 'LN-12', vin: null, year: null, make: null, model: null, color: null, manual: false },
    reference: 'RO 10412',
    customerNotes: { ...notes },
    loanerNotes: { ...notes },
  })
}

export function oneWayInput(): Input {
  return structuredClone({
    kind: 'one-way',
    readyBy: { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' },
    vehicle: { stock: null, vin: null, year: null, make: 'Ford', model: 'Transit', color: null, manual: true },
    place,
    destination: { ...place, name: 'Body shop' },
    reference: null,
    notes,
  })
}

const ABSENT = Symbol('absent')

/** The input with one value at a path changed or removed. */
export function spoilt(input: Input, path: string, value: unknown = ABSENT): Input {
  const copy = structuredClone(input)
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at: Input = copy
  for (const name of names) at = at[name] as Input
  if (value === ABSENT) Reflect.deleteProperty(at, last)
  else at[last] = value
  return copy
}

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
/** Text as people and machines type it: padded, accented, right to left, emoji, and invalid characters. */
const line = fc.oneof(
  { arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), weight: 3 },
  {
    arbitrary: fc.constantFrom(" Nora  O'Shea ", 'Núñez', 'José', 'עברית', '🚗', 'a\u202eb', '=SUM(A1)', "'; --"),
    weight: 3,
  },
  { arbitrary: fc.string({ maxLength: 20 }), weight: 1 },
)
const optional = maybe(fc.oneof(line, fc.constantFrom(null, '', '   ')))
const aPlace = fc.record({
  name: line,
  addressOne: line,
  addressTwo: optional,
  city: line,
  state: fc.constantFrom('VA', ' Virginia '),
  zip: fc.integer({ min: 0, max: 99_999 }).map((zip) => ` ${String(zip).padStart(5, '0')}`),
})
const vin = maybe(fc.constantFrom('1m8gdm9axkp042788', '1M8-GDM 9AXKP042788', 'SHORT1', '', null))
const year = maybe(fc.constantFrom('2019', ' 1998 ', '', null))
const aVehicle = fc.record({
  stock: optional,
  vin,
  year,
  make: line,
  model: line,
  color: optional,
  manual: fc.boolean(),
})
const aLoaner = fc.record({
  stock: optional,
  vin,
  year,
  make: optional,
  model: optional,
  color: optional,
  manual: maybe(fc.boolean()),
})
const phone = fc.constantFrom(
  '(804) 555-0134',
  '+1 804 555 0134',
  '804.555.0134 x12',
  '8045550134',
  '+44 20 7946 0958',
  '1-804-555-0134 ext 7',
)
const time = fc.constantFrom(
  { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' },
  { local: '2026-11-01T01:30', zone: 'America/New_York', utc: '2026-11-01T06:30:00Z' },
  { local: '2026-07-01T09:15', zone: 'Asia/Kolkata', utc: '2026-07-01T03:45:00Z' },
)
const someNotes = fc.record({
  dealerContact: optional,
  specialInstructions: fc.oneof(optional, fc.constant('two\r\nlines\rand\n\ttabs ')),
})

/** Bookings as a form could send them, nearly all of them valid. */
export const anyBooking: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    kind: fc.constant('pair'),
    action: fc.constantFrom('pickup', 'return'),
    appointment: time,
    customer: fc.record({ name: line, phone }),
    place: aPlace,
    vehicle: aVehicle,
    loaner: maybe(fc.option(aLoaner)),
    reference: optional,
    customerNotes: someNotes,
    loanerNotes: someNotes,
  }),
  fc.record({
    kind: fc.constant('one-way'),
    readyBy: time,
    vehicle: aVehicle,
    place: aPlace,
    destination: aPlace,
    reference: optional,
    notes: someNotes,
  }),
)
