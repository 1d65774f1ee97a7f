import { z } from 'zod/mini'
import { MAX_INVITATION_LENGTH } from './board-membership.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * The invitation of a desk to the board of its rooftop, as `lanekeeper --hub invite` writes it, and what the
 * desk keeps of it. Only the main process reads it, because an invitation holds the private key of the desk.
 */

const name = z.string().check(z.minLength(1), z.maxLength(200))
const pem = z.string().check(z.maxLength(8_000))

/** What a desk keeps of its invitation beside the key. */
export const membershipSchema = z.object({
  hub: z.object({
    id: z.string(),
    rooftop: name,
    address: z.string().check(z.minLength(1), z.maxLength(253)),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    authority: pem,
  }),
  desk: z.object({ name, role: z.string().check(z.minLength(1), z.maxLength(63)), certificate: pem }),
})

export const invitationSchema = z.extend(membershipSchema, {
  kind: z.literal('lanekeeper-board-invitation'),
  version: z.literal(1),
  desk: z.extend(membershipSchema.shape.desk, { key: pem }),
  takeBy: z.string(),
})

export type DeskInvitation = z.output<typeof invitationSchema>

/** Reads an invitation from the text of its file; null for any other text. */
export function parseInvitation(text: string): DeskInvitation | null {
  if (text.length > MAX_INVITATION_LENGTH) return null
  try {
    const read = invitationSchema.safeParse(JSON.parse(text.replace(/^\ufeff/, '')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** True once the invitation may not be taken any more. */
export function isExpired({ takeBy }: Pick<DeskInvitation, 'takeBy'>, now: UtcInstant): boolean {
  return takeBy < now
}
