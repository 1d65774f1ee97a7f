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
 * Asking for what a person requested of a move: one amendment at a time, on the line of the bookings and after them.
 *
 *   waiting -> commit `sending` -> one request -> classify -> submitted | completed | refused | waiting
 *                    ^                              |
 *                    |                              +-> nobody knows: `sending` stays
 *                    +-- not there <-- read the move <--+ (also after a kill)
 *                                          +-- there -> submitted | completed | refused
 *
 * Why an amendment may be sent a second time, which a booking never is: a booking that is sent twice sends two drivers. A
 * cancellation names one move (the body is its number and no more), and a change names absolute values (what is left
 * out stays as it is); either of them twice is as good as once. No page says so of the cancellation
 * (test/spec/provider.md#idempotency), so it is not leaned on where it need not be: after a try whose outcome is not
 * known the move is read, which is safe without limit, and where its `cancel_status` says that somebody asked, nothing
 * is sent again. So an outcome that could not be written down needs no keeping either: it is read.
 */

/** Sends an amendment. Reads the move first where an earlier try may have reached the provider. */
export async function sendAmendment(deps: SyncContext, amendment: DueAmendment): Promise<SendResult> {
  const { store, provider, clock, log } = deps
  /** An earlier try may have reached the provider. */
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

/** Ends an amendment that is not sent any more. */
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

/** Reads the move of an amendment that may be with the provider. Null when it is not there, and may be sent again. */
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

/** The move could not be read: the provider is in trouble, or answers what cannot be believed of this one move. */
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

/** Writes what became of an amendment, and on a change that was taken makes it what the desk knows of the move. */
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
    // The first look comes at once, further ones after a growing pause.
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

/** Null for the first time, else when it may be tried again: whole seconds, at least two. */
function retryPauseMs({ clock, random }: SyncContext, tx: Tx, amendment: PendingAmendment): UtcInstant | null {
  const { sent, looked } = countAmendmentAttempts(tx, amendment.id)
  const times = sent + looked
  if (times <= 1) return null
  return fromMillis(toMillis(clock.now()) + Math.max(MIN_RETRY_MS, backoff(times, random.fraction())))
}

const MIN_RETRY_MS = 2_000
