import { fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { NO_FIELDS, type Fields } from '../../shared/outbox/fields.ts'
import type { AmendmentCode } from '../../shared/outbox/outcome-code.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown, classifyHealth } from '../provider/health-check.ts'
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
import type { SyncContext } from './context.ts'
import type { SendResult } from './send-booking.ts'
import { storeProviderUpdate, adoptProviderState } from './store-provider-update.ts'
import { classifyResponse, type AmendmentClassification } from './classify-amendment.ts'

/*
 * Sends amendments, one at a time, in the send queue after the bookings:
 *
 *   waiting -> commit `sending` -> one request -> classify -> submitted | completed | refused | waiting
 *                    ^                              |
 *                    |                              +-> outcome unclear: `sending` stays
 *                    +-- not there <-- fetch the move <-+ (also after a kill)
 *                                          +-- there -> submitted | completed | refused
 *
 * An amendment may be sent twice and a booking may not: a cancellation names one move and a change sets absolute
 * values, so the second request changes nothing, while a second booking sends a second driver. No page promises this
 * for a cancellation (test/spec/provider.md#idempotency), so the move is fetched after an unclear outcome, and a move
 * whose `cancel_status` shows the request gets no second one.
 */

/** Sends an amendment. Fetches the move first if an earlier attempt may have reached the provider. */
export async function sendAmendment(deps: SyncContext, amendment: DueAmendment): Promise<SendResult> {
  const { store, provider, clock, log } = deps
  /** An earlier attempt may have reached the provider. */
  const doubtful = amendment.state === 'sending'
  if (doubtful) {
    const looked = await verifyByFetch(deps, amendment)
    if (looked !== null) return looked
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
    return GO
  }
  log({ event: 'amendment-claimed', amendmentId: amendment.id })
  const heard =
    amendment.change === null
      ? await provider.cancel(amendment.number)
      : await provider.change(amendment.number, amendment.change)
  if (heard.kind === 'unreachable') {
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
    return { kind: 'unreachable', opened: heard }
  }
  const status = heard.kind === 'answered' ? heard.answer.status : 0
  log({ event: 'amendment-answered', amendmentId: amendment.id, status })
  const earlier = store.read((view) => amendmentOutcomeCodes(view, amendment.id))
  const verdict = classifyResponse(heard, { ...amendment, earlier, now: clock.now() })
  return settle(deps, claimed, verdict, doubtful)
}

const GO: SendResult = { kind: 'line', line: { kind: 'continue' } }

/** Closes an amendment that must not be sent any more. */
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
  return GO
}

/**
 * Fetches the move of an amendment that the provider may have. Null if the provider does not have the amendment, which
 * may then be sent again.
 */
async function verifyByFetch(deps: SyncContext, amendment: DueAmendment): Promise<SendResult | null> {
  const { store, provider, clock, log } = deps
  const asked = await provider.fetchMove(amendment.number)
  if (asked.kind === 'move' && asked.told.move.number === amendment.number) {
    const at = clock.now()
    const found = store.write((tx) => {
      storeProviderUpdate(tx, { id: amendment.moveId, bookingId: amendment.bookingId }, asked.told, at)
      return amendmentById(tx, amendment.id)
    })
    if (found === null || found.state === 'sending') return null
    log({ event: 'amendment-closed', amendmentId: amendment.id, state: found.state, code: found.code })
    return GO
  }
  return onUnverifiable(deps, amendment, asked)
}

/** The move could not be read: the provider is in trouble, or its response about this move is not believable. */
function onUnverifiable(deps: SyncContext, amendment: DueAmendment, asked: FetchMoveResult): SendResult {
  const { store, clock, log } = deps
  if (asked.kind === 'unreachable') return { kind: 'unreachable', opened: asked }
  const probed = classifyHealth(asked, clock.now())
  if (probed.kind === 'unreachable') {
    const code = asked.kind === 'broken' ? asked.code : 'status'
    return { kind: 'unreachable', opened: { kind: 'unreachable', cause: probed.cause, code } }
  }
  if (probed.kind === 'pause') return { kind: 'line', line: probed }
  const code = asked.kind === 'answered' ? 'move-unreadable' : 'other-number'
  store.write((tx) => {
    const at = clock.now()
    if (isMoveUnknown(asked)) markMissing(tx, { id: amendment.moveId, bookingId: amendment.bookingId }, at)
    appendAmendmentAttempt(tx, amendment, {
      at,
      phase: 'verified',
      code,
      status: asked.kind === 'answered' ? asked.answer.status : 200,
    })
    transitionAmendment(
      tx,
      amendment,
      { kind: 'amendment-unverifiable', code, notBefore: retryPauseMs(deps, tx, amendment) },
      at,
    )
  })
  log({ event: 'amendment-verified', amendmentId: amendment.id, code })
  return GO
}

/** Stores the outcome of an amendment. The values of an applied change become the values of the booking. */
function settle(
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
    // The first fetch follows at once, and later fetches after a growing pause.
    const unknown = verdict.state === 'sending' || (resent && verdict.state === 'waiting')
    const notBefore = unknown ? retryPauseMs(deps, tx, amendment) : null
    const event = { kind: 'amendment-classified', to: verdict.state, code, providerMessage, resent, notBefore } as const
    const moved = transitionAmendment(tx, amendment, event, at)
    if (moved.state === 'completed') adoptProviderState(tx, moved)
    if (moved.state === 'completed' || moved.state === 'refused') refreshSoon(tx, amendment.moveId)
    return moved
  })
  log({ event: 'amendment-closed', amendmentId: amendment.id, state, code })
  return { kind: 'line', line: verdict.line }
}

/** Null for the first attempt, else the time of the next attempt: whole seconds, at least two. */
function retryPauseMs({ clock, random }: SyncContext, tx: Tx, amendment: PendingAmendment): UtcInstant | null {
  const { sent, looked } = countAmendmentAttempts(tx, amendment.id)
  const times = sent + looked
  if (times <= 1) return null
  return fromMillis(toMillis(clock.now()) + Math.max(MIN_RETRY_MS, backoff(times, random.fraction())))
}

const MIN_RETRY_MS = 2_000
