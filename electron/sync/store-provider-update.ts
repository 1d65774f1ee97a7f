import { parseCancelStatus } from '../../shared/move/cancel-status.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { FetchedMove } from '../provider/parse-response.ts'
import { beforeRead, hasNews } from '../store/board/provider-reads.ts'
import { applyBookingResponse, markCustomerToTell } from '../store/tables/booking-response.ts'
import { setReadyBy } from '../store/tables/bookings.ts'
import { updateVehicle, confirmMove } from '../store/tables/moves.ts'
import { recordReplacement } from '../store/tables/replacements.ts'
import { indexMove } from '../store/queries/search.ts'
import type { Tx } from '../store/tx.ts'
import { refreshPairSoon } from '../store/tables/tracked-moves.ts'
import {
  appendAmendmentAttempt,
  transitionAmendment,
  wasRefusedBefore,
  submittedAmendments,
  type PendingAmendment,
} from '../store/tables/amendments.ts'
import { classifyByMove } from './classify-amendment.ts'

/** Stores a fetched move, and classifies by that move the amendments that the provider has or may have. */
export function storeProviderUpdate(
  tx: Tx,
  move: { readonly id: string; readonly bookingId: string },
  response: FetchedMove,
  at: UtcInstant,
): void {
  const before = beforeRead(tx, move)
  confirmMove(tx, move.id, response.move, at)
  applyBookingResponse(tx, move.bookingId, response)
  if (response.partner !== null) recordReplacement(tx, move.bookingId, response.partner)
  // A fetch of the pair's other move shows which move replaced this one.
  if (parseCancelStatus(response.move.cancelStatus) === 'rescheduled') refreshPairSoon(tx, move.bookingId)
  for (const amendment of submittedAmendments(tx, move.id)) {
    const verdict = classifyByMove({ ...amendment, refusedBefore: wasRefusedBefore(tx, amendment) }, response)
    if (verdict === null) continue
    appendAmendmentAttempt(tx, amendment, { at, phase: 'verified', code: verdict.code, status: verdict.status })
    const { state, code, providerMessage } = verdict
    // This check is for the compiler: `classifyByMove` never returns these two states.
    if (state === 'waiting' || state === 'sending') continue
    transitionAmendment(tx, amendment, { kind: 'amendment-verified', to: state, code, providerMessage }, at)
    if (state === 'completed') adoptProviderState(tx, amendment)
  }
  tx.touch(move.bookingId, hasNews(tx, move.bookingId, before, at))
}

/** Stores the values of a change that the provider applied as the values of the booking. */
export function adoptProviderState(tx: Tx, { kind, change, moveId, bookingId }: PendingAmendment): void {
  if (kind !== 'change' || change === null) return
  const { readyBy, ...parts } = change
  if (Object.values(parts).some((part) => part !== null)) {
    updateVehicle(tx, moveId, change)
    indexMove(tx, moveId)
  }
  if (readyBy === null) return
  setReadyBy(tx, bookingId, readyBy.utc)
  markCustomerToTell(tx, bookingId)
}
