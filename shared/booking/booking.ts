import { z } from 'zod'
import { ok, type FieldIssue, type Result } from '../result.ts'
import { fieldIssues, invalidInput } from '../field-issues.ts'
import type { BookedMoves } from '../move/move.ts'
import { phoneSchema } from './phone.ts'
import { placeSchema, type Place } from './place.ts'
import { optionalLine, optionalNote, requiredLine } from '../text-schema.ts'
import { addMinutes, toMillis, type UtcInstant } from '../time/time.ts'
import { zonedTimeSchema } from '../time/zoned-time.ts'
import { loanerSchema, vehicleSchema } from './vehicle.ts'

/*
 * The input of a booking. The form and the bridge both check with `parseBooking`, and parsing a parsed booking changes
 * nothing; issue paths are the paths below, for example `customer.phone` or `place.zip`.
 */

const notes = {
  /** The contact at the pickup place. */
  dealerContact: optionalLine('Contact for the driver', 120),
  specialInstructions: optionalNote('Instructions for the driver', 1000),
}

/** The user's name of the job, usually the repair order. The app appends its own unique part to the sent reference. */
const reference = optionalLine('Reference', 40)

const pairSchema = z.strictObject({
  kind: z.literal('pair'),
  /** `pickup`: the car comes to the shop and a loaner goes out. `return`: the other way around. */
  action: z.enum(['pickup', 'return'], { error: 'Choose pickup or return.' }),
  appointment: zonedTimeSchema,
  customer: z.strictObject({ name: requiredLine('Customer name'), phone: phoneSchema }),
  /** The customer's address, where the driver swaps the two cars. */
  place: placeSchema,
  vehicle: vehicleSchema,
  /** Null while the loaner is not chosen. */
  loaner: loanerSchema.nullable().default(null),
  reference,
  customerNotes: z.strictObject(notes),
  loanerNotes: z.strictObject(notes),
})

const oneWaySchema = z.strictObject({
  kind: z.literal('one-way'),
  /** When the vehicle can be collected. */
  readyBy: zonedTimeSchema,
  vehicle: vehicleSchema,
  place: placeSchema,
  destination: placeSchema,
  reference,
  notes: z.strictObject(notes),
})

export const bookingSchema = z.discriminatedUnion('kind', [pairSchema, oneWaySchema], {
  error: 'Choose what to book: a pair or a one-way move.',
})

export type PairBooking = z.output<typeof pairSchema>
export type OneWayBooking = z.output<typeof oneWaySchema>
export type Booking = z.output<typeof bookingSchema>

/** Checks and normalizes the input of a booking. Fails with `invalid` and an issue for each wrong field. */
export function parseBooking(input: unknown): Result<Booking> {
  const read = bookingSchema.safeParse(input)
  if (read.success) return ok(read.data)
  return invalidInput(fieldIssues(read.error))
}

/** The time of a booking: the appointment of a pair, or the ready-by of a one-way. */
export function bookingTime(booking: Booking) {
  return booking.kind === 'pair' ? booking.appointment : booking.readyBy
}

/** A booking in the past is invalid, because its driver would be sent for nothing. */
export function checkAgainstClock(booking: Booking, now: UtcInstant): readonly FieldIssue[] {
  if (toMillis(bookingTime(booking).utc) > toMillis(now)) return []
  const path = booking.kind === 'pair' ? 'appointment' : 'readyBy'
  return [{ path, message: 'This time has passed. Choose a later one.' }]
}

const ROADS_PER_STRAIGHT_LINE = 1.3
const SPEED_MILES_PER_HOUR = 25
const MIN_DRIVE_MINUTES = 10
/** The drive in minutes if one of the ZIPs has no offline data. */
const UNKNOWN_DRIVE_MINUTES = 30
const ROUNDED_TO_MINUTES = 5

/**
 * Our estimate of `ready_by_time_utc` for a pair, until the provider answers with its own: how that is computed is not
 * shown, only that it precedes the appointment. The drive between the two places, by their ZIPs' distance in
 * a straight `miles` and a town's speed, and the rooftop's margin go before the appointment, in steps of five minutes.
 */
export function estimateReadyBy(appointment: UtcInstant, miles: number | null, marginMinutes: number): UtcInstant {
  const driven =
    miles === null ? UNKNOWN_DRIVE_MINUTES : ((miles * ROADS_PER_STRAIGHT_LINE) / SPEED_MILES_PER_HOUR) * 60
  const drive = Math.ceil(Math.max(driven, MIN_DRIVE_MINUTES) / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES
  return addMinutes(appointment, -(drive + Math.max(0, marginMinutes)))
}

/** Minutes that a booking gets to leave if it was saved after its regular send-by time. */
export const PAST_TOLERANCE_MINUTES = 5

/**
 * The send-by time: `noticeMinutes` before ready-by, or five minutes after a later save, while the person can still
 * watch it leave. A booking that has not left by then is held and never sent late; `savedAt` is null if the save time
 * is unknown.
 */
export function sendBy(
  { readyBy, time, savedAt }: Pick<BookedMoves, 'readyBy' | 'time'> & { readonly savedAt: UtcInstant | null },
  noticeMinutes: number,
): UtcInstant {
  const noticed = addMinutes(readyBy.utc, -noticeMinutes)
  const granted = savedAt === null ? noticed : addMinutes(savedAt, PAST_TOLERANCE_MINUTES)
  const by = toMillis(noticed) > toMillis(granted) ? noticed : granted
  return toMillis(by) < toMillis(time.utc) ? by : time.utc
}

/** One stop of the driver, as text. */
export type DriverStop = { readonly place: Place; readonly deed: string }

/** The driver's stops in order. A pair starts at the service lot (`lot`, the rooftop's). */
export function driverStops(
  booking: Pick<PairBooking, 'kind' | 'action' | 'place'>,
  lot: Place,
): readonly DriverStop[] {
  const first = booking.action === 'pickup' ? 'the loaner' : "the customer's car"
  const second = booking.action === 'pickup' ? "the customer's car" : 'the loaner'
  return [
    { place: lot, deed: `Collects ${first}` },
    { place: booking.place, deed: `Hands over ${first}, takes ${second}` },
    { place: lot, deed: `Brings ${second} in` },
  ]
}
