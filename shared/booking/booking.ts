import { z } from 'zod/mini'
import { invalidInput, ok, type Result } from '../result.ts'
import { fieldIssues, issueCode, type FieldIssue } from '../field-issues.ts'
import { accountNumberSchema } from './account-number.ts'
import { phoneSchema } from './phone.ts'
import { placeSchema, type Place } from './place.ts'
import { optionalLine, optionalNote, requiredLine } from '../text-schema.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'
import { zonedTimeSchema } from '../time/zoned-time.ts'
import { loanerSchema, vehicleSchema } from './vehicle.ts'

/*
 * The schema of a booking. The form and the bridge both check a booking with `bookingSchema`, and parsing a parsed
 * booking changes no value; paths of issues are paths in this schema, for example `customer.phone` or `place.zip`.
 */

const notes = {
  /** The driver's contact person at the pickup. */
  dealerContact: optionalLine(120),
  specialInstructions: optionalNote(1000),
}

/** The typed reference, usually the repair order. The desk adds a unique part for each move. */
const reference = optionalLine(40)

/** The payer whom the provider bills; null for the desk's payer of the settings, or else the rooftop. */
const payerNumber = accountNumberSchema

const pairFields = z.strictObject({
  kind: z.literal('pair'),
  /**
   * `pickup` brings the customer's vehicle in and a loaner out. `return` brings the loaner in and the customer's
   * vehicle out.
   */
  action: z.enum(['pickup', 'return'], issueCode('action-missing')),
  appointment: zonedTimeSchema,
  customer: z.strictObject({ name: requiredLine(), phone: phoneSchema }),
  /** The customer's address, where the two vehicles are swapped. */
  place: placeSchema,
  vehicle: vehicleSchema,
  /** False for a pair that is the customer's move alone; only some providers take such a booking. */
  withLoaner: z._default(z.boolean(), true),
  /** Null while the loaner is unknown, and without a loaner. */
  loaner: z._default(z.nullable(loanerSchema), null),
  reference,
  payerNumber,
  customerNotes: z.strictObject(notes),
  /** Ignored without a loaner. */
  loanerNotes: z.strictObject(notes),
})

const pairSchema = pairFields.check(
  z.refine(({ withLoaner, loaner }) => withLoaner || loaner === null, {
    path: ['loaner'],
    ...issueCode('loaner-excluded'),
  }),
)

const oneWaySchema = z.strictObject({
  kind: z.literal('one-way'),
  /** When the vehicle can be collected. */
  readyBy: zonedTimeSchema,
  vehicle: vehicleSchema,
  place: placeSchema,
  destination: placeSchema,
  reference,
  payerNumber,
  notes: z.strictObject(notes),
})

export const bookingSchema = z.discriminatedUnion('kind', [pairSchema, oneWaySchema], issueCode('kind-missing'))

export type PairBooking = z.output<typeof pairSchema>
export type OneWayBooking = z.output<typeof oneWaySchema>
export type Booking = z.output<typeof bookingSchema>

/** Checks and normalizes a booking. Fails with `invalid` and one issue for each wrong field. */
export function parseBooking(input: unknown): Result<Booking> {
  const read = bookingSchema.safeParse(input)
  if (read.success) return ok(read.data)
  return invalidInput(fieldIssues(read.error))
}

/** Returns the booking's own time: the appointment of a pair, the ready-by time of a one-way. */
export function bookingTime(booking: Booking) {
  return booking.kind === 'pair' ? booking.appointment : booking.readyBy
}

/** Returns an issue for a booking whose time has passed, because no driver can come in time any more. */
export function checkAgainstClock(booking: Booking, now: UtcInstant): readonly FieldIssue[] {
  if (toMillis(bookingTime(booking).utc) > toMillis(now)) return []
  const path = booking.kind === 'pair' ? 'appointment' : 'readyBy'
  return [{ path, code: 'time-passed' }]
}

/** A stop of the driver, with the task as text for the window. */
export type DriverStop = { readonly place: Place; readonly deed: string }

/**
 * Returns the driver's stops of a pair, in order. `lot` is the rooftop's address, where each pair with a loaner begins
 * and ends.
 */
export function driverStops(
  booking: Pick<PairBooking, 'kind' | 'action' | 'place' | 'withLoaner'>,
  lot: Place,
): readonly DriverStop[] {
  if (!booking.withLoaner) {
    const [from, to] = booking.action === 'pickup' ? [booking.place, lot] : [lot, booking.place]
    return [
      { place: from, deed: "Collects the customer's car" },
      { place: to, deed: booking.action === 'pickup' ? 'Brings it in' : 'Hands it over' },
    ]
  }
  const first = booking.action === 'pickup' ? 'the loaner' : "the customer's car"
  const second = booking.action === 'pickup' ? "the customer's car" : 'the loaner'
  return [
    { place: lot, deed: `Collects ${first}` },
    { place: booking.place, deed: `Hands over ${first}, takes ${second}` },
    { place: lot, deed: `Brings ${second} in` },
  ]
}
