import { START } from '../fakes/system.ts'
import type { Amendment } from '../../../shared/outbox/amendment.ts'
import type { BookedMoves, Move, MoveRole } from '../../../shared/move/move.ts'
import type { Place } from '../../../shared/booking/place.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'

/** Saved bookings as literals, for rules that never see a store. */

export const LOT: Place = {
  name: 'Northside Service lot',
  addressOne: '4100 W Broad St',
  addressTwo: null,
  city: 'Richmond',
  state: 'VA',
  zip: '23230',
}

export const HOME: Place = {
  name: 'Home',
  addressOne: '212 S Mulberry St',
  addressTwo: 'Apt 4',
  city: 'Richmond',
  state: 'VA',
  zip: '23220',
}

export const CAR: Vehicle = {
  stock: null,
  vin: '1M8GDM9AXKP042788',
  year: '2019',
  make: 'Buick',
  model: 'Enclave',
  color: 'White',
  manual: false,
}

const LOANER: Vehicle = { ...CAR, stock: 'LN-12', vin: null, year: null, make: null, model: null, color: null }

export const CUSTOMER_REFERENCE = 'RO 10412 LK-7K2M9QZXC'
export const LOANER_REFERENCE = 'RO 10412 LK-7K2M9QZXL'

const unknown = { known: false } as const

export function aMove(role: MoveRole, changes: Partial<Move> = {}): Move {
  return {
    id: `move-${role}`,
    role,
    number: unknown,
    status: unknown,
    cancelStatus: unknown,
    cancelReason: null,
    replacedBy: null,
    replacementMismatch: null,
    formerNumbers: [],
    stages: {
      pickup_started: unknown,
      pickup_arrived: unknown,
      pickup_successful: unknown,
      delivery_started: unknown,
      delivery_arrived: unknown,
      delivery_successful: unknown,
    },
    trackingLink: unknown,
    moveUri: unknown,
    laneUri: unknown,
    detailsUrl: unknown,
    reference: role === 'loaner' ? LOANER_REFERENCE : CUSTOMER_REFERENCE,
    dealerContact: null,
    specialInstructions: null,
    vehicle: role === 'loaner' ? LOANER : CAR,
    providerVehicle: null,
    providerValues: {},
    news: {},
    pickup: { ...(role === 'loaner' ? LOT : HOME), resolved: unknown },
    delivery: { ...(role === 'loaner' ? HOME : LOT), resolved: unknown },
    providerReadAt: null,
    missingSince: null,
    amendments: [],
    ...changes,
  }
}

const common = {
  id: 'booking-1',
  desk: null,
  state: 'sending',
  waitReason: null,
  entry: {
    state: 'sending',
    code: null,
    fields: {},
    providerMessage: null,
    unresolvedAttempt: false,
    sentAt: '2026-11-21T15:00:00Z',
    notBookedReportedAt: null,
    overriddenHolds: [],
  },
  savedAt: '2026-11-21T15:00:00Z',
  reference: 'RO 10412',
  addedFacts: [],
  payerNumber: null,
  capabilities: { cancel: false, change: false },
  providerValues: {},
  customerToTell: null,
  replaces: null,
  replacement: null,
  time: { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' },
} as const

export const PAIR: BookedMoves = {
  ...common,
  kind: 'pair',
  action: 'pickup',
  customerName: 'Harriet Quill',
  customerPhone: '+18045550134',
  readyBy: { utc: '2026-11-24T18:00:00Z', source: 'estimate' },
  moves: [aMove('customer'), aMove('loaner')],
}

export const ONE_WAY: BookedMoves = {
  ...common,
  kind: 'one-way',
  action: null,
  customerName: null,
  customerPhone: null,
  readyBy: { utc: '2026-11-24T19:00:00Z', source: 'requested' },
  moves: [aMove('single')],
}

/** A pickup without a loaner. */
export const CONCIERGE: BookedMoves = { ...PAIR, moves: [aMove('customer')] }

/** The documented response to a pair (test/spec/service.md), for `PAIR`. */
export function pairAnswer(customer: object = {}, loaner: object = {}) {
  const move = (id: number, reference: string, vin: string | null) => ({
    move_id: id,
    status: null,
    cancel_status: null,
    move_uri: `https://provider.example/v1/moves/${id}`,
    lane_uri: 'https://provider.example/v1/lanes/77',
    reference_id: reference,
    vehicle: { vin, manual: false },
  })
  return {
    loaner_move: { ...move(90_002, LOANER_REFERENCE, null), ...loaner },
    customer_move: { ...move(90_001, CUSTOMER_REFERENCE, CAR.vin), ...customer },
    ready_by_time_utc: '2026-11-24T18:10:00Z',
    appointment_time_utc: '2026-11-24 19:00:00',
  }
}

/** The documented response to a one-way, for `ONE_WAY`. */
export function singleAnswer(move: object = {}) {
  return {
    ready_by_time_utc: '2026-11-24T19:00:00+00:00',
    move: { id: 90_001, status: null, reference_id: CUSTOMER_REFERENCE, vehicle: { vin: CAR.vin }, ...move },
    pickup_location: { name: 'Home', lat: 37.5, lon: -77.4, location_id: 5, full_address: '212 S Mulberry St' },
    delivery_location: { name: 'Northside Service lot' },
  }
}

/** A cancellation that waits, with these changes. */
export function anAmendment(changes: Partial<Amendment> = {}): Amendment {
  const made = { who: 'Dana R.', madeAt: START, changedAt: START, code: null, fields: {}, providerMessage: null }
  return { id: 'w', kind: 'cancel', change: null, state: 'waiting', ...made, ...changes }
}
