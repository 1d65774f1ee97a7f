import { z } from 'zod'
import { PROFILES } from '../desk/provider-profile.ts'
import { parseAddress } from '../desk/settings.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * The record of a duplicate guarantee (test/spec/reliability.md#duplicate-guarantee), which `npm run provider:check --
 * URL TOKEN --create --record FILE` writes. The record proves the guarantee for one address, one profile and the time
 * of the test.
 */

/** The test cases, in this order. */
export const GUARANTEE_CASES = [
  /** Books a one-way. */
  'one-way',
  /** Sends the same body again, which must be refused with `move_duplication`. */
  'one-way-again',
  /** Fetches the first move, which must not be canceled. */
  'one-way-stands',
  'pair',
  'pair-again',
  'pair-stands',
  /**
   * Sends the same reference in lower case. Either response is right, because the provider does not define equality.
   */
  'letter-case',
  /**
   * Sends the same body after a cancellation request for the first move. Either response is right, because the first
   * move may still be in progress.
   */
  'after-cancelation',
] as const

/** The cases that decide the guarantee. The others are information. */
const GUARANTEE_CASE_IDS = GUARANTEE_CASES.slice(0, 6)

const evidenceSchema = z.strictObject({
  seen: z.enum(GUARANTEE_CASES),
  /** Null without a response, and for a case with several requests. */
  status: z.int().min(100).max(599).nullable(),
  /** The first code of the error envelope, in lower case. */
  code: z.string().max(60).nullable(),
  /** The provider's numbers of the moves in question. */
  moves: z.array(z.int().positive()).readonly(),
  /** Whether the provider kept the guarantee in this case; null for information. */
  agrees: z.boolean().nullable(),
})

export type Evidence = Readonly<z.output<typeof evidenceSchema>>

/** True if every deciding case was observed and no observation contradicts the guarantee. */
export function isHonored(evidence: readonly Pick<Evidence, 'seen' | 'agrees'>[]): boolean {
  const agrees = (seen: (typeof GUARANTEE_CASES)[number]) =>
    evidence.some((one) => one.seen === seen && one.agrees === true)
  return GUARANTEE_CASE_IDS.every(agrees) && evidence.every((one) => one.agrees !== false)
}

export const contractSchema = z
  .strictObject({
    /** In the format of the settings. */
    address: z.string().refine((text) => parseAddress(text) === text, { error: 'Address cannot be used.' }),
    /** The profile in which the bookings were written. */
    profile: z.enum(PROFILES),
    /** When the test ran, UTC. */
    at: z.iso.datetime() satisfies z.ZodType<UtcInstant>,
    honoured: z.boolean(),
    evidence: z.array(evidenceSchema).readonly(),
  })
  .refine(({ honoured, evidence }) => honoured === isHonored(evidence), {
    path: ['honoured'],
    error: 'The evidence says otherwise.',
  })

/** One record, without a token, a reference or customer data. */
export type DuplicateGuarantee = Readonly<z.output<typeof contractSchema>>
