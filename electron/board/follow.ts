import { errorCode, type Log } from '../platform/log-events.ts'
import { isDamageError, isDiskError } from '../store/errors.ts'
import { markSeen } from '../store/board/link.ts'
import { writeReplica } from '../store/board/replicas.ts'
import type { BookingBody } from '../store/board/booking-body.ts'
import type { Tx } from '../store/tx.ts'
import type { HubEvent } from './hub-session.ts'

/**
 * Writes what events of the hub changed for the desk `role`, and that the store has read the events. An event that
 * cannot be written is logged with its number and left out, so that the desk still reads the others.
 */
export function applyEvents(tx: Tx, role: string, events: readonly HubEvent[], log: Log): void {
  for (const event of events) {
    tx.sql('SAVEPOINT board_event').run()
    try {
      applyEvent(tx, role, event)
    } catch (error) {
      if (isDiskError(error) || isDamageError(error)) throw error
      tx.sql('ROLLBACK TO board_event').run()
      log({ event: 'board-event-skipped', seq: event.seq, code: errorCode(error) })
    }
    tx.sql('RELEASE board_event').run()
  }
  const last = events.at(-1)
  if (last !== undefined) markSeen(tx, last.seq, last.mark)
}

function applyEvent(tx: Tx, role: string, { desk, body, effect }: HubEvent): void {
  const { newest } = effect as { readonly newest?: boolean }
  const { booking } = body as { readonly booking?: BookingBody }
  if (desk !== role && newest === true && booking !== undefined) writeReplica(tx, desk, booking)
}
