import { ok, fail, assertNever, type FailureDetail, type Result } from '../../shared/result.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { quarantineEnd } from '../../shared/outbox/quarantine.ts'
import type { OutboxEvent } from '../../shared/outbox/machine.ts'
import { type UtcInstant } from '../../shared/time/time.ts'
import type { Resolution } from '../../shared/outbox/resolution.ts'
import { movesToReplace } from '../../shared/outbox/moves-to-replace.ts'
import { timeToTell } from '../../shared/outbox/time-to-tell.ts'
import { clearCustomerToTell } from '../store/tables/booking-response.ts'
import { queueAloneClaim, sendAlone } from '../store/board/consent.ts'
import { appendDecision, noteActsSeen } from '../store/tables/decisions.ts'
import { indexBooking } from '../store/queries/search.ts'
import { reportReplacement } from '../store/tables/replacements.ts'
import { recordReportedNumber } from '../store/tables/reported-numbers.ts'
import { transitionEntry, type Entry } from '../store/tables/outbox.ts'
import type { Tx } from '../store/tx.ts'

/*
 * Writes what a person decides about a booking that does not settle automatically. The outbox machine says whether the
 * decision fits, and the same commit records who decided.
 */

export type ResolutionEvent = {
  readonly entry: Entry
  readonly booking: BookedMoves
  readonly resolution: Resolution
  readonly at: UtcInstant
  /** Milliseconds since the last moment at which this entry could have been sent, by the monotonic clock. */
  readonly msSinceLastSend: number
  readonly boardIsLive: boolean
}

/** A resolution that moves the outbox entry. */
type EntryResolution = Exclude<Resolution, { kind: 'customer-told' | 'replacement-number' | 'send-without-board' }>

function eventOf(resolution: EntryResolution, msSinceLastSend: number): OutboxEvent {
  switch (resolution.kind) {
    case 'release':
      return { kind: 'release' }
    case 'provider-numbers':
      return { kind: 'number-reported' }
    case 'not-booked-reported':
      return resolution.confirmed ? { kind: 'not-booked-confirmed', msSinceLastSend } : { kind: 'not-booked-reported' }
    case 'placed-by-phone':
      return { kind: 'placed-by-phone' }
    default:
      return assertNever(resolution)
  }
}

/** Writes a decision. Fails with `not-possible` and writes nothing where the decision does not fit the booking. */
export function applyResolution(tx: Tx, decided: ResolutionEvent): Result<null> {
  const { entry, booking, resolution, at, msSinceLastSend } = decided
  if (resolution.kind === 'customer-told') {
    if (timeToTell(booking) !== resolution.earliest) return fail('not-possible', 'state-changed')
    clearCustomerToTell(tx, booking.id)
    const { kind, who, earliest } = resolution
    appendDecision(tx, { entryId: entry.id, at, kind, who, why: null, detail: earliest })
    return ok(null)
  }
  if (resolution.kind === 'send-without-board') {
    // While the board is live the hub decides, and a person's word would send what another desk took over.
    if (decided.boardIsLive) return fail('not-possible', 'board-live')
    const { who } = resolution
    return sendAlone(tx, entry, { who, at }) ? ok(null) : fail('not-possible', 'state-changed')
  }
  if (resolution.kind === 'replacement-number') {
    const { kind, who, moveId, number } = resolution
    const wrong = replacementReason(booking, resolution)
    if (wrong !== null) return fail('not-possible', wrong)
    tx.touch(booking.id)
    reportReplacement(tx, moveId, number)
    appendDecision(tx, { entryId: entry.id, at, kind, who, why: null, detail: String(number) })
    return ok(null)
  }
  if (resolution.kind === 'provider-numbers') {
    const wrong = numbersReason(booking, resolution)
    if (wrong !== null) return fail('not-possible', wrong)
  }
  const event = eventOf(resolution, msSinceLastSend)
  if (transitionEntry(tx, entry, event, at) === null) return notPossibleReason(decided)
  if (entry.code === 'changed-elsewhere') noteActsSeen(tx, entry.id, { who: resolution.who, at })
  if (resolution.kind === 'placed-by-phone' && !decided.boardIsLive && entry.state !== 'in-doubt')
    queueAloneClaim(tx, entry, resolution.who)
  if (resolution.kind === 'provider-numbers')
    for (const { moveId, number } of resolution.numbers) recordReportedNumber(tx, moveId, number)
  appendDecision(tx, {
    entryId: entry.id,
    at,
    kind: event.kind,
    who: resolution.who,
    why: resolution.kind === 'not-booked-reported' ? resolution.why : null,
    detail: detailOf(resolution),
  })
  // A search finds the booking by the provider's phone reference, which is the detail of the decision.
  if (resolution.kind === 'placed-by-phone') indexBooking(tx, booking.id)
  return ok(null)
}

function numbersReason(
  booking: BookedMoves,
  { numbers }: Extract<Resolution, { kind: 'provider-numbers' }>,
): FailureDetail | null {
  const ours = booking.moves.filter((move) => !move.number.known).map((move) => move.id)
  if (!numbers.every(({ moveId }) => ours.includes(moveId))) return 'number-known'
  const apart = new Set(numbers.map(({ number }) => number)).size === numbers.length
  const known = numbers.some(({ number }) =>
    booking.moves.some((move) => move.number.known && move.number.value === number),
  )
  return apart && !known ? null : 'numbers-equal'
}

function replacementReason(
  booking: BookedMoves,
  { moveId, number }: Extract<Resolution, { kind: 'replacement-number' }>,
): FailureDetail | null {
  const move = movesToReplace(booking).find(({ id }) => id === moveId)
  if (move === undefined) return 'state-changed'
  const known = booking.moves.flatMap((one) => [...one.formerNumbers, ...(one.number.known ? [one.number.value] : [])])
  return known.includes(number) ? 'number-replaced' : null
}

function detailOf(resolution: EntryResolution): string | null {
  switch (resolution.kind) {
    case 'provider-numbers':
      return resolution.numbers.map(({ number }) => number).join(', ')
    case 'placed-by-phone':
      return resolution.reference
    case 'release':
    case 'not-booked-reported':
      return null
    default:
      return assertNever(resolution)
  }
}

function notPossibleReason({ entry, booking, resolution, at, msSinceLastSend }: ResolutionEvent): Result<null> {
  if (resolution.kind === 'not-booked-reported' && resolution.confirmed && entry.state === 'in-doubt') {
    if (entry.notBookedReportedAt === null) return fail('not-possible', 'not-reported-yet')
    return fail('not-possible', 'quarantine', { from: quarantineEnd(msSinceLastSend, at), zone: booking.time.zone, at })
  }
  return fail('not-possible', 'state-changed')
}
