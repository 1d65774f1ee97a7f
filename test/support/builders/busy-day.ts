import { countTripsByQuarter, planTrip } from '../../../shared/booking/trip.ts'
import { STAGES, type BookedMoves, type Move, type Stage } from '../../../shared/move/move.ts'
import {
  addMinutes,
  dateAfter,
  dateOf,
  dayOfDate,
  mondayOf,
  toLocal,
  type UtcInstant,
} from '../../../shared/time/time.ts'
import type { Day } from '../../../shared/views/day.ts'
import { aMove, CAR, LOT, ONE_WAY, PAIR } from './booked-moves.ts'

/* A day of 28 invented bookings in every state that the day screen shows, around a given time. */

type Kind = 'pickup' | 'return' | 'one-way'

/** How far a driver is: the last stage of each leg with its minutes from now. */
type Driven = readonly (readonly [leg: 0 | 1, stage: Stage, minutes: number])[]

type Row = readonly [minutes: number, kind: Kind, name: string, car: string, reference: number, loaner: string]

const DONE: readonly Row[] = [
  [-220, 'pickup', 'Harriet Quill', '2019 Buick Enclave', 10412, 'LN-11'],
  [-190, 'pickup', 'Miles Okafor', '2022 Subaru Outback', 10419, 'LN-4'],
  [-190, 'return', 'Nora O’Shea', '2021 Volvo XC60', 10426, 'LN-13'],
  [-160, 'pickup', 'Ines Núñez', '2018 Toyota Camry', 10433, 'LN-2'],
  [-145, 'one-way', 'S1046', '2023 Ford Transit', 10440, ''],
  [-130, 'pickup', 'Theo Brandt', '2023 Ford Maverick', 10447, 'LN-15'],
  [-100, 'pickup', 'Priya Raman', '2021 Hyundai Palisade', 10461, 'LN-8'],
]

const UNDER_WAY: readonly (readonly [Row, Driven])[] = [
  [
    [-70, 'pickup', 'Lee Sandoval', '2017 Honda Civic', 10468, 'LN-7'],
    [
      [0, 'delivery_successful', -62],
      [1, 'delivery_started', -12],
    ],
  ],
  [
    [-55, 'return', 'Dana Whitfield', '2019 Jeep Grand Cherokee', 10489, 'LN-5'],
    [
      [0, 'delivery_successful', -45],
      [1, 'delivery_started', -10],
    ],
  ],
  [[-10, 'pickup', 'Gus Lindqvist', '2016 Volvo V60', 10496, 'LN-12'], [[0, 'delivery_arrived', -12]]],
  [[20, 'pickup', 'Wren Castellane', '2024 Kia EV6', 10503, 'LN-3'], [[0, 'delivery_started', -6]]],
  [[35, 'one-way', 'S1052', '2020 Honda CR-V', 10510, ''], [[0, 'pickup_arrived', -3]]],
]

const LATE: readonly (readonly [Row, Driven])[] = [
  [[-40, 'pickup', 'Omar Field', '2022 Toyota Camry', 10475, 'LN-20'], [[0, 'pickup_arrived', -50]]],
  [[-25, 'return', 'Ana Prieto', '2020 Toyota RAV4', 10482, 'LN-19'], [[0, 'delivery_started', -9]]],
]

const DOUBTFUL: Row = [140, 'pickup', 'Abel Dufresne', '2020 Honda CR-V', 10454, 'LN-17']

const PLANNED: readonly Row[] = [
  [50, 'pickup', 'Harriet Vance', '2021 Lexus RX', 10517, 'LN-16'],
  [80, 'return', 'Miles Abara', '2022 Toyota Tacoma', 10524, 'LN-4'],
  [95, 'pickup', 'Nora Feld', '2018 Mazda CX-5', 10531, 'LN-9'],
  [110, 'pickup', 'Tom Ekström', '2020 Acura MDX', 10538, ''],
  [125, 'one-way', 'S1058', '2019 Ram 1500', 10545, ''],
  [155, 'pickup', 'Priya Nair', '2023 Honda Pilot', 10552, 'LN-1'],
  [170, 'pickup', 'Harriet Quill', '2019 Buick Enclave', 12345, 'LN-14'],
  [170, 'return', 'Lena Mora', '2021 Subaru Ascent', 10566, 'LN-8'],
  [200, 'pickup', 'Otis Grant', '2017 GMC Acadia', 10573, 'LN-6'],
  [230, 'return', 'Ines Núñez', '2018 Toyota Camry', 10434, 'LN-2'],
  [245, 'pickup', 'Mara Devlin', '2022 Kia Telluride', 10580, 'LN-10'],
  [290, 'return', 'Theo Brandt', '2023 Ford Maverick', 10448, 'LN-15'],
  [320, 'return', 'Lee Sandoval', '2017 Honda Civic', 10469, 'LN-7'],
]

/** Minutes from the set-out to each stage of `STAGES`. */
const STAGE_MINUTES = [0, 3, 5, 6, 30, 34]
const LOT_TO_HOME_MINUTES = 24

