import type { ConnectionState, ConnectionCause, ConnectionDetail } from '../../shared/desk/connection.ts'
import { NO_FIELDS, type Fields } from '../../shared/outbox/fields.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { createEmitter } from '../platform/emitter.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import type { Clock } from '../platform/clock.ts'

/** What the cause of an outage does not tell (`shared/desk/connection.ts`). */
export type LinkReason = { readonly detail?: ConnectionDetail | null; readonly fields?: Fields }

/** The connection status that a person sees: `checking` at first, then as `up` and `down` set it. */
export type ConnectionStatus = {
  current(): ConnectionState
  /**
   * Calls `listener` after each change of the status and at each `notify`. Returns the function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void
  up(): void
  down(cause: ConnectionCause, why?: LinkReason & { readonly until?: UtcInstant | null }): void
  /** Calls the listeners because another value of the desk's status changed, such as the count of unreadable moves. */
  notify(): void
}

export function createConnectionStatus(clock: Clock, log: Log): ConnectionStatus {
  let status: ConnectionState = { kind: 'checking' }
  // A listener that throws must not stop the send queue.
  const changed = createEmitter<[]>((error) =>
    log({ event: 'internal-error', place: 'connection-listener', code: errorCode(error) }),
  )
  const set = (next: ConnectionState) => {
    status = next
    log({ event: 'connection', kind: next.kind, cause: next.kind === 'down' ? next.cause : '' })
    changed.emit()
  }
  return {
    current: () => status,
    onChange: changed.on,
    notify: changed.emit,
    up() {
      if (status.kind !== 'up') set({ kind: 'up', since: clock.now() })
    },
    down(cause, { detail = null, fields = NO_FIELDS, until = null } = {}) {
      const next = { kind: 'down', cause, detail, fields, until } as const
      if (status.kind === 'down' && isSame(status, next)) return
      // A new cause belongs to the same outage, so `since` stays.
      set({ ...next, since: status.kind === 'down' ? status.since : clock.now() })
    },
  }
}

type Down = Omit<Extract<ConnectionState, { kind: 'down' }>, 'since'>

function isSame(one: Down, other: Down): boolean {
  const sameFields = JSON.stringify(one.fields) === JSON.stringify(other.fields)
  return one.cause === other.cause && one.detail === other.detail && one.until === other.until && sameFields
}
