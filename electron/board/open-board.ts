import type { DeskInvitation } from '../../shared/desk/invitation.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { errorCode } from '../platform/log-events.ts'
import { joinBoard, readLink } from '../store/board/link.ts'
import type { MaintainedStore } from '../store/maintenance/maintenance.ts'
import { NO_BOARD, type Board, type BoardOptions } from './board-of-desk.ts'
import { startBoard } from './board.ts'
import { KEPT_MINUTES } from './greeting.ts'
import { createDeskBoard, type DeskBoard } from './desk-board.ts'
import { takeFromFile, type InvitationInFile } from './invitation-in-file.ts'
import { keyPlace, readKnownMembership, readMembership, takeInvitation, type Membership } from './membership.ts'

export { NO_BOARD, type Board, type DeskBoard }

/**
 * Takes a waiting invitation, and starts the board of a desk that has one, once the store is known to be intact. A desk
 * whose invitation cannot be read works on without a board.
 */
export async function openBoard(
  options: BoardOptions,
  home: Pick<MaintainedStore, 'store' | 'intact'>,
  inFile: InvitationInFile | null = null,
): Promise<DeskBoard> {
  const { folder, cipher, clock, log } = options
  const start = (membership: Membership) => startOf(options, home, membership)
  const boardOf = createDeskBoard(options, home.store, { start, probe: (invitation) => probeHub(options, invitation) })
  try {
    const taken = takeInvitation(folder, cipher, clock.now())
    if (taken !== 'none') log({ event: 'board-invitation', code: taken })
    const kept = readMembership(folder, cipher)
    const before = { known: kept ?? readKnownMembership(folder), membership: kept, key: keyPlace(kept, cipher) }
    const { known, membership, key, notices } = takeFromFile(options, home.store, before, inFile)
    const board = membership === null ? NO_BOARD : await start(membership)
    return boardOf({ board, known, key }, notices)
  } catch (error) {
    log({ event: 'internal-error', place: 'board', code: errorCode(error) })
    return boardOf({ board: NO_BOARD, known: null, key: 'missing' }, [])
  }
}

/** Links the store to the board of a membership, unless the store is linked to that board, and starts the board. */
async function startOf(
  { clock, random, ids, log }: BoardOptions,
  { store, intact }: Pick<MaintainedStore, 'store' | 'intact'>,
  membership: Membership,
): Promise<Board> {
  const { role } = membership.desk
  const known = store.read(readLink)
  const incarnation = known?.role === role ? known.incarnation : ids.next()
  const open = await hubOf(membership, incarnation)
  if (known?.role !== role) {
    const since = addMinutes(clock.now(), -KEPT_MINUTES)
    store.write((tx) => joinBoard(tx, { role, incarnation }, since))
  }
  return startBoard({ store, intact, open, clock, random, ids, log })
}

async function hubOf({ hub, desk, key }: Membership, incarnation: string) {
  // A desk without a board loads no client of PostgreSQL.
  const { openPostgresHub } = await import('./postgres.ts')
  return openPostgresHub({
    host: hub.address,
    port: hub.port,
    role: desk.role,
    tls: { ca: hub.authority, cert: desk.certificate, key },
    incarnation,
  })
}

/**
 * Reaches the hub of an invitation without telling it anything, and returns whether a desk was heard under the role
 * before. Rejects with a `HubError`.
 */
async function probeHub({ ids }: BoardOptions, { hub, desk }: DeskInvitation): Promise<{ readonly wasHeard: boolean }> {
  const open = await hubOf({ hub, desk, key: desk.key }, ids.next())
  let lose: (error: Error) => void = () => {}
  const lost = new Promise<never>((_, reject) => (lose = reject))
  lost.catch(() => {})
  const session = await open({ onHint: () => {}, onLost: (error) => lose(error) })
  try {
    const roster = await Promise.race([session.roster(), lost])
    return { wasHeard: roster.some(({ role, heardAt }) => role === desk.role && heardAt !== null) }
  } finally {
    session.close()
  }
}
