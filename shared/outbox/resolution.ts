import { z } from 'zod'
import { requiredLine } from '../text-schema.ts'

/*
 * What a person can decide about a booking that does not settle by itself (test/spec/reliability.md#resolutions).
 * Who decided, and why, is kept for good.
 */

/** Who decided something, or asked for it. */
export const requesterSchema = requiredLine('Your name', 80)

const who = requesterSchema

export const resolutionSchema = z.discriminatedUnion(
  'kind',
  [
    /** Lets a held booking leave all the same. */
    z.strictObject({ kind: z.literal('release'), who }),
    /** The provider has it, under these numbers: they are looked up there before they count. */
    z.strictObject({
      kind: z.literal('provider-numbers'),
      who,
      numbers: z
        .array(z.strictObject({ moveId: z.string().min(1).max(64), number: z.int().positive() }))
        .min(1, { error: 'Enter at least one number of the provider.' })
        .max(2),
    }),
    /** The provider was asked and does not have it; `confirmed` is the second step, which lets it be sent again. */
    z.strictObject({
      kind: z.literal('not-booked-reported'),
      who,
      why: requiredLine('Who said it, and how', 300),
      confirmed: z.boolean(),
    }),
    /** It was given to the provider by phone: it is kept and never sent. */
    z.strictObject({
      kind: z.literal('placed-by-phone'),
      who,
      reference: requiredLine("The provider's reference", 80),
    }),
  ],
  { error: 'Choose what to do with this booking.' },
)

export type Resolution = Readonly<z.output<typeof resolutionSchema>>