/** The day around `now` in `zone`, with bookings in every state. */
export function busyDay(now: UtcInstant, zone: string): Day {
  const made: readonly BookedMoves[] = [
    ...DONE.map((row) =>
      build(row, now, zone, [
        [0, 'delivery_successful', row[0]],
        [1, 'delivery_successful', row[0] + 40],
      ]),
    ),
    ...[...UNDER_WAY, ...LATE].map(([row, driven]) => build(row, now, zone, driven)),
    ...PLANNED.map((row) => build(row, now, zone, [])),
    inState(build(DOUBTFUL, now, zone, []), 'in-doubt', addMinutes(now, -18)),
  ]
  const bookings = made.toSorted((one, other) => one.time.utc.localeCompare(other.time.utc))
  return dayOf(bookings, dateOf(now, zone), zone)
}

/** A day with so many bookings of `day`, with no driver under way and in the future, so that none is late, in doubt or done. */
export function dayAhead(day: Day, count: number): Day {
  const bookings = Array.from({ length: count }, (_, at) => {
    const booking = day.bookings[day.bookings.length - 1 - (at % 3)]
    if (booking === undefined) throw new Error('a busy day has bookings')
    return { ...booking, id: `ahead-${at}` }
  })
  const trips = bookings.flatMap(({ id }, at) => {
    const trip = day.load.trips[day.load.trips.length - 1 - (at % 3)]
    return trip === undefined ? [] : [{ ...trip, bookingId: id }]
  })
  return { ...day, bookings, load: { ...day.load, trips } }
}

/** A `Day` of these bookings, with trips over seven straight miles. */
function dayOf(bookings: readonly BookedMoves[], date: string, zone: string): Day {
  const bounds = dayOfDate(date, zone)
  const trips = bookings
    .filter(({ state }) => state !== 'refused')
    .map((booking) => ({
      bookingId: booking.id,
      action: booking.action,
      customerName: booking.customerName,
      stock: booking.moves[0]?.vehicle?.stock ?? null,
      desk: booking.desk,
      ...planTrip({ kind: booking.kind, time: booking.time.utc, readyBy: booking.readyBy.utc, miles: 7 }),
    }))
  const counts = [22, 31, 28, 0, 12, 14, 19]
  return {
    date,
    ...bounds,
    bookings,
    more: false,
    load: { date, ...bounds, quarters: countTripsByQuarter(trips, bounds), trips, bookings: bookings.length },
    week: counts.map((count, at) => {
      const one = dateAfter(mondayOf(date), at)
      return { date: one, bookings: one === date ? bookings.length : count }
    }),
  }
}

function build(
  [minutes, kind, name, car, reference, stock]: Row,
  now: UtcInstant,
  zone: string,
  driven: Driven,
): BookedMoves {
  const utc = roundToFive(addMinutes(now, minutes))
  const base = kind === 'one-way' ? ONE_WAY : PAIR
  const [year = '', make = '', ...model] = car.split(' ')
  const vehicle = { ...CAR, year, make, model: model.join(' '), stock: kind === 'one-way' ? name : null }
  const id = `busy-${reference}`
  const roles = kind === 'one-way' ? (['single'] as const) : (['customer', 'loaner'] as const)
  const outbound = kind === 'pickup' ? 'loaner' : 'customer'
  return {
    ...base,
    id,
    action: kind === 'one-way' ? null : kind,
    state: 'booked',
    entry: { ...base.entry, state: 'booked' },
    customerName: kind === 'one-way' ? null : name,
    reference: `RO ${reference}`,
    time: { utc, zone, local: toLocal(utc, zone) },
    readyBy: { utc: addMinutes(utc, kind === 'one-way' ? 0 : -LOT_TO_HOME_MINUTES), source: 'estimate' },
    moves: roles.map((role) => {
      const leg = role === 'single' || role === outbound ? 0 : 1
      const loaner = stock === '' ? null : { ...CAR, vin: null, year: null, make: 'Buick', model: 'Encore', stock }
      return aMove(role, {
        id: `${id}-${role}`,
        number: { known: true, value: reference * 10 + leg },
        vehicle: role === 'loaner' ? loaner : vehicle,
        stages: stagesOf(driven.filter(([of]) => of === leg).at(-1), now),
        ...(role === 'single' ? { pickup: { ...LOT, resolved: { known: false } } } : {}),
      })
    }),
  }
}

/** Every stage up to the reached one, a few minutes apart. */
function stagesOf(reached: Driven[number] | undefined, now: UtcInstant): Move['stages'] {
  const last = reached === undefined ? -1 : STAGES.indexOf(reached[1])
  const entries = STAGES.map((stage, index) => {
    const before = index <= last && reached !== undefined
    const minutes = before ? reached[2] - (STAGE_MINUTES[last] ?? 0) + (STAGE_MINUTES[index] ?? 0) : 0
    return [stage, before ? { known: true, value: addMinutes(now, minutes) } : { known: true, value: null }] as const
  })
  return Object.fromEntries(entries) as Move['stages']
}

function inState(booking: BookedMoves, state: BookedMoves['state'], sentAt: UtcInstant): BookedMoves {
  return { ...booking, state, entry: { ...booking.entry, state, sentAt } }
}

function roundToFive(utc: UtcInstant): UtcInstant {
  const minute = Number(utc.slice(14, 16))
  return addMinutes(`${utc.slice(0, 17)}00Z`, -(minute % 5))
}
