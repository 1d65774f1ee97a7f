import { createHash } from 'node:crypto'
import type { BookedMoves } from '../../shared/move/move.ts'
import { NO_FIELDS, type Fields } from '../../shared/outbox/fields.ts'
import type { OutcomeCode } from '../../shared/outbox/outcome-code.ts'
import { fromMillis, toMillis } from '../../shared/time/time.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import type { ConnectResult } from '../provider/http/connection.ts'
import { bookingRequest, type Request } from '../provider/build-request.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { isDiskError } from '../store/errors.ts'
import { moveIdByNumber } from '../store/tables/moves.ts'
import { appendAttempt, previousOutcomeCodes, countCrashedAttempts } from '../store/tables/attempts.ts'
import { transitionEntry, type Entry } from '../store/tables/outbox.ts'
import { countWaiting } from '../store/queries/outbox.ts'
import { unseenActs } from '../store/tables/decisions.ts'
import { hasPossibleDuplicate } from '../store/queries/duplicates.ts'
import { withoutNews, writeOutcome, type PersistedOutcome } from '../store/recovery/outcome-file.ts'
import { errorCode } from '../platform/log-events.ts'
import { claimToSend } from './claim-to-send.ts'
import { classify, type QueueDirective, type Classification } from './classify-booking.ts'
import type { SyncContext } from './context.ts'
import { crashGuard, checkSendGuards, UNREADABLE_HOLD, type Hold } from './send-guards.ts'
import { violatesGuarantee, canResend, type SendHistory } from './resend.ts'

/*
 * Each booking takes one request:
 *
 *   connect -> claim at the hub -> commit `sending` -> write the bytes once -> read -> classify -> commit the outcome
 *
 * A failure before the commit proves that nothing was sent, so the entry keeps its state. After the commit the request
 * may have left, so a second request needs a proof, a duplicate guarantee or the decision of a person.
 */

export type SendResult =
  | { readonly kind: 'directive'; readonly directive: QueueDirective }
  | { readonly kind: 'unreachable'; readonly opened: Extract<ConnectResult, { kind: 'unreachable' }> }
  /** The outcome is known, but the store could not write it. `write` must succeed before anything else is sent. */
  | { readonly kind: 'unwritten'; readonly write: () => QueueDirective; readonly fields: () => Fields }

const SKIP: SendResult = { kind: 'directive', directive: { kind: 'skip' } }

/** Sends a waiting entry, or resends an entry in doubt under a duplicate guarantee. */
export async function sendEntry(deps: SyncContext, entry: Entry, history: SendHistory): Promise<SendResult> {
  const { store, provider, clock, log } = deps
  const kind = entry.state === 'in-doubt' ? 'resend-claimed' : 'claimed'
  const ready = prepare(deps, entry, history)
  if (ready === null) return SKIP
  log({ event: 'send-connecting', entryId: entry.id })
  const opened = await provider.open()
  if (opened.kind === 'unreachable') {
    const { code } = opened
    store.write((tx) => appendAttempt(tx, { entryId: entry.id, at: clock.now(), phase: 'unreachable', code }))
    return { kind: 'unreachable', opened }
  }
  log({ event: 'send-connected', entryId: entry.id })

  const { socket } = opened
  const payload = ready.request.body
  let claimed: Entry | null = null
  try {
    // Connecting takes time, and the machine may sleep for hours in the meantime, so the send guards run again.
    if (ready.mayLeave()) claimed = await claimToSend(deps, entry, { kind, payload, digest: digest(payload) })
  } finally {
    // `finally` covers a commit that throws, too: a connection without a claim must carry no request.
    if (claimed === null) socket.destroy()
  }
  if (claimed === null) {
    log({ event: 'send-not-claimed', entryId: entry.id })
    return SKIP
  }
  log({ event: 'send-claimed', entryId: entry.id })

  // The connections of the next bookings are opened while the answer is awaited.
  const answer = provider.send(socket, ready.request, () => log({ event: 'send-written', entryId: entry.id }))
  provider.openAhead(ready.waiting)
  const exchanged = await answer
  const status = exchanged.kind === 'answered' ? exchanged.answer.status : 0
  log({ event: 'send-answered', entryId: entry.id, status })
  const verified = 'authorized' in socket && socket.authorized === true
  const bytes = exchanged.kind === 'broken' ? exchanged.bytes : null
  return writeClassified(deps, claimed, { bytes, earlier: ready.earlier }, () =>
    classify(exchanged, {
      booking: ready.booking,
      earlier: ready.earlier,
      unresolvedAttempt: entry.unresolvedAttempt,
      renews: PROFILE_FACTS[deps.requestTarget().profile].signsIn === 'client',
      verified,
      taken: (number) =>
        store.read((view) => moveIdByNumber(view, number, deps.remote.address, entry.bookingId)) !== null,
      now: clock.now(),
    }),
  )
}

type Ready = {
  readonly booking: BookedMoves
  readonly request: Request
  readonly earlier: readonly OutcomeCode[]
  /** Number of other entries that wait to leave. */
  readonly waiting: number
  /** False once a send guard holds the entry, or once a resend is no longer allowed. */
  readonly mayLeave: () => boolean
}

/**
 * Reads the booking to send. Returns null for an entry that cannot be read or that a send guard holds, so that other
 * entries go on.
 */
