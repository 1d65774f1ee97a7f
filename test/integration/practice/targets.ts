import { CLIENT, conciergeBody, nestedOneWay, numberedPair } from './authorized.ts'
import { oneWayBody, pairBody } from './running.ts'
import type { Kind } from './values.ts'

/** Every address that takes a body, with every field, from test/spec/service.md#endpoints and test/spec/provider.md. */

export type Target = {
  readonly profile: 'baseline' | 'hopdrive'
  readonly name: string
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  /** A body without faults; `turn` makes its references and vehicles its own. */
  readonly whole: (turn: number) => object
  readonly fields: Readonly<Record<string, Kind>>
  /** The status of a refusal that names fields. */
  readonly refusal: 400 | 422
  /** False where being taken stores nothing. */
  readonly stores: boolean
}

const car = {
  stock: 'optional',
  vin: 'optional',
  year: 'optional',
  color: 'optional',
  make: 'required',
  model: 'required',
  manual: 'flag',
} as const
const loanerCar = { ...car, make: 'optional', model: 'optional', manual: 'optional flag' } as const
const place = {
  name: 'required',
  address_one: 'required',
  address_two: 'optional',
  city: 'required',
  state: 'required',
  zip: 'zip',
} as const
const notes = { dealer_contact: 'optional', special_instructions: 'note' } as const
const around = {
  rooftop: 'number or absent',
  third_party_payer: 'number or absent',
  duplicate_check: 'duplicate check',
} as const
const customer = {
  appointment_time_utc: 'time',
  customer_name: 'required',
  customer_phone: 'phone',
  customer_action: 'action',
} as const

function under(prefix: string, fields: Readonly<Record<string, Kind>>): Record<string, Kind> {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [`${prefix}.${name}`, kind]))
}

function half(name: string, reference: string, vehicle: Kind, fields: Readonly<Record<string, Kind>>) {
  return {
    [name]: 'object' as const,
    ...under(name, { ...notes, [reference]: 'optional', vehicle, pickup_location: 'object' }),
    ...under(`${name}.vehicle`, fields),
    ...under(`${name}.pickup_location`, place),
  }
}

function pairFields(reference: string): Record<string, Kind> {
  return {
    ...customer,
    ...half('loaner_move', reference, 'optional object', loanerCar),
    ...half('customer_move', reference, 'object', car),
  }
}

/** Gives a vehicle a stock number and a VIN that no other request has, the prepared move 70001 included. */
function own<T extends { stock: string; vin: string }>(vehicle: T, turn: number): T {
  return { ...vehicle, stock: `S-TURN-${turn}`, vin: `VIN-${turn}` }
}

export const TARGETS: readonly Target[] = [
  {
    profile: 'baseline',
    name: 'one-way',
    method: 'POST',
    path: '/v1/one-way-moves',
    whole: (turn) => own(oneWayBody(), turn),
    fields: { ready_by_time_utc: 'time', ...notes, reference_id: 'optional', ...car, ...place },
    refusal: 422,
    stores: true,
  },
  {
    profile: 'baseline',
    name: 'pair',
    method: 'POST',
    path: '/v1/concierge-loaner-moves',
    whole: () => pairBody(),
    fields: pairFields('reference_id'),
    refusal: 422,
    stores: true,
  },
  {
    profile: 'baseline',
    name: 'outcome by hand',
    method: 'POST',
    path: '/practice/moves/70002/cancel-outcome',
    whole: () => ({ outcome: 'failed' }),
    fields: { outcome: { only: 'failed', not: ['', 'Failed', 'failed ', 'lost', '\u0000', 7, true, {}] } },
    refusal: 422,
    stores: true,
  },
  {
    profile: 'hopdrive',
    name: 'one-way',
    method: 'POST',
    path: '/v1/one-way-moves',
    whole: (turn) => {
      const { move, ...body } = nestedOneWay()
      return { ...body, move: { ...move, reference_num: `R-${turn}`, vehicle: own(move.vehicle, turn) } }
    },
    fields: {
      ...around,
      ready_by_time_utc: 'time',
      move: 'object',
      ...under('move', { ...notes, reference_num: 'optional', vehicle: 'object', pickup_location: 'object' }),
      'move.delivery_location': 'object',
      ...under('move.vehicle', car),
      ...under('move.pickup_location', place),
      ...under('move.delivery_location', place),
    },
    refusal: 400,
    stores: true,
  },
  {
    profile: 'hopdrive',
    name: 'pair',
    method: 'POST',
    path: '/v1/concierge-loaner-moves',
    whole: (turn) => {
      const { loaner_move, customer_move, ...body } = numberedPair()
      const half = (move: typeof loaner_move) => ({
        ...move,
        reference_num: `R-${turn}`,
        vehicle: own(move.vehicle, turn),
      })
      return { ...body, loaner_move: half(loaner_move), customer_move: half(customer_move) }
    },
    fields: { ...around, ...pairFields('reference_num') },
    refusal: 400,
    stores: true,
  },
  {
    profile: 'hopdrive',
    name: 'pair without a loaner',
    method: 'POST',
    path: '/v1/concierge-moves',
    whole: (turn) => {
      const { customer_move, ...body } = conciergeBody()
      const vehicle = own(customer_move.vehicle, turn)
      return { ...body, customer_move: { ...customer_move, reference_num: `R-${turn}`, vehicle } }
    },
    fields: {
      ...around,
      ...customer,
      ...half('customer_move', 'reference_num', 'object', car),
      'customer_move.delivery_location': 'object',
      ...under('customer_move.delivery_location', place),
    },
    refusal: 400,
    stores: true,
  },
  {
    profile: 'hopdrive',
    name: 'authorize',
    method: 'POST',
    path: '/v1/authorize',
    whole: () => ({ client_id: CLIENT.id, client_secret: CLIENT.secret }),
    fields: {
      client_id: { only: CLIENT.id, not: ['', ' ', '\u0000', 'x'.repeat(201), 7, true, {}] },
      client_secret: { only: CLIENT.secret, not: ['', ' ', 'a\nb', '\ud800', 7, true, {}] },
    },
    refusal: 400,
    stores: false,
  },
  {
    profile: 'hopdrive',
    name: 'cancelation',
    method: 'POST',
    path: '/v1/cancelation',
    whole: () => ({ move_id: 70002 }),
    fields: { move_id: { only: 70002, not: ['70002', 0, -70002, 70002.5, 2 ** 53, true, '', {}] } },
    refusal: 400,
    stores: true,
  },
  {
    profile: 'hopdrive',
    name: 'change',
    method: 'PATCH',
    path: '/v1/moves/70001',
    whole: (turn) => ({
      vehicle_year: '2020',
      vehicle_make: 'Kia',
      vehicle_model: 'Niro',
      vehicle_color: 'Red',
      vehicle_stock: `C-${turn}`,
      vehicle_vin: `CVIN-${turn}`,
      ready_by: '2026-11-25T20:30:00Z',
      reference_num: `C-${turn}`,
    }),
    fields: {
      vehicle_year: 'optional',
      vehicle_make: 'text or absent',
      vehicle_model: 'text or absent',
      vehicle_color: 'optional',
      vehicle_stock: 'optional',
      vehicle_vin: 'optional',
      ready_by: 'iso time or absent',
      reference_num: 'optional',
    },
    refusal: 400,
    stores: true,
  },
]
