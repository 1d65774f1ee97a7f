import { fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { NO_FIELDS, type Fields } from '../../shared/outbox/fields.ts'
import type { AmendmentCode } from '../../shared/outbox/outcome-code.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { classifyHealth } from '../provider/health-check.ts'
import { isMoveUnknown } from '../provider/recognize-answer.ts'
import { refreshSoon } from '../store/tables/moves.ts'
import type { Tx } from '../store/tx.ts'
import { markMissing } from '../store/tables/tracked-moves.ts'
import {
  appendAmendmentAttempt,
  claimAmendment,
  countAmendmentAttempts,
  transitionAmendment,
  amendmentById,
  amendmentOutcomeCodes,
  type DueAmendment,
  type PendingAmendment,
} from '../store/tables/amendments.ts'
import { backoff } from './backoff.ts'
import { isMoveSpecificFailure } from './health.ts'
import type { SyncContext } from './context.ts'
import type { SendResult } from './send-booking.ts'
import { storeProviderUpdate, adoptProviderState } from './store-provider-update.ts'
import { classifyResponse, type AmendmentClassification } from './classify-amendment.ts'

/*
 * Sends one amendment at a time, in the send queue after the bookings:
 *
 *   waiting -> commit `sending` -> one request -> classify -> submitted | completed | refused | waiting
 *                    ^                               +-> unknown, also after a kill: `sending` stays
 *                    |                                     v
 *                    +-- not there <-------------- fetch the move -- there -> submitted | completed | refused
 */

/*
 * An amendment may be sent twice, because a cancellation names one move and a change sets absolute values. The provider
 * does not say that a cancellation may be repeated (test/spec/provider.md#idempotency), so after an outcome that is
 * unknown, or that the store could not write, the move is fetched before a second request.
 */

/** Sends an amendment. The move is fetched first where an earlier attempt may have reached the provider. */
export async function sendAmendment(deps: SyncContext, amendment: DueAmendment): Promise<SendResult> {
  const { store, provider, clock, log } = deps
  const doubtful = amendment.state === 'sending'
  if (doubtful) {
    const verified = await verifyByFetch(deps, amendment)
    if (verified !== null) return verified
  }
  if (amendment.kind === 'change' && amendment.change === null) {
    return drop(deps, amendment, 'unreadable', { possiblySent: doubtful })
  }
  const readyBy = amendment.change?.readyBy?.utc ?? null
  if (readyBy !== null && toMillis(readyBy) <= toMillis(clock.now())) {
    return drop(deps, amendment, 'too-late', NO_FIELDS)
  }
  const claimed = store.write((tx) => claimAmendment(tx, amendment, clock.now()))
  if (claimed === null) {
    log({ event: 'amendment-not-claimed', amendmentId: amendment.id })
    return SKIP
  }
  log({ event: 'amendment-claimed', amendmentId: amendment.id })
  const result =
    amendment.change === null
      ? await provider.cancel(amendment.number)
      : await provider.change(amendment.number, amendment.change)
  if (result.kind === 'unreachable') {
    const { state } = store.write((tx) => {
      const at = clock.now()
      appendAmendmentAttempt(tx, amendment, { at, phase: 'settled', code: 'unreachable', status: null })
      return transitionAmendment(
        tx,
        claimed,
        { kind: 'amendment-classified', to: 'waiting', code: 'unreachable', resent: doubtful, notBefore: null },
        at,
      )
    })
    log({ event: 'amendment-closed', amendmentId: amendment.id, state, code: 'unreachable' })
    return { kind: 'unreachable', opened: result }
  }
  const status = result.kind === 'answered' ? result.answer.status : 0
  log({ event: 'amendment-answered', amendmentId: amendment.id, status })
  const earlier = store.read((view) => amendmentOutcomeCodes(view, amendment.id))
  const verdict = classifyResponse(result, { ...amendment, earlier, now: clock.now() })
  return writeClassified(deps, claimed, verdict, doubtful)
}

const GO: SendResult = { kind: 'directive', directive: { kind: 'continue' } }
const SKIP: SendResult = { kind: 'directive', directive: { kind: 'skip' } }

/** Ends an amendment that can no longer be sent. */
function drop(
  { store, clock, log }: SyncContext,
  amendment: PendingAmendment,
  code: AmendmentCode,
  fields: Fields,
): SendResult {
  const { state } = store.write((tx) => {
    const at = clock.now()
    appendAmendmentAttempt(tx, amendment, { at, phase: 'settled', code, status: null })
    refreshSoon(tx, amendment.moveId)
    return transitionAmendment(tx, amendment, { kind: 'amendment-dropped', code, fields }, at)
  })
  log({ event: 'amendment-closed', amendmentId: amendment.id, state, code })
  return SKIP
}

/**
 * Fetches the move of an amendment that the provider may have. Returns null where the move does not show the
 * amendment, which may then be sent again.
 */
async function verifyByFetch(deps: SyncContext, amendment: DueAmendment): Promise<SendResult | null> {
  const { store, provider, clock, log } = deps
  const fetched = await provider.fetchMove(amendment.number)
  if (fetched.kind === 'move' && fetched.response.move.number === amendment.number) {
    const at = clock.now()
    const found = store.write((tx) => {
      storeProviderUpdate(tx, { id: amendment.moveId, bookingId: amendment.bookingId }, fetched.response, at)
      return amendmentById(tx, amendment.id)
    })
    if (found === null || found.state === 'sending') return null
    log({ event: 'amendment-closed', amendmentId: amendment.id, state: found.state, code: found.code })
    return GO
  }
  return onUnverifiable(deps, amendment, fetched)
}

/**
 * Handles a fetch that shows no usable move. Trouble of the provider pauses the send queue; any other response
 * postpones this amendment alone.
 */
function onUnverifiable(deps: SyncContext, amendment: DueAmendment, fetched: FetchMoveResult): SendResult {
  const { store, clock, log } = deps
  if (fetched.kind === 'unreachable') return { kind: 'unreachable', opened: fetched }
  const health = classifyHealth(fetched, clock.now())
  if (health.kind === 'unreachable') {
    const code = fetched.kind === 'broken' ? fetched.code : 'status'
    return { kind: 'unreachable', opened: { kind: 'unreachable', cause: health.cause, code } }
  }
  if (health.kind === 'pause') return { kind: 'directive', directive: health }
  const code = fetched.kind === 'answered' ? 'move-unreadable' : 'other-number'
  store.write((tx) => {
    const at = clock.now()
    if (isMoveUnknown(fetched)) markMissing(tx, { id: amendment.moveId, bookingId: amendment.bookingId }, at)
    appendAmendmentAttempt(tx, amendment, {
      at,
      phase: 'verified',
      code,
      status: fetched.kind === 'answered' ? fetched.answer.status : 200,
    })
    transitionAmendment(
      tx,
      amendment,
      { kind: 'amendment-unverifiable', code, notBefore: nextRetryAt(deps, tx, amendment) },
      at,
    )
  })
  log({ event: 'amendment-verified', amendmentId: amendment.id, code })
  // A page in place of a move may come from another server, so nothing else leaves before the provider was checked.
  return isMoveSpecificFailure(fetched) ? { kind: 'directive', directive: { kind: 'recheck' } } : GO
}

/** Writes the outcome of an amendment. The values of a completed change become the values of the booking. */
function writeClassified(
  deps: SyncContext,
  amendment: PendingAmendment,
  verdict: AmendmentClassification,
  resent: boolean,
): SendResult {
  const { store, clock, log } = deps
  const { code, providerMessage, status } = verdict
  const { state } = store.write((tx) => {
    const at = clock.now()
    appendAmendmentAttempt(tx, amendment, { at, phase: 'settled', code, status })
    // After the first attempt the move is fetched at once, after each later attempt only after a pause.
    const unknown = verdict.state === 'sending' || (resent && verdict.state === 'waiting')
    const notBefore = unknown ? nextRetryAt(deps, tx, amendment) : null
    const event = { kind: 'amendment-classified', to: verdict.state, code, providerMessage, resent, notBefore } as const
    const moved = transitionAmendment(tx, amendment, event, at)
    if (moved.state === 'completed') adoptProviderState(tx, moved)
    if (moved.state === 'completed' || moved.state === 'refused') refreshSoon(tx, amendment.moveId)
    return moved
  })
  log({ event: 'amendment-closed', amendmentId: amendment.id, state, code })
  return { kind: 'directive', directive: verdict.directive }
}

/**
 * Returns the time of the next attempt, at least `MIN_RETRY_MS` from now; null, which means at once, after the first
 * attempt.
 */
function nextRetryAt({ clock, random }: SyncContext, tx: Tx, amendment: PendingAmendment): UtcInstant | null {
  const { sent, looked } = countAmendmentAttempts(tx, amendment.id)
  const times = sent + looked
  if (times <= 1) return null
  return fromMillis(toMillis(clock.now()) + Math.max(MIN_RETRY_MS, backoff(times, random.fraction())))
}

const MIN_RETRY_MS = 2_000
