import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { UtcInstant } from '../../shared/time/time.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import type { SecretCipher } from '../settings/token-store.ts'

/*
 * The invitation of a desk to the board of its rooftop, as `lanekeeper --hub invite` writes it, and what the desk keeps
 * of it. The key of the desk's certificate goes to the secret store of the operating system; a PC without a secret
 * store keeps it in a file that its user alone may read.
 */

/** An invitation that a person or IT puts into the data folder. The desk takes and deletes it at its start. */
export const INVITATION_FILE = 'board-invitation.json'
export const MEMBERSHIP_FILE = 'board.json'
export const KEY_FILE = 'board-key.encrypted'
const BARE_KEY_FILE = 'board-key.pem'

const membershipSchema = z.object({
  hub: z.object({
    id: z.string(),
    rooftop: z.string(),
    address: z.string(),
    port: z.number().int().min(1).max(65_535),
    authority: z.string(),
  }),
  desk: z.object({ name: z.string(), role: z.string(), certificate: z.string() }),
})

const invitationSchema = z.object({
  ...membershipSchema.shape,
  kind: z.literal('lanekeeper-board-invitation'),
  version: z.literal(1),
  desk: z.object({ ...membershipSchema.shape.desk.shape, key: z.string() }),
  takeBy: z.string(),
})

/** What the desk needs to reach its hub. */
export type Membership = z.output<typeof membershipSchema> & { readonly key: string }

export type TakenInvitation = 'none' | 'taken' | 'unreadable' | 'too-late'

/**
 * Takes the invitation in the data folder in place of an earlier membership; an invitation that cannot be taken stays
 * there. Throws if the disk refuses.
 */
export function takeInvitation(folder: string, cipher: SecretCipher | null, now: UtcInstant): TakenInvitation {
  const file = join(folder, INVITATION_FILE)
  if (!existsSync(file)) return 'none'
  const read = readJson(file, invitationSchema)
  if (read === null) return 'unreadable'
  if (read.takeBy < now) return 'too-late'
  const { key, ...desk } = read.desk
  if (cipher === null) {
    writeFileAtomic(join(folder, BARE_KEY_FILE), key, 0o600)
    chmodSync(join(folder, BARE_KEY_FILE), 0o600)
  } else writeFileAtomic(join(folder, KEY_FILE), cipher.encrypt(key), 0o600)
  writeFileAtomic(join(folder, MEMBERSHIP_FILE), JSON.stringify({ hub: read.hub, desk }, null, 2), 0o600)
  rmSync(file)
  return 'taken'
}

/** The membership of this desk; null for none, and for one whose key does not open on this PC. */
export function readMembership(folder: string, cipher: SecretCipher | null): Membership | null {
  const kept = readJson(join(folder, MEMBERSHIP_FILE), membershipSchema)
  const key = kept === null ? null : readKey(folder, cipher)
  return kept === null || key === null ? null : { ...kept, key }
}

function readKey(folder: string, cipher: SecretCipher | null): string | null {
  try {
    return cipher === null
      ? readFileSync(join(folder, BARE_KEY_FILE), 'utf8')
      : cipher.decrypt(readFileSync(join(folder, KEY_FILE)))
  } catch {
    return null
  }
}

function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
