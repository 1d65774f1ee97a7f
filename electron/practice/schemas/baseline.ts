import type { z } from '@hono/zod-openapi'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { parseDestination } from './destination.ts'
import { action, check, flag, group, note, optional, orNull, phone, required, time, utc, zip } from './fields.ts'
import type { Address } from '../domain/geocode.ts'
import type { ApiResult } from '../http/error-envelope.ts'
import type { ComparedField } from '../store/store.ts'

/*
 * The bodies of the two POSTs (test/spec/service.md#one-way, test/spec/service.md#pair-request). Only the practice
 * service uses these schemas, so the client cannot share a mistake in them.
 */

const about = { dealer_contact: optional, special_instructions: note, reference_id: optional }
const carFacts = { stock: optional, vin: optional, year: optional, color: optional }
export const customerCar = { ...carFacts, make: required, model: required, manual: flag }
export const loanerCar = { ...carFacts, make: optional, model: optional, manual: flag.optional() }
export const place = {
  name: required,
  address_one: required,
  address_two: optional,
  city: required,
  state: required,
  zip,
}

export const oneWayBody = group({ ready_by_time_utc: time, ...about, ...customerCar, ...place })

export const pairBody = group({
  appointment_time_utc: time,
  customer_name: required,
  customer_phone: phone,
  customer_action: action,
  loaner_move: group({ ...about, vehicle: group(loanerCar).optional(), pickup_location: group(place) }),
  customer_move: group({ ...about, vehicle: group(customerCar), pickup_location: group(place) }),
})

/** One vehicle as responses show it: null for an absent or blank text, and `manual` false by default. */
export type VehicleRequest = {
  readonly stock: string | null
  readonly vin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
  readonly manual: boolean
}

export type MoveRequest = {
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  readonly referenceId: string | null
  readonly vehicle: VehicleRequest
  readonly pickup: Address
}

/**
 * Fields of the whole booking that only the bodies of `hopdrive` have; null in the baseline. `third_party_payer` is
 * checked but left out here, because no response shows the payer.
 */
export type RequestOptions = {
  readonly rooftop: number | null
  readonly duplicateCheck: ComparedField | null
}

export type OneWayRequest = RequestOptions & {
  readonly readyBy: UtcInstant
  readonly move: MoveRequest
  readonly destination: Address
}

export type PairRequest = RequestOptions & {
  readonly appointment: UtcInstant
  readonly action: 'pickup' | 'return'
  readonly loaner: MoveRequest
  readonly customer: MoveRequest
  /** Echoed in responses exactly as given. */
  readonly echo: {
    readonly appointment_time_utc: string
    readonly customer_name: string
    readonly customer_phone: string
    readonly customer_action: 'pickup' | 'return'
  }
}

/** A pair without a loaner, which only `hopdrive` takes: the customer's move with both places. */
export type ConciergeRequest = Omit<PairRequest, 'loaner'> & { readonly destination: Address }

const NOTHING_AROUND: RequestOptions = { rooftop: null, duplicateCheck: null }

/**
 * Parses the body of a one-way; refuses with 400 if the body is not an object, else with 422 and names all wrong
 * fields. `parseDestination` finds the destination in the instructions; without a valid `Destination:` line the
 * destination is the pickup place.
 */
export function parseOneWay(body: unknown): ApiResult<OneWayRequest> {
  const read = check(oneWayBody, body)
  if (read.kind === 'refused') return read
  const given = read.value
  const move = parseMove(given, orNull(given.reference_id), given, given)
  return {
    kind: 'ok',
    value: {
      ...NOTHING_AROUND,
      readyBy: utc(given.ready_by_time_utc),
      move,
      destination: parseDestination(move.specialInstructions) ?? move.pickup,
    },
  }
}

/** Parses a pair's body. Refuses with 400 if the body is not an object, else with 422 and names all wrong fields. */
export function parsePair(body: unknown): ApiResult<PairRequest> {
  const read = check(pairBody, body)
  if (read.kind === 'refused') return read
  const { loaner_move: loaner, customer_move: customer, ...given } = read.value
  return {
    kind: 'ok',
    value: {
      ...NOTHING_AROUND,
      ...parseCustomer(given),
      loaner: parseMove(loaner, orNull(loaner.reference_id), loaner.pickup_location, loaner.vehicle),
      customer: parseMove(customer, orNull(customer.reference_id), customer.pickup_location, customer.vehicle),
    },
  }
}

/** The customer's part of a pair, for both profiles. */
export function parseCustomer(given: PairRequest['echo']): Pick<PairRequest, 'appointment' | 'action' | 'echo'> {
  const { appointment_time_utc, customer_name, customer_phone, customer_action } = given
  return {
    appointment: utc(appointment_time_utc),
    action: customer_action,
    echo: { appointment_time_utc, customer_name, customer_phone, customer_action },
  }
}

type GivenAbout = {
  readonly dealer_contact?: string | undefined
  readonly special_instructions?: string | undefined
}
type GivenCar = z.output<z.ZodObject<typeof loanerCar>>
type GivenPlace = z.output<z.ZodObject<typeof place>>

/** Builds a move from its parts, whose places in the body depend on the kind of booking and on the profile. */
export function parseMove(
  about: GivenAbout,
  referenceId: string | null,
  pickup: GivenPlace,
  vehicle: GivenCar = {},
): MoveRequest {
  return {
    dealerContact: orNull(about.dealer_contact),
    specialInstructions: orNull(about.special_instructions),
    referenceId,
    vehicle: {
      stock: orNull(vehicle.stock),
      vin: orNull(vehicle.vin),
      year: orNull(vehicle.year),
      make: orNull(vehicle.make),
      model: orNull(vehicle.model),
      color: orNull(vehicle.color),
      manual: vehicle.manual ?? false,
    },
    pickup: parsePlace(pickup),
  }
}

export function parsePlace(at: GivenPlace): Address {
  return {
    name: at.name,
    addressOne: at.address_one,
    // A blank value is kept too, because responses echo the given value.
    addressTwo: at.address_two ?? null,
    city: at.city,
    state: at.state,
    zip: at.zip,
  }
}
