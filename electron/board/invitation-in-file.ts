import { readFileSync, rmSync, statSync } from 'node:fs'
import {
  MAX_INVITATION_LENGTH,
  type BoardKeyPlace,
  type UntakenInvitation,
} from '../../shared/desk/board-membership.ts'
import { isExpired, parseInvitation, type DeskInvitation } from '../../shared/desk/invitation.ts'
import type { Notice } from '../../shared/desk/settings.ts'
import { rightsProblem } from '../platform/file-rights.ts'
import { errorCode } from '../platform/log-events.ts'
import { readLink } from '../store/board/link.ts'
import type { Store } from '../store/store.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'
import { keepInvitation, type KnownMembership, type Membership } from './membership.ts'
import type { BoardOptions } from './board-of-desk.ts'

/*
 * The invitation that IT deploys in the settings file. The desk takes each invitation once, so that a desk which left
 * its board stays away, and a spent invitation is no error.
 */

/** An invitation of the settings file at `path`: the invitation itself, or the path of its file. */
export type InvitationInFile = {
  readonly path: string
  readonly invitation: DeskInvitation | string
  /** Removes the invitation from the settings file once its key is in the secret store. */
  readonly remove: () => void
}

/** What the desk keeps at its start. `key` is where the key of `known` is. */
type Kept = {
  readonly known: KnownMembership | null
  readonly membership: Membership | null
  readonly key: BoardKeyPlace
}

/** Setting with the role of the last invitation that the settings file brought. */
const TAKEN_ROLE = 'board-invitation-taken'

/** Takes the invitation of the settings file in place of `before`, or returns `before` and why nothing was taken. */
export function takeFromFile(
  { folder, cipher, clock, log }: BoardOptions,
  store: Store,
  before: Kept,
  inFile: InvitationInFile | null,
): Kept & { readonly notices: readonly Notice[] } {
  if (inFile === null) return { ...before, notices: [] }
  const untaken = (problem: UntakenInvitation, path: string) => {
    log({ event: 'board-invitation', code: problem })
    // A member needs no invitation, so that IT may leave a spent one in the file or remove the file of the invitation.
    const notices = before.membership === null ? [{ code: 'board-invitation', path, problem } as const] : []
    return { ...before, notices }
  }
  const { invitation, path } = inFile
  const read = typeof invitation === 'string' ? readInvitation(invitation) : invitation
  if (typeof read === 'string') return untaken(read, typeof invitation === 'string' ? invitation : path)
  const { role } = read.desk
  const isOwn = store.read(readLink)?.role === role || before.known?.desk.role === role
  const hasIt = before.membership?.desk.role === role
  const wasTaken = store.read((view) => readSetting(view, TAKEN_ROLE)) === role
  if (hasIt || (wasTaken && !isOwn)) return { ...before, notices: [] }
  // A PC without a secret store takes its own invitation at each start.
  if (!isOwn && isExpired(read, clock.now())) return untaken('expired', path)
  const { membership, place } = keepInvitation(folder, cipher, read)
  store.write((tx) => writeSetting(tx, TAKEN_ROLE, role))
  log({ event: 'board-invitation', code: 'taken' })
  if (place === 'secret-store') {
    if (typeof invitation === 'string') removeQuietly(invitation)
    else inFile.remove()
  }
  return { known: membership, membership, key: place, notices: [] }
}

function readInvitation(path: string): DeskInvitation | UntakenInvitation {
  try {
    const stat = statSync(path)
    // Reading a pipe would block.
    if (!stat.isFile() || stat.size > MAX_INVITATION_LENGTH) return 'not-an-invitation'
    if (rightsProblem(path) !== null) return 'open-to-others'
    return parseInvitation(readFileSync(path, 'utf8')) ?? 'not-an-invitation'
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'missing' : 'unreadable'
  }
}

/** Removes a spent invitation, whose key nobody needs any more; a read-only one stays. */
function removeQuietly(path: string): void {
  try {
    rmSync(path)
  } catch {
    // IT removes what this account cannot.
  }
}
