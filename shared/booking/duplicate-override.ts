import { z } from 'zod'
import { bookingSchema } from './booking.ts'
import { optionalLine } from '../text-schema.ts'

/** A booking to save despite its duplicate candidates. */
export const duplicateOverrideSchema = z.strictObject({
  booking: bookingSchema,
  /** The ids of the duplicate candidates that the window showed. */
  alike: z.array(z.string().min(1).max(64)).min(1).max(20),
  who: optionalLine(80),
})

export type DuplicateOverride = z.output<typeof duplicateOverrideSchema>
