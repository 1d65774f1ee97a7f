import { CONNECTION_HISTORY_HOURS, type ConnectionChange, type ConnectionState } from '../../shared/desk/connection.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'

/*
 * The changes of the connection since this start of the desk, in memory only: the history answers "was it us or them"
 * for the day at hand.
 */

export type ConnectionHistory = {
  /**
   * Takes in the present state, of which only a change counts. Returns the changes of the last hours, the oldest first;
   * the first one may be older, because it still held when these hours began.
   */
  noted(present: { readonly connection: ConnectionState; readonly now: UtcInstant }): readonly ConnectionChange[]
}

/** A link that flaps all day long keeps its newest changes. */
const MAX_CHANGES = 200

export function createConnectionHistory(): ConnectionHistory {
  let changes: readonly ConnectionChange[] = []
  return {
    noted({ connection: state, now }) {
      const last = changes.at(-1)
      if (state.kind === 'checking' || (last !== undefined && isSame(last.state, state))) return changes
      const begin = addMinutes(now, -CONNECTION_HISTORY_HOURS * 60)
      const held = changes.findLastIndex(({ at }) => at <= begin)
      changes = [...changes.slice(Math.max(0, held)), { at: now, state }].slice(-MAX_CHANGES)
      return changes
    },
  }
}

function isSame(one: ConnectionState, other: ConnectionState): boolean {
  if (one.kind !== 'down' || other.kind !== 'down') return one.kind === other.kind
  return one.cause === other.cause && one.detail === other.detail
}
