import { addMinutes } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import type { Random } from '../platform/random.ts'
import type { SecretCipher } from '../settings/token-store.ts'
import { joinBoard, readLink } from '../store/board/link.ts'
import type { MaintainedStore } from '../store/maintenance/maintenance.ts'
import { NO_BOARD, type Board } from './board-of-desk.ts'
import { KEPT_MINUTES, startBoard } from './board.ts'
import { readMembership, takeInvitation } from './membership.ts'

export { NO_BOARD, type Board }

export type BoardOptions = {
  readonly folder: string
  readonly cipher: SecretCipher | null
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Log
}

/**
 * Takes a waiting invitation, and starts the board of a desk that has one, once the store is known to be intact. A desk
 * whose invitation cannot be read works on without a board.
 */
export async function openBoard(
  { folder, cipher, clock, random, ids, log }: BoardOptions,
  { store, intact }: Pick<MaintainedStore, 'store' | 'intact'>,
): Promise<Board> {
  try {
    const taken = takeInvitation(folder, cipher, clock.now())
    if (taken !== 'none') log({ event: 'board-invitation', code: taken })
    const membership = readMembership(folder, cipher)
    if (membership === null) return NO_BOARD
    const { hub, desk, key } = membership
    const known = store.read(readLink)
    const incarnation = known?.role === desk.role ? known.incarnation : ids.next()
    if (known?.role !== desk.role) {
      const since = addMinutes(clock.now(), -KEPT_MINUTES)
      store.write((tx) => joinBoard(tx, { role: desk.role, incarnation }, since))
    }
    // A desk without a board loads no client of PostgreSQL.
    const { openPostgresHub } = await import('./postgres.ts')
    const open = openPostgresHub({
      host: hub.address,
      port: hub.port,
      role: desk.role,
      tls: { ca: hub.authority, cert: desk.certificate, key },
      incarnation,
    })
    return startBoard({ store, intact, open, clock, random, ids, log })
  } catch (error) {
    log({ event: 'internal-error', place: 'board', code: errorCode(error) })
    return NO_BOARD
  }
}
