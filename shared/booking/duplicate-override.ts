import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { bookingSchema } from './booking.ts'
import { optionalLine } from '../text-schema.ts'

/** The ids of duplicate candidates that the window showed. */
export const candidateIds = z.readonly(
  z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(20)),
)

/** The ids of the bookings of other customers to whom the window showed that the loaner is promised. */
export const promisedSchema = z.optional(candidateIds)

/** A booking to save despite its duplicate candidates, or although its loaner is promised to another customer. */
export const duplicateOverrideSchema = z
  .strictObject({
    booking: bookingSchema,
    /** The ids of the duplicate candidates that the window showed; may be empty if `promised` is not. */
    alike: candidateIds,
    promised: promisedSchema,
    who: optionalLine(80),
  })
  .check(
    z.refine(({ alike, promised = [] }) => alike.length + promised.length > 0, {
      path: ['alike'],
      ...issueCode('missing'),
    }),
  )

export type DuplicateOverride = z.output<typeof duplicateOverrideSchema>
