import { hasReached, stateLabel, type Move } from '../move/move.ts'
import { assertNever } from '../result.ts'
import { moveFlag, moveFlagLabel, type MoveFlag } from './amendment.ts'
import type { AmendmentKind } from './amendment-state.ts'
import type { EntryState } from './entry-state.ts'

/** The status of a booking as a whole. Every screen shows this status, so that no two screens disagree. */
export type BookingStatus = {
  /** The flag that the status comes from; null where the state of the entry says everything. */
  readonly flag: MoveFlag | null
  /** For example "Confirmed", "Canceled", or "Canceled 1 of 2" for a pair with one flagged move. */
  readonly label: string
}

/** Returns the status of a booking in this state whose moves have these flags. */
export function bookingStatus(state: EntryState, flags: readonly (MoveFlag | null)[]): BookingStatus {
  const flag = hidesFlags(state) ? null : (commonFlag(flags) ?? worstFlag(flags))
  if (flag === null) return { flag, label: stateLabel(state) }
  const label = moveFlagLabel(flag)
  return { flag, label: commonFlag(flags) === null ? `${label} 1 of ${flags.length}` : label }
}

/** Returns the status of a booking whose moves are loaded. */
export function statusOf({
  state,
  moves,
}: {
  readonly state: EntryState
  readonly moves: readonly Move[]
}): BookingStatus {
  return bookingStatus(state, moves.map(flagOf))
}

function flagOf(move: Move): MoveFlag | null {
  const last = (kind: AmendmentKind) => move.amendments.find((amendment) => amendment.kind === kind)?.state ?? null
  return moveFlag({
    cancelStatus: move.cancelStatus.known ? move.cancelStatus.value : null,
    isDelivered: hasReached(move.stages, 'delivery_successful'),
    isMissing: move.missingSince !== null,
    cancel: last('cancel'),
    change: last('change'),
  })
}

/** True for a state that matters more than a request about a move, for example a booking that may not exist. */
function hidesFlags(state: EntryState): boolean {
  switch (state) {
    case 'waiting':
    case 'sending':
    case 'refused':
    case 'in-doubt':
    case 'held':
    case 'withdrawn':
      return true
    case 'booked':
    case 'booked-awaiting-number':
    case 'placed-by-phone':
      return false
    default:
      return assertNever(state)
  }
}

/**
 * Returns the flag that all moves of a booking have in common, or the flag that holds for both of two related flags;
 * null if the flags differ otherwise or no move has a flag.
 */
function commonFlag(flags: readonly (MoveFlag | null)[]): MoveFlag | null {
  const marks = new Set(flags)
  const [mark = null] = marks
  if (marks.size === 1) return mark
  if (flags.length !== 2) return null
  if (marks.has('canceled') && marks.has('stopped')) return 'stopped'
  return marks.has('cancel-requested') && marks.has('cancel-started') ? 'cancel-requested' : null
}

/** Flags of which nobody knows whether a driver comes go first, then what has happened, then what was requested. */
const BY_WEIGHT: readonly MoveFlag[] = [
  'missing',
  'moved',
  'stopped',
  'canceled',
  'cancel-refused',
  'cancel-started',
  'cancel-requested',
  'change-refused',
  'change-requested',
]

function worstFlag(flags: readonly (MoveFlag | null)[]): MoveFlag | null {
  return BY_WEIGHT.find((flag) => flags.includes(flag)) ?? null
}
