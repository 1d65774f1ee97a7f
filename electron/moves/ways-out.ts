import { done, failed, never, type Result } from '../../shared/failure.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { quarantineEnd, type OutboxEvent } from '../../shared/outbox.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import type { Way } from '../../shared/ways.ts'
import { appendDecision } from '../store/attempts.ts'
import { nameNumber } from '../store/named.ts'
import { moveEntry, type Entry } from '../store/outbox.ts'
import type { Tx } from '../store/store.ts'

/*
 * What a person decides about a booking that does not settle by itself. The outbox says whether the decision fits; it is
 * written down with who made it, in the same commit.
 */

export type Decided = {
  readonly entry: Entry
  readonly booking: BookedMoves
  readonly way: Way
  readonly at: UtcInstant
  /** For how many milliseconds no request of it can have left: not by the wall clock, which anybody can set. */
  readonly quiet: number
}

/** The event that a decision asks for. */
function eventOf(way: Way, quiet: number): OutboxEvent {
  switch (way.kind) {
    case 'let-go':
      return { kind: 'let-go' }
    case 'numbers':
      return { kind: 'number-named' }
    case 'absent':
      return way.confirmed ? { kind: 'absent-confirmed', quiet } : { kind: 'absent' }
    case 'by-phone':
      return { kind: 'by-phone' }
    default:
      return never(way)
  }
}

/** Writes a decision; a failure, and nothing written, where it does not fit the booking. */
export function decide(tx: Tx, decided: Decided): Result<null> {
  const { entry, booking, way, at, quiet } = decided
  if (way.kind === 'numbers') {
    const wrong = numbersAmiss(booking, way)
    if (wrong !== null) return failed('not-possible', wrong)
  }
  const event = eventOf(way, quiet)
  if (moveEntry(tx, entry, event, at) === null) return failed('not-possible', whyNot(decided))
  if (way.kind === 'numbers') for (const { moveId, number } of way.numbers) nameNumber(tx, moveId, number)
  appendDecision(tx, {
    entryId: entry.id,
    at,
    kind: event.kind,
    who: way.who,
    why: way.kind === 'absent' ? way.why : null,
    detail: detailOf(way),
  })
  return done(null)
}

function numbersAmiss(booking: BookedMoves, { numbers }: Extract<Way, { kind: 'numbers' }>): string | null {
  const ours = booking.moves.filter((move) => !move.number.known).map((move) => move.id)
  if (!numbers.every(({ moveId }) => ours.includes(moveId))) return 'One of these moves has its number already.'
  const apart = new Set(numbers.map(({ number }) => number)).size === numbers.length
  const known = numbers.some(({ number }) =>
    booking.moves.some((move) => move.number.known && move.number.value === number),
  )
  return apart && !known ? null : 'The two moves of a pair have different numbers. Ask the provider for both.'
}

function detailOf(way: Way): string | null {
  switch (way.kind) {
    case 'numbers':
      return way.numbers.map(({ number }) => number).join(', ')
    case 'by-phone':
      return way.reference
    case 'let-go':
    case 'absent':
      return null
    default:
      return never(way)
  }
}

function whyNot({ entry, booking, way, at, quiet }: Decided): string {
  if (way.kind === 'absent' && way.confirmed && entry.state === 'in-doubt') {
    if (entry.absentAt === null) return 'Say first that the provider does not have it, then confirm it.'
    const end = sayTime(quarantineEnd(quiet, at), booking.time.zone, at)
    return `The request may still be running at the provider. This can be confirmed from ${end} on.`
  }
  return SETTLED_MEANWHILE
}

const SETTLED_MEANWHILE = 'This booking is in another state by now, so nothing was done. Look at it again.'
