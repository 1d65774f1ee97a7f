import type { Booking } from '../../../shared/booking/booking.ts'
import { duplicateQuery } from '../../../shared/booking/duplicates.ts'
import { findUnusual } from '../../../shared/booking/unusual.ts'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { ok, type Failure, type Result } from '../../../shared/result.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { promisedBookingOf } from '../../booking/text/loaner-text.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'

/* What the form saves in one act: a booking, or a pickup with its return. */

export type Order = {
  readonly booking: Booking
  /** The return of the pickup `booking`, which is saved in the same commit; null for a single booking. */
  readonly back: Booking | null
}

export type SavedOrder = { readonly booking: BookedMoves; readonly back: BookedMoves | null }

/** An order that is not saved yet, its duplicate candidates, and one sentence for each unusual value. */
export type DuplicateWarning = Order & {
  readonly others: readonly BookedMoves[]
  /** The duplicate candidates of `back`. */
  readonly othersOfReturn: readonly BookedMoves[]
  readonly unusual: readonly string[]
  /** The ids of the bookings to whose customers the loaner is promised; `unusual` has the sentence. */
  readonly promised: readonly string[]
}

/** Returns what a person must see before the order is saved; null for nothing. */
export async function findWarning(bridge: Bridge, order: Order, changes: string): Promise<DuplicateWarning | null> {
  const { booking, back } = order
  const [others, othersOfReturn] = await Promise.all([
    findOthers(bridge, booking, changes),
    back === null ? [] : findOthers(bridge, back, changes),
  ])
  const issues = [booking, ...(back === null ? [] : [back])].flatMap(findUnusual)
  const unusual = [...new Set(issues.map((issue) => describeFieldIssue(issue)))]
  if (others.length + othersOfReturn.length + unusual.length === 0) return null
  return { ...order, others, othersOfReturn, unusual, promised: [] }
}

/** Returns no candidates if the call fails, because a failed check must not prevent a save. */
async function findOthers(bridge: Bridge, booking: Booking, changes: string): Promise<readonly BookedMoves[]> {
  const answer = await bridge.findDuplicates(duplicateQuery(booking, changes === '' ? null : changes))
  if (!answer.ok) return []
  return answer.value.filter(({ kind }) => kind === 'same').map((candidate) => candidate.booking)
}

/** Returns the warning that follows the failure `loaner-promised`. */
export function withPromise(order: Order, before: DuplicateWarning | null, failure: Failure): DuplicateWarning {
  const { others, othersOfReturn, promised } = before ?? { others: [], othersOfReturn: [], promised: [] }
  const all = [...promised, promisedBookingOf(failure)]
  return { ...order, others, othersOfReturn, unusual: [describeFailure(failure)], promised: all }
}

export type Decision = {
  /** The id of the booking that the form changes, or empty. */
  readonly changes: string
  /** What a person saw and saves anyway; null for nothing. */
  readonly warning: DuplicateWarning | null
  /** Who saves anyway; blank or null if unknown. */
  readonly who: string | null
}

/** Saves an order with one call. */
export async function sendOrder(bridge: Bridge, order: Order, decision: Decision): Promise<Result<SavedOrder>> {
  const { booking, back } = order
  const { others = [], othersOfReturn = [], promised = [] } = decision.warning ?? {}
  const name = decision.who?.trim() ?? ''
  const who = name === '' ? null : name.slice(0, 80)
  if (back !== null) {
    const pickup = { booking, alike: idsOf(others) }
    const answer = await bridge.bookVisit({
      pickup,
      back: { booking: back, alike: idsOf(othersOfReturn) },
      promised,
      who,
    })
    return answer.ok ? ok({ booking: answer.value.pickup, back: answer.value.back }) : answer
  }
  const { changes } = decision
  const answer =
    changes !== ''
      ? await bridge.changeBooking({ bookingId: changes, booking, promised })
      : others.length + promised.length === 0
        ? await bridge.bookMove(booking)
        : await bridge.bookDespiteDuplicates({ booking, alike: idsOf(others), promised, who })
  return answer.ok ? ok({ booking: answer.value, back: null }) : answer
}

function idsOf(bookings: readonly BookedMoves[]): readonly string[] {
  return bookings.map(({ id }) => id)
}
