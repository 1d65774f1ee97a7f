import { z } from '@hono/zod-openapi'

/*
 * The responses as schemas, for the OpenAPI document only. `baseline.ts` and `hopdrive.ts` build the real responses,
 * and a test validates those against the document.
 */

const words = z.string().nullable()
const when = z.string().meta({ description: 'ISO 8601 in UTC, with +00:00 or Z' })
const link = z.string().meta({ format: 'uri' })
const cancelStatus = z.enum(['not cancelled', 'pending', 'succeeded', 'partial', 'failed', 'rescheduled'])
const status = z
  .enum([
    'pickup started',
    'pickup arrived',
    'pickup successful',
    'delivery started',
    'delivery arrived',
    'delivery successful',
  ])
  .nullable()

const vehicle = z.object({
  stock: words,
  vin: words,
  year: words,
  make: words,
  model: words,
  color: words,
  manual: z.boolean(),
})

const resolved = {
  lat: z.number(),
  lon: z.number(),
  google_place_id: z.string(),
  location_id: z.int(),
  full_address: z.string(),
}
const named = z.object({ name: z.string(), ...resolved })
const requestedPlace = z.object({
  name: z.string(),
  address_one: z.string(),
  address_two: z.string().optional(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  ...resolved,
})

const common = {
  status,
  pickup_started: when.nullable(),
  pickup_arrived: when.nullable(),
  pickup_successful: when.nullable(),
  delivery_started: when.nullable(),
  delivery_arrived: when.nullable(),
  delivery_successful: when.nullable(),
  tracking_link: link.nullable(),
  move_uri: link,
  lane_uri: link,
  dealer_contact: words,
  special_instructions: words,
  vehicle,
}
const charge = z
  .object({
    type: z.string(),
    status: z.string(),
    disputed: z.boolean(),
    dispute_reason: words,
    discount_amount: z.number(),
    discount_reason: words,
    due_amount: z.number(),
    paid_amount: z.number(),
    balance_remaining: z.number(),
    details: z.array(z.object({ name: z.string(), amount: z.number(), notes: words })),
  })
  .optional()
const numbered = {
  ...common,
  rooftop: z.number().nullable(),
  settled: z.boolean(),
  driver_name: words,
  cancel_reason: words,
  reference_num: words,
  move_details_url: link,
}
const customer = {
  appointment_time_utc: z.string(),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_action: z.enum(['pickup', 'return']),
}

/** See test/spec/service.md#fetch-response. */
export const moveSchema = z.object({
  ready_by_time_utc: when,
  move: z.object({
    id: z.int(),
    ...common,
    cancel_status: cancelStatus,
    move_details_url: link,
    reference_id: words,
  }),
  pickup_location: named,
  delivery_location: named,
})

const half = z.object({
  move_id: z.int(),
  ...common,
  cancel_status: z.null(),
  reference_id: words,
  pickup_location: requestedPlace,
})

/** See test/spec/service.md#pair-response. */
export const pairSchema = z.object({ loaner_move: half, customer_move: half, ready_by_time_utc: when, ...customer })

/** See test/spec/provider.md#fetch. */
export const numberedMoveSchema = z.object({
  ready_by_time_utc: when,
  earliest_available_time: when,
  move: z.object({ id: z.int(), ...numbered, cancel_status: cancelStatus }),
  pickup_location: named,
  delivery_location: named,
  charge,
})

const numberedHalf = z.object({
  move_id: z.int(),
  ...numbered,
  cancel_status: cancelStatus.nullable(),
  pickup_location: requestedPlace,
  delivery_location: requestedPlace,
  charge,
})

/** See test/spec/provider.md#concierge-without-a-loaner, where the form is inferred. */
export const conciergeSchema = z.object({
  customer_move: numberedHalf.extend({ delivery_location: named }),
  ready_by_time_utc: when,
  earliest_available_time: when,
  ...customer,
})

/** See test/spec/provider.md#fetch, where the form is inferred. */
export const numberedPairSchema = conciergeSchema.extend({ loaner_move: numberedHalf, customer_move: numberedHalf })

/** Our own format, because test/spec/service.md shows only a lane's address. */
export const laneSchema = z.object({
  lane_id: z.int(),
  lane_uri: link,
  ready_by_time_utc: when,
  moves: z.array(z.object({ move_id: z.int(), move_uri: link, status, cancel_status: cancelStatus })),
})

export const tokenSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().meta({ description: 'seconds' }),
})

export const pendingSchema = z.object({ move_id: z.int(), cancel_status: z.literal('pending') })

export const changedSchema = z.object({
  id: z.int(),
  vehicle_year: words,
  vehicle_make: words,
  vehicle_model: words,
  vehicle_color: words,
  vehicle_stock: words,
  vehicle_vin: words,
  ready_by: when,
  reference_num: words,
})

export const ledgerSchema = z.array(
  z.object({
    id: z.int(),
    kind: z.enum(['one-way', 'concierge', 'concierge-loaner']),
    accepted_at: when,
    references: z.array(words),
    move_ids: z.array(z.int()),
  }),
)

export const smsSchema = z.array(z.object({ at: when, to: z.string(), move_id: z.int(), text: z.string() }))

export const cancelStatusSchema = z.object({
  move_id: z.int(),
  status,
  cancel_status: cancelStatus,
  new_move_id: z.int().nullable(),
})

export const errorsSchema = z.object({
  errors: z
    .array(
      z.object({
        type: z.enum(['invalid_request_error', 'api_error']),
        code: z.string(),
        message: z.string(),
        param: z.string().optional().meta({ description: 'path of the field in the body' }),
      }),
    )
    .min(1),
})
