import { z } from 'zod/mini'
import { PROFILES } from '../desk/provider-profile.ts'
import { parseAddress } from '../desk/settings.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * The recorded test of whether a provider refuses a repeated booking (test/spec/reliability.md#duplicate-guarantee).
 * `npm run provider:check -- URL TOKEN --create --record FILE` writes the record, which counts for one address and
 * profile.
 */

/** The checks of the test, in this order. */
export const GUARANTEE_CASES = [
  /** Books a one-way. */
  'one-way',
  /** The same body is sent again and must be refused with `move_duplication`. */
  'one-way-again',
  /** A fetch must show the first move, not canceled. */
  'one-way-stands',
  'pair',
  'pair-again',
  'pair-stands',
  /**
   * The same reference in lower case. Either result is acceptable, because the provider does not document which
   * references are equal.
   */
  'letter-case',
  /**
   * The same body after a cancellation request. Either result is acceptable, because the first move may still be in
   * progress.
   */
  'after-cancelation',
] as const

/** The cases that decide about the guarantee. The other cases are only recorded. */
const GUARANTEE_CASE_IDS = GUARANTEE_CASES.slice(0, 6)

const evidenceSchema = z.strictObject({
  seen: z.enum(GUARANTEE_CASES),
  /** HTTP status; null if no response came, and for the two cases that end in `-stands`. */
  status: z.nullable(z.int().check(z.minimum(100), z.maximum(599))),
  /** First code of the error envelope, in lower case; null without an error. */
  code: z.nullable(z.string().check(z.maxLength(60))),
  /** The provider's numbers of the moves of this case. */
  moves: z.readonly(z.array(z.int().check(z.positive()))),
  /** Whether this case supports the guarantee; null for a case that is only recorded. */
  agrees: z.nullable(z.boolean()),
})

export type Evidence = Readonly<z.output<typeof evidenceSchema>>

/** True if every deciding case was seen and agrees, and no case disagrees. */
export function isHonored(evidence: readonly Pick<Evidence, 'seen' | 'agrees'>[]): boolean {
  const agrees = (seen: (typeof GUARANTEE_CASES)[number]) =>
    evidence.some((one) => one.seen === seen && one.agrees === true)
  return GUARANTEE_CASE_IDS.every(agrees) && evidence.every((one) => one.agrees !== false)
}

export const duplicateGuaranteeSchema = z
  .strictObject({
    /** The provider's address as `parseAddress` returns the address. */
    address: z.string().check(z.refine((text) => parseAddress(text) === text)),
    /** The profile whose request format the test used. */
    profile: z.enum(PROFILES),
    /** When the test ran, in UTC. */
    at: z.iso.datetime() satisfies z.ZodMiniType<UtcInstant>,
    honored: z.boolean(),
    evidence: z.readonly(z.array(evidenceSchema)),
  })
  .check(
    z.refine(({ honored, evidence }) => honored === isHonored(evidence), {
      path: ['honored'],
    }),
  )

/** The record of one test. A record holds no token, no reference and no personal data. */
export type DuplicateGuarantee = Readonly<z.output<typeof duplicateGuaranteeSchema>>
