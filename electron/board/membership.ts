import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod/mini'
import type { BoardKeyPlace } from '../../shared/desk/board-membership.ts'
import { invitationSchema, isExpired, membershipSchema, type DeskInvitation } from '../../shared/desk/invitation.ts'
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

/** What the desk needs to reach its hub. */
export type Membership = KnownMembership & { readonly key: string }

/** A membership without its key, which may be in a secret store that does not open. */
export type KnownMembership = z.output<typeof membershipSchema>

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
  if (isExpired(read, now)) return 'too-late'
  const { key } = read.desk
  if (cipher === null) {
    writeFileAtomic(join(folder, BARE_KEY_FILE), key, 0o600)
    chmodSync(join(folder, BARE_KEY_FILE), 0o600)
  } else writeFileAtomic(join(folder, KEY_FILE), cipher.encrypt(key), 0o600)
  writeMembership(folder, read)
  rmSync(file)
  return 'taken'
}

/**
 * Keeps an invitation from the settings screen or the settings file in place of an earlier membership, or throws if the
 * disk refuses. As with the token, the key stays in memory where no secret store gives the key back.
 */
export function keepInvitation(
  folder: string,
  cipher: SecretCipher | null,
  invitation: DeskInvitation,
): { readonly membership: Membership; readonly place: 'secret-store' | 'memory' } {
  const { key, ...desk } = invitation.desk
  removeKeys(folder)
  if (cipher !== null) writeFileAtomic(join(folder, KEY_FILE), cipher.encrypt(key), 0o600)
  writeMembership(folder, invitation)
  const place = cipher !== null && readKey(folder, cipher) === key ? 'secret-store' : 'memory'
  if (place === 'memory') removeKeys(folder)
  return { membership: { hub: invitation.hub, desk, key }, place }
}

/** Forgets the membership and its key. Throws if the disk refuses. */
export function forgetMembership(folder: string): void {
  rmSync(join(folder, MEMBERSHIP_FILE), { force: true })
  removeKeys(folder)
}

function removeKeys(folder: string): void {
  for (const file of [KEY_FILE, BARE_KEY_FILE]) rmSync(join(folder, file), { force: true })
}

function writeMembership(folder: string, { hub, desk: { key: _key, ...desk } }: DeskInvitation): void {
  writeFileAtomic(join(folder, MEMBERSHIP_FILE), JSON.stringify({ hub, desk }, null, 2), 0o600)
}

/** The membership of this desk, whether or not its key opens on this PC; null for none. */
export function readKnownMembership(folder: string): KnownMembership | null {
  return readJson(join(folder, MEMBERSHIP_FILE), membershipSchema)
}

/** Where the key of a membership is that was read at the start. */
export function keyPlace(membership: Membership | null, cipher: SecretCipher | null): BoardKeyPlace {
  return membership === null ? 'missing' : cipher === null ? 'file' : 'secret-store'
}

/** The membership of this desk; null for none, and for one whose key does not open on this PC. */
export function readMembership(folder: string, cipher: SecretCipher | null): Membership | null {
  const kept = readKnownMembership(folder)
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

function readJson<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
