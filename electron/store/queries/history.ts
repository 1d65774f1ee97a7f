import type { HistoryEvent } from '../../../shared/views/history.ts'
import type { MoveRole } from '../../../shared/move/move.ts'
import { HOLD_REASONS } from '../../../shared/outbox/machine.ts'
import { parseOutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { addedFactsOf } from '../tables/added-facts.ts'
import { attemptsOf, type AttemptRow } from '../tables/attempts.ts'
import { decisionsOn, type Decision } from '../tables/decisions.ts'
import type { View } from '../tx.ts'
import { amendmentsOfMove } from '../tables/amendments.ts'

/**
 * The limit of attempt steps read for one booking. A booking that was tried for days offline has more steps, all alike.
 */
const MAX_EVENTS = 1000

/**
 * The events of a booking, the newest last; `more` is true if older attempt steps are left out. Null for an unknown
 * booking.
 */
export function historyOf(
  view: View,
  bookingId: string,
): { readonly events: readonly HistoryEvent[]; readonly more: boolean } | null {
  const row = view
    .sql(
      `SELECT b.saved_at AS savedAt, o.id AS entryId, o.state, o.changed_at AS changedAt
       FROM bookings b JOIN outbox o ON o.booking_id = b.id WHERE b.id = +?`,
    )
    .get(bookingId) as { savedAt: UtcInstant; entryId: string; state: string; changedAt: UtcInstant } | undefined
  if (row === undefined) return null
  const decisions = decisionsOn(view, row.entryId)
  const { steps, more } = attemptsOf(view, row.entryId, MAX_EVENTS)
  const events = [
    ...bookedAnd(decisions, row.savedAt),
    ...attemptsIn(steps),
    ...withdrawnUnattended(row, decisions),
    ...amendmentEvents(view, bookingId),
    ...addedFactsOf(view, bookingId).map(({ at, kind, who }): HistoryEvent => ({
      kind: 'fact-added',
      at,
      fact: kind,
      who,
    })),
  ]
  // The stable sort keeps the order of events of the same moment.
  return { events: events.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)), more }
}

function bookedAnd(decisions: readonly Decision[], savedAt: UtcInstant): readonly HistoryEvent[] {
  const despiteDuplicates = decisions.find(({ kind }) => kind === 'booked-despite-duplicates')
  const duplicateCandidates = despiteDuplicates?.detail?.split(', ').length ?? 0
  const others = decisions.filter((decision) => decision !== despiteDuplicates)
  return [
    { kind: 'booked', at: savedAt, who: despiteDuplicates?.who ?? null, duplicateCandidates },
    ...others.map(({ at, kind, who, why, detail }): HistoryEvent => ({
      kind: 'resolved',
      at,
      decision: kind,
      who,
      ...(kind === 'reschedule-settled'
        ? { why: null, detail: why }
        : { why, detail: tellsDetail(kind) ? detail : null }),
    })),
  ]
}

/** The detail of a change and of seen acts is for the send guards alone, and that of a reschedule is an id. */
function tellsDetail(kind: Decision['kind']): boolean {
  return kind !== 'changed' && kind !== 'rescheduled' && kind !== 'acts-seen'
}

/**
 * The event of a booking that was withdrawn because of cancellation requests for all of its moves, without a decision
 * to withdraw the booking.
 */
function withdrawnUnattended(
  { state, changedAt }: { readonly state: string; readonly changedAt: UtcInstant },
  decisions: readonly Decision[],
): readonly HistoryEvent[] {
  if (state !== 'withdrawn' || decisions.some(({ kind }) => kind === 'withdrawn')) return []
  return [{ kind: 'resolved', at: changedAt, decision: 'withdrawn', who: null, why: null, detail: null }]
}

/**
 * Groups steps, oldest first, into events: each sent attempt with its outcome, each hold, and consecutive unreachable
 * attempts as one event.
 */
export function attemptsIn(steps: readonly Omit<AttemptRow, 'entryId'>[]): readonly HistoryEvent[] {
  const events: HistoryEvent[] = []
  const last = () => events.at(-1)
  for (const { at, phase, code = null, status = null } of steps) {
    const before = last()
    if (phase === 'sending') events.push({ kind: 'sent', at, endedAt: null, code: null, status: null })
    else if (phase === 'settled' || phase === 'interrupted') {
      const open = before?.kind === 'sent' && before.code === null
      if (open) events.pop()
      const end = code === null ? null : parseOutcomeCode(code)
      events.push({ kind: 'sent', at: open ? before.at : at, endedAt: at, code: end, status })
    } else if (phase === 'unreachable') {
      const run = before?.kind === 'unreachable' ? before : null
      if (run !== null) events.pop()
      events.push({ kind: 'unreachable', at: run?.at ?? at, until: at, times: (run?.times ?? 0) + 1 })
    } else if (phase === 'prepared' && code !== null)
      events.push({ kind: 'held', at, reason: HOLD_REASONS.find((reason) => reason === code) ?? null })
  }
  return events
}

function amendmentEvents(view: View, bookingId: string): readonly HistoryEvent[] {
  const moves = view.sql('SELECT id, role FROM moves WHERE booking_id = +? ORDER BY role').all(bookingId) as {
    id: string
    role: MoveRole
  }[]
  return moves.flatMap(({ id, role }) =>
    amendmentsOfMove(view, id)
      .toReversed()
      .flatMap(
        ({
          kind: amendment,
          who,
          madeAt,
          state,
          code,
          fields,
          providerMessage,
          changedAt,
        }): readonly HistoryEvent[] => [
          { kind: 'amendment-requested', at: madeAt, amendment, role, who },
          ...(state === 'waiting'
            ? []
            : [
                {
                  kind: 'amendment-changed' as const,
                  at: changedAt,
                  amendment,
                  role,
                  state,
                  code,
                  fields,
                  providerMessage,
                },
              ]),
        ],
      ),
  )
}
