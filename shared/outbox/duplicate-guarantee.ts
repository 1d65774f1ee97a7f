import { z } from 'zod'
import { PROFILES } from '../desk/provider-profile.ts'
import { parseAddress } from '../desk/settings.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * What was seen of a provider's promise to refuse a repeated booking (test/spec/reliability.md#duplicate-guarantee), as
 * `npm run provider:check -- URL TOKEN --create --record FILE` writes it. Whoever leans on the promise can see from it
 * that it was kept at that address, in that profile, at that time.
 */

/** What is looked at, in this order. */
export const GUARANTEE_CASES = [
  /** A one-way is booked. */
  'one-way',
  /** The same body again: refused with `move_duplication`. */
  'one-way-again',
  /** A fetch shows the first one, not canceled. */
  'one-way-stands',
  'pair',
  'pair-again',
  'pair-stands',
  /** The same reference in small letters. Either answer is right: the provider does not say what is equal. */
  'letter-case',
  /** The same again once the first was asked to be canceled. Either answer is right: it may still be in progress. */
  'after-cancelation',
] as const

/** The cases on which the promise hangs; the others are information. */
const GUARANTEE_CASE_IDS = GUARANTEE_CASES.slice(0, 6)

const evidenceSchema = z.strictObject({
  seen: z.enum(GUARANTEE_CASES),
  /** Null where no answer came, and where more than one was looked at. */
  status: z.int().min(100).max(599).nullable(),
  /** The first code of the error envelope, in lower case. */
  code: z.string().max(60).nullable(),
  /** The provider's numbers of the moves that it is about. */
  moves: z.array(z.int().positive()).readonly(),
  /** Whether the promise was kept there; null for information. */
  agrees: z.boolean().nullable(),
})

export type Evidence = Readonly<z.output<typeof evidenceSchema>>

/** True when every case on which the promise hangs was seen, and nothing that was seen disagrees. */
export function isHonored(evidence: readonly Pick<Evidence, 'seen' | 'agrees'>[]): boolean {
  const agrees = (seen: (typeof GUARANTEE_CASES)[number]) =>
    evidence.some((one) => one.seen === seen && one.agrees === true)
  return GUARANTEE_CASE_IDS.every(agrees) && evidence.every((one) => one.agrees !== false)
}

export const contractSchema = z
  .strictObject({
    /** Written as the settings keep it. */
    address: z.string().refine((text) => parseAddress(text) === text, { error: 'Address cannot be used.' }),
    /** In whose words the bookings were written. */
    profile: z.enum(PROFILES),
    /** When it was seen, UTC. */
    at: z.iso.datetime() satisfies z.ZodType<UtcInstant>,
    honoured: z.boolean(),
    evidence: z.array(evidenceSchema).readonly(),
  })
  .refine(({ honoured, evidence }) => honoured === isHonored(evidence), {
    path: ['honoured'],
    error: 'The evidence says otherwise.',
  })

/** One record. It holds no token, no reference and nothing of a customer. */
export type DuplicateGuarantee = Readonly<z.output<typeof contractSchema>>