function prepare(deps: SyncContext, entry: Entry, { abortedByDisk }: SendHistory): Ready | null {
  const { store, clock, log } = deps
  const cut = abortedByDisk.get(entry.id) ?? 0
  const crashed = crashGuard(store.read((view) => countCrashedAttempts(view, entry.id)) - cut)
  // The `started` record must precede anything that could end the process, because `countCrashedAttempts` counts the
  // attempts that left no other record.
  store.write((tx) => appendAttempt(tx, { entryId: entry.id, at: clock.now(), phase: 'started' }))
  let read: Omit<Ready, 'mayLeave' | 'waiting'> | null
  let held: Hold | null
  try {
    read = crashed === null ? parseReady(deps, entry) : null
    held = crashed ?? (read === null ? UNREADABLE_HOLD : holds(deps, entry, read.booking))
    const heldBack = held
    store.write((tx) => {
      const at = clock.now()
      if (heldBack !== null) transitionEntry(tx, entry, { kind: 'held', ...heldBack }, at)
      appendAttempt(tx, { entryId: entry.id, at, phase: 'prepared', code: heldBack?.reason ?? null })
    })
  } catch (error) {
    // A disk error prevented the `prepared` record although the process did not end, so this attempt must not count as
    // a crash.
    if (isDiskError(error)) abortedByDisk.set(entry.id, cut + 1)
    throw error
  }
  if (read !== null && held === null) {
    const { booking } = read
    const repeats = entry.state === 'in-doubt'
    const waiting = store.read((view) => countWaiting(view, deps.remote)) - (repeats ? 0 : 1)
    return {
      ...read,
      waiting,
      mayLeave: () => (repeats ? canResend(deps, entry) : holds(deps, entry, booking) === null),
    }
  }
  if (held === null) return null
  log({ event: 'entry-skipped', entryId: entry.id, code: held.reason })
  return null
}

function holds(deps: SyncContext, entry: Entry, booking: BookedMoves): Hold | null {
  if (entry.state === 'in-doubt') return null
  const { store, clock, clockTrust, noticeMinutes } = deps
  const [duplicate, acts] = store.read((view) => [hasPossibleDuplicate(view, entry.id), unseenActs(view, entry.id)])
  const [now, disputeMs] = [clock.now(), clockTrust.disputeMs()]
  const disputedNow = disputeMs === 0 ? null : fromMillis(toMillis(now) - disputeMs)
  return checkSendGuards(booking, { now, disputedNow, noticeMinutes: noticeMinutes(), duplicate, unseenActs: acts })
}

/**
 * Reads the booking and builds its request. Returns null for an entry whose data cannot be read or written as a
 * request.
 */
function parseReady(
  { store, log, remote, requestTarget }: SyncContext,
  entry: Entry,
): Omit<Ready, 'mayLeave' | 'waiting'> | null {
  try {
    const booking = store.read((view) => readBooking(view, entry.bookingId, remote))
    if (booking === null) return null
    const written = bookingRequest(booking, requestTarget())
    // A later attempt sends the bytes of the first, unless a person changed the booking since (`payload` is then null).
    const request = { path: written.path, body: entry.payload ?? written.body }
    return { booking, request, earlier: store.read((view) => previousOutcomeCodes(view, entry.id)) }
  } catch (error) {
    // A disk error says nothing about this booking, so the entry is not held as unreadable.
    if (isDiskError(error)) throw error
    log({ event: 'internal-error', place: 'prepare', code: errorCode(error) })
    return null
  }
}

/**
 * Classifies and writes in one step that can be repeated, because classifying reads the store too, and the disk may
 * fail.
 */
function writeClassified(
  deps: SyncContext,
  entry: Entry,
  { bytes, earlier }: { readonly bytes: number | null; readonly earlier: readonly OutcomeCode[] },
  classifyExchange: () => Classification,
): SendResult {
  const { store, clock, log } = deps
  const at = clock.now()
  let verdict: Classification | null = null
  const outcomeOf = (classification: Classification): PersistedOutcome => {
    const { proof, code, fields, providerMessage, status, response } = classification
    const { bookingId, revision } = entry
    const revokedGuaranteeAt =
      entry.unresolvedAttempt && violatesGuarantee(earlier, classification) ? deps.revokeDuplicateGuarantee() : null
    return {
      bookingId,
      revision,
      proof,
      code,
      fields,
      providerMessage,
      status,
      bytes,
      at,
      response,
      revokedGuaranteeAt,
    }
  }
  const write = (): QueueDirective => {
    const classification = classifyExchange()
    verdict = classification
    const outcome = outcomeOf(classification)
    const settled = store.write((tx) => writeOutcome(tx, entry, outcome))
    log({ event: 'send-settled', entryId: entry.id, state: settled.state, code: classification.code })
    return classification.directive
  }
  let kept = false
  // If the app ends before the store takes the outcome, the next start applies the outcome from the journal.
  const keep = () => {
    if (kept || verdict === null) return
    try {
      store.keepOutcome(withoutNews(outcomeOf(verdict)))
      kept = true
    } catch (error) {
      log({ event: 'internal-error', place: 'keep-outcome', code: errorCode(error) })
    }
  }
  const writeOrKeep = (): QueueDirective => {
    try {
      return write()
    } catch (error) {
      log({ event: 'internal-error', place: 'write-outcome', code: errorCode(error) })
      keep()
      throw error
    }
  }
  try {
    return { kind: 'directive', directive: writeOrKeep() }
  } catch {
    return { kind: 'unwritten', write: writeOrKeep, fields: () => numbersOf(verdict) }
  }
}

/** The provider's numbers from an outcome that the disk refuses, for a person to write down. */
function numbersOf(verdict: Classification | null): Fields {
  const numbers = verdict?.response?.moves.map(({ response }) => response.number)
  return numbers === undefined ? NO_FIELDS : { numbers }
}

/** Returns a hash that stands for the payload in the attempts, which hold no personal data. */
function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16)
}
