import { z } from '@hono/zod-openapi'
import { assertNever } from '../../../shared/result.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { action, check, group, note, number, optional, orNull, phone, required, time, utc } from './fields.ts'
import { refusal, type ApiResult } from '../http/error-envelope.ts'
import type { ComparedField } from '../store/store.ts'
import {
  parseCustomer,
  parseMove,
  parsePlace,
  customerCar,
  loanerCar,
  place,
  type ConciergeRequest,
  type RequestOptions,
  type OneWayRequest,
  type PairRequest,
} from './baseline.ts'

/*
 * The bodies of the profile `hopdrive` (test/spec/provider.md#request-bodies): vehicle and locations nested in the
 * move, `reference_num` instead of `reference_id`, and 400 for field errors. Fields for workflows, service levels and
 * configurations are ignored like any unknown field.
 */

const about = { dealer_contact: optional, special_instructions: note, reference_num: optional }

const COMPARED = { reference_num: 'referenceId', vehicle_stock: 'stock', vehicle_vin: 'vin' } as const
const around = {
  rooftop: number.optional(),
  third_party_payer: number.optional(),
  duplicate_check: z
    .enum(['reference_num', 'vehicle_stock', 'vehicle_vin'], {
      error: 'must be reference_num, vehicle_stock or vehicle_vin',
    })
    .optional(),
}

export const nestedOneWayBody = group({
  ...around,
  ready_by_time_utc: time,
  move: group({
    ...about,
    vehicle: group(customerCar),
    pickup_location: group(place),
    delivery_location: group(place),
  }),
})

export const numberedPairBody = group({
  ...around,
  appointment_time_utc: time,
  customer_name: required,
  customer_phone: phone,
  customer_action: action,
  loaner_move: group({ ...about, vehicle: group(loanerCar).optional(), pickup_location: group(place) }),
  customer_move: group({ ...about, vehicle: group(customerCar), pickup_location: group(place) }),
})

const { loaner_move: _, ...withoutLoaner } = numberedPairBody.shape
export const conciergeBody = group({
  ...withoutLoaner,
  customer_move: group({ ...numberedPairBody.shape.customer_move.shape, delivery_location: group(place) }),
})

export const authorizeBody = group({ client_id: required, client_secret: required })

export const cancelationBody = group({ move_id: number })

const isoTime = time.regex(/T/, { error: 'must be ISO 8601' })
export const changeBody = group({
  vehicle_year: optional,
  vehicle_make: required.optional(),
  vehicle_model: required.optional(),
  vehicle_color: optional,
  vehicle_stock: optional,
  vehicle_vin: optional,
  ready_by: isoTime.optional(),
  reference_num: optional,
})

/** Parses a one-way's body; its destination is `delivery_location`. Refuses with 400 and names all wrong fields. */
export function parseNestedOneWay(body: unknown): ApiResult<OneWayRequest> {
  const read = check(nestedOneWayBody, body, 400)
  if (read.kind === 'refused') return read
  const { move, ready_by_time_utc } = read.value
  return {
    kind: 'ok',
    value: {
      ...parseRequestContext(read.value),
      readyBy: utc(ready_by_time_utc),
      move: parseMove(move, orNull(move.reference_num), move.pickup_location, move.vehicle),
      destination: parsePlace(move.delivery_location),
    },
  }
}

/** Parses a pair's body. Refuses with 400 and names all wrong fields. */
export function parseNumberedPair(body: unknown): ApiResult<PairRequest> {
  const read = check(numberedPairBody, body, 400)
  if (read.kind === 'refused') return read
  const { loaner_move: loaner, customer_move: customer } = read.value
  return {
    kind: 'ok',
    value: {
      ...parseRequestContext(read.value),
      ...parseCustomer(read.value),
      loaner: parseMove(loaner, orNull(loaner.reference_num), loaner.pickup_location, loaner.vehicle),
      customer: parseMove(customer, orNull(customer.reference_num), customer.pickup_location, customer.vehicle),
    },
  }
}

/** Parses the body of a pair without a loaner. Refuses with 400 and names all wrong fields. */
export function parseConcierge(body: unknown): ApiResult<ConciergeRequest> {
  const read = check(conciergeBody, body, 400)
  if (read.kind === 'refused') return read
  const { customer_move: customer } = read.value
  return {
    kind: 'ok',
    value: {
      ...parseRequestContext(read.value),
      ...parseCustomer(read.value),
      customer: parseMove(customer, orNull(customer.reference_num), customer.pickup_location, customer.vehicle),
      destination: parsePlace(customer.delivery_location),
    },
  }
}

export type ClientCredentials = { readonly client_id: string; readonly client_secret: string }

/** Parses the body of `POST /v1/authorize` (test/spec/provider.md#sign-in). */
export function parseAuthorize(body: unknown): ApiResult<ClientCredentials> {
  return check(authorizeBody, body, 400)
}

/** Parses the body of `POST /v1/cancelation` (test/spec/provider.md#cancellations). */
export function parseCancelation(body: unknown): ApiResult<{ readonly move_id: number }> {
  return check(cancelationBody, body, 400)
}

/** A null field clears the stored value, and an absent field keeps it. `parseChange` makes null from a blank text. */
export type ChangeRequest = {
  readonly referenceId?: string | null
  readonly stock?: string | null
  readonly vin?: string | null
  readonly year?: string | null
  readonly make?: string | null
  readonly model?: string | null
  readonly color?: string | null
  readonly readyBy?: UtcInstant
}

/** Parses the body of `PATCH /v1/moves/:id` (test/spec/provider.md#changes), which needs at least one field. */
export function parseChange(body: unknown): ApiResult<ChangeRequest> {
  const read = check(changeBody, body, 400)
  if (read.kind === 'refused') return read
  const given = read.value
  const texts = [
    ['referenceId', given.reference_num],
    ['stock', given.vehicle_stock],
    ['vin', given.vehicle_vin],
    ['year', given.vehicle_year],
    ['make', given.vehicle_make],
    ['model', given.vehicle_model],
    ['color', given.vehicle_color],
  ] as const
  const value: ChangeRequest = {
    ...Object.fromEntries(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, orNull(text)]]))),
    ...(given.ready_by === undefined ? {} : { readyBy: utc(given.ready_by) }),
  }
  if (Object.keys(value).length > 0) return { kind: 'ok', value }
  return { kind: 'refused', error: refusal(400, 'request_invalid', 'The body must name at least one field to change.') }
}

/** Returns the path in the body of the field that `duplicate_check` compares, for the `param` of a refusal. */
export function paramOf(field: ComparedField, move: 'move' | 'loaner_move' | 'customer_move'): string {
  switch (field) {
    case 'referenceId':
      return `${move}.reference_num`
    case 'stock':
      return `${move}.vehicle.stock`
    case 'vin':
      return `${move}.vehicle.vin`
    default:
      return assertNever(field)
  }
}

function parseRequestContext(given: {
  readonly rooftop?: number | undefined
  readonly duplicate_check?: keyof typeof COMPARED | undefined
}): RequestOptions {
  return {
    rooftop: given.rooftop ?? null,
    duplicateCheck: given.duplicate_check === undefined ? null : COMPARED[given.duplicate_check],
  }
}
