import { z } from 'zod'
import { issueCode } from '../field-issues.ts'
import { bookingSchema } from './booking.ts'
import { optionalLine } from '../text-schema.ts'

/** The ids of duplicate candidates that the window showed. */
export const candidateIds = z.array(z.string().min(1).max(64)).max(20).readonly()

/** The ids of the bookings of other customers to whom the window showed that the loaner is promised. */
export const promisedSchema = candidateIds.optional()

/** A booking to save despite its duplicate candidates, or although its loaner is promised to another customer. */
export const duplicateOverrideSchema = z
  .strictObject({
    booking: bookingSchema,
    /** The ids of the duplicate candidates that the window showed; may be empty if `promised` is not. */
    alike: candidateIds,
    promised: promisedSchema,
    who: optionalLine(80),
  })
  .refine(({ alike, promised = [] }) => alike.length + promised.length > 0, {
    path: ['alike'],
    ...issueCode('missing'),
  })

export type DuplicateOverride = z.output<typeof duplicateOverrideSchema>
