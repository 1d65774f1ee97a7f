import { z } from 'zod'
import { requiredLine } from '../text-schema.ts'

/*
 * The resolutions that a person can choose for a booking that does not settle by itself
 * (test/spec/reliability.md#resolutions). Person and reason are stored for good.
 */

/** The name of the person who decided or requested something. */
export const requesterSchema = requiredLine('Your name', 80)

const who = requesterSchema

export const resolutionSchema = z.discriminatedUnion(
  'kind',
  [
    /** Releases a held booking. */
    z.strictObject({ kind: z.literal('release'), who }),
    /** The provider has the booking under these numbers, which are verified before they count. */
    z.strictObject({
      kind: z.literal('provider-numbers'),
      who,
      numbers: z
        .array(z.strictObject({ moveId: z.string().min(1).max(64), number: z.int().positive() }))
        .min(1, { error: 'Enter at least one number of the provider.' })
        .max(2),
    }),
    /**
     * The provider was asked and does not have the booking. `confirmed` is the second step, after which the booking
     * may be sent again.
     */
    z.strictObject({
      kind: z.literal('not-booked-reported'),
      who,
      why: requiredLine('Who said it, and how', 300),
      confirmed: z.boolean(),
    }),
    /** The booking was given to the provider by phone: kept here, and never sent. */
    z.strictObject({
      kind: z.literal('placed-by-phone'),
      who,
      reference: requiredLine("The provider's reference", 80),
    }),
  ],
  { error: 'Choose what to do with this booking.' },
)

export type Resolution = Readonly<z.output<typeof resolutionSchema>>
