import type { HistoryEvent } from '../../shared/history.ts'
import type { MoveRole } from '../../shared/move.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { attemptsOf, decisionsOn, type AttemptRow, type Decision } from './attempts.ts'
import type { View } from './store.ts'
import { wishesOfMove } from './wishes.ts'

/** Steps of tries that are read of one booking: what is tried for days offline has more, all of them alike. */
const MOST_STEPS = 1000

/** All that was written down of a booking, the newest last; null where there is no such booking. */
export function historyOf(
  view: View,
  bookingId: string,
): { readonly events: readonly HistoryEvent[]; readonly more: boolean } | null {
  const row = view
    .sql(
      `SELECT b.saved_at AS savedAt, o.id AS entryId, o.state, o.changed_at AS changedAt
       FROM bookings b JOIN outbox o ON o.booking_id = b.id WHERE b.id = ?`,
    )
    .get(bookingId) as { savedAt: UtcInstant; entryId: string; state: string; changedAt: UtcInstant } | undefined
  if (row === undefined) return null
  const decisions = decisionsOn(view, row.entryId)
  const { steps, more } = attemptsOf(view, row.entryId, MOST_STEPS)
  const events = [
    ...savedAnd(decisions, row.savedAt),
    ...triesIn(steps),
    ...withdrawnWithoutWord(row, decisions),
    ...wishesOf(view, bookingId),
  ]
  // Sorting keeps the order of what happened in one moment.
  return { events: events.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)), more }
}

function savedAnd(decisions: readonly Decision[], savedAt: UtcInstant): readonly HistoryEvent[] {
  const knowingly = decisions.find(({ kind }) => kind === 'saved-knowingly')
  const beside = knowingly?.detail?.split(', ').length ?? 0
  const others = decisions.filter((decision) => decision !== knowingly)
  return [
    { kind: 'saved', at: savedAt, who: knowingly?.who ?? null, beside },
    ...others.map(({ at, kind, who, why, detail }): HistoryEvent => ({
      kind: 'decided',
      at,
      decision: kind,
      who,
      why,
      // What is kept with a change is for the gates.
      detail: kind === 'changed' ? null : detail,
    })),
  ]
}

/** What was taken back before that was written down with the decisions. */
function withdrawnWithoutWord(
  { state, changedAt }: { readonly state: string; readonly changedAt: UtcInstant },
  decisions: readonly Decision[],
): readonly HistoryEvent[] {
  if (state !== 'withdrawn' || decisions.some(({ kind }) => kind === 'withdrawn')) return []
  return [{ kind: 'decided', at: changedAt, decision: 'withdrawn', who: null, why: null, detail: null }]
}

/** Steps put together to tries: each that left with how it ended, and those that reached nobody as one. */
export function triesIn(steps: readonly Omit<AttemptRow, 'entryId'>[]): readonly HistoryEvent[] {
  const events: HistoryEvent[] = []
  const last = () => events.at(-1)
  for (const { at, phase, code = null, status = null } of steps) {
    const before = last()
    if (phase === 'sending') events.push({ kind: 'sent', at, endedAt: null, code: null, status: null })
    else if (phase === 'settled' || phase === 'interrupted') {
      const open = before?.kind === 'sent' && before.code === null
      if (open) events.pop()
      events.push({ kind: 'sent', at: open ? before.at : at, endedAt: at, code, status })
    } else if (phase === 'unreached') {
      const run = before?.kind === 'unreached' ? before : null
      if (run !== null) events.pop()
      events.push({ kind: 'unreached', at: run?.at ?? at, until: at, times: (run?.times ?? 0) + 1 })
    } else if (phase === 'prepared' && code !== null) events.push({ kind: 'held', at, gate: code })
  }
  return events
}

function wishesOf(view: View, bookingId: string): readonly HistoryEvent[] {
  const moves = view.sql('SELECT id, role FROM moves WHERE booking_id = ? ORDER BY role').all(bookingId) as {
    id: string
    role: MoveRole
  }[]
  return moves.flatMap(({ id, role }) =>
    wishesOfMove(view, id)
      .toReversed()
      .flatMap(({ kind: wish, who, madeAt, state, reason, changedAt }): readonly HistoryEvent[] => [
        { kind: 'wished', at: madeAt, wish, role, who },
        ...(state === 'waiting' ? [] : [{ kind: 'wish-became' as const, at: changedAt, wish, role, state, reason }]),
      ]),
  )
}
