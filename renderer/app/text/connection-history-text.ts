import { CONNECTION_HISTORY_HOURS, type ConnectionChange } from '../../../shared/desk/connection.ts'
import { formatClock, formatTime } from '../../../shared/time/format.ts'
import { addMinutes, dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import { describeConnection } from './connection-text.ts'

/** The history of the connection as ticks, one an hour, and as lines with the causes. */

export type Tick = 'up' | 'down' | 'unknown'

export const HISTORY_TITLE = `Connection, last ${CONNECTION_HISTORY_HOURS} hours`
export const NO_HISTORY = 'Nothing yet since Lanekeeper was opened.'

/** Returns the ticks of the last hours, the oldest first: `down` if the connection was down at any time of the hour. */
export function ticksOf(changes: readonly ConnectionChange[], now: UtcInstant): readonly Tick[] {
  return Array.from({ length: CONNECTION_HISTORY_HOURS }, (_, place) => {
    const to = addMinutes(now, (place + 1 - CONNECTION_HISTORY_HOURS) * 60)
    const from = addMinutes(to, -60)
    const kinds = changes
      .filter(({ at }, index) => {
        const end = changes[index + 1]?.at
        return at <= to && (end === undefined || end > from)
      })
      .map(({ state }) => state.kind)
    return kinds.includes('down') ? 'down' : kinds.length > 0 ? 'up' : 'unknown'
  })
}

/** Says in one line how often the connection was lost. */
export function describeHistory(changes: readonly ConnectionChange[]): string {
  const lost = changes.filter(({ state }, at) => state.kind === 'down' && changes[at - 1]?.state.kind !== 'down').length
  return `${HISTORY_TITLE}: ${lost === 0 ? 'never offline' : lost === 1 ? 'offline once' : `offline ${lost} times`}`
}

/** A line of the history, the newest first; `at` is a time of day, with the date if the day is another one. */
export type HistoryLine = { readonly at: string; readonly kind: 'up' | 'down'; readonly text: string }

export function historyLines(
  changes: readonly ConnectionChange[],
  zone: string,
  now: UtcInstant,
): readonly HistoryLine[] {
  return changes.toReversed().map(({ at, state }) => ({
    at: dateOf(at, zone) === dateOf(now, zone) ? formatClock(at, zone) : formatTime(at, zone, now),
    kind: state.kind,
    text: state.kind === 'up' ? 'Online' : `Offline. ${describeConnection(state)}`,
  }))
}
