import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { requiredLine } from '../text-schema.ts'
import { parseUtc } from '../time/time.ts'

/*
 * The decisions that a person can make about an entry (test/spec/reliability.md#resolutions). The store keeps each
 * decision with its requester and never deletes a decision.
 */

/** Name of the person who decided something or requested an amendment. */
export const requesterSchema = requiredLine(80)

const who = requesterSchema

export const resolutionSchema = z.discriminatedUnion(
  'kind',
  [
    /** Puts a held entry back to `waiting`. */
    z.strictObject({ kind: z.literal('release'), who }),
    /** Sends a booking that another desk may have taken over, while the board is away. */
    z.strictObject({ kind: z.literal('send-without-board'), who }),
    /** The provider has the booking under these numbers. The desk fetches each number before the number counts. */
    z.strictObject({
      kind: z.literal('provider-numbers'),
      who,
      numbers: z
        .array(
          z.strictObject({
            moveId: z.string().check(z.minLength(1), z.maxLength(64)),
            number: z.int().check(z.positive()),
          }),
        )
        .check(z.minLength(1, issueCode('provider-number-missing')), z.maxLength(2)),
    }),
    /**
     * The provider says that no such booking exists. `confirmed` is true in the second step, which puts the entry back
     * to `waiting`.
     */
    z.strictObject({
      kind: z.literal('not-booked-reported'),
      who,
      why: requiredLine(300),
      confirmed: z.boolean(),
    }),
    /** A person gave the booking to the provider by phone. The desk stores the entry and never sends it. */
    z.strictObject({
      kind: z.literal('placed-by-phone'),
      who,
      reference: requiredLine(80),
    }),
    /** The provider rescheduled a move to this number. The desk fetches the number before it follows the new move. */
    z.strictObject({
      kind: z.literal('replacement-number'),
      who,
      moveId: z.string().check(z.minLength(1), z.maxLength(64)),
      number: z.int().check(z.positive()),
    }),
    /** The customer knows that the provider is available only from `earliest` on. */
    z.strictObject({
      kind: z.literal('customer-told'),
      who,
      earliest: z.string().check(z.refine((text) => parseUtc(text) === text)),
    }),
  ],
  issueCode('resolution-missing'),
)

export type Resolution = Readonly<z.output<typeof resolutionSchema>>
