import { endsMove, parseCancelStatus } from '../../shared/move/cancel-status.ts'
import { hasReached } from '../../shared/move/move.ts'
import { assertNever } from '../../shared/result.ts'
import type { AmendmentCode } from '../../shared/outbox/outcome-code.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { isSameVin } from '../../shared/booking/vehicle.ts'
import { CHANGED_PARTS, type Change } from '../../shared/outbox/amendment.ts'
import type { AmendmentKind, AmendmentState } from '../../shared/outbox/amendment-state.ts'
import {
  parseCancellation,
  parseChanged,
  parseErrors,
  type ProviderChangeResponse,
  type ProviderSingleResponse,
} from '../provider/parse-response.ts'
import { answerWords } from '../provider/answer-words.ts'
import { isMarkup } from '../provider/recognize-answer.ts'
import type { HttpResponse, ExchangeResult } from '../provider/http/connection.ts'
import { asksToWait, BUSY_RETRY_MS, busyPause } from '../provider/health-check.ts'
import type { QueueDirective } from './classify-booking.ts'

/*
 * Classifies what became of a cancellation or change request (test/spec/reliability.md#amendments). If no other row
 * fits, the provider may or may not have the request (`unclear`):
 *
 *   response                                     interpretation  state       next
 *   200 about this move                          applied         submitted,  the provider decides a cancellation later;
 *                                                                completed,  a change is done;
 *                                                                refused     a cancellation has failed
 *   401; or, without an earlier token-refused,   token-refused   waiting     the queue pauses, then sends again
 *     400 or 403 with access_denied
 *   429 with envelope or Retry-After             busy            waiting     the queue pauses as long as asked
 *   3xx                                          elsewhere       sending     the queue pauses, then fetches the move
 *   400 403 404 405 409 410 413 415 422 with     refused         refused     the provider's words are shown
 *     the provider's envelope
 *   none, not one byte handed over               -               waiting     sent again
 *   anything else, or none                       unclear         sending     the move is fetched before a second try
 */

export type AmendmentClassification = {
  readonly state: Exclude<AmendmentState, 'withdrawn'>
  readonly code: AmendmentCode
  /** The provider's words on a refusal, or on a 4xx that is unclear; null where the response has none. */
  readonly providerMessage: string | null
  readonly status: number | null
  readonly directive: QueueDirective
}

export type SentAmendment = {
  readonly kind: AmendmentKind
  /** Null for a cancellation. */
  readonly change: Change | null
  /** The provider's number of the move. */
  readonly number: number
  /** Outcome codes of the earlier attempts, oldest first. */
  readonly earlier: readonly AmendmentCode[]
  readonly now: UtcInstant
}

const GO: QueueDirective = { kind: 'continue' }

/**
 * An amendment without a usable response proves nothing about bookings, so the queue only checks the provider again and
 * does not count the outcome towards the circuit breaker.
 */
const RECHECK: QueueDirective = { kind: 'recheck' }

type Interpretation =
  | { readonly kind: 'applied'; readonly cancelStatus: string | null; readonly response: ProviderChangeResponse | null }
  | { readonly kind: 'token-refused' | 'busy' | 'elsewhere' | 'unclear' }
  | { readonly kind: 'refused'; readonly providerMessage: string | null }

export function classifyResponse(exchanged: ExchangeResult, sent: SentAmendment): AmendmentClassification {
  if (exchanged.kind === 'broken') {
    return exchanged.bytes === 0 ? waits('not-sent', null, RECHECK) : unclear('no-answer', null)
  }
  const { status, headers } = exchanged.answer
  const interpretation = interpret(exchanged.answer, sent)
  switch (interpretation.kind) {
    case 'applied':
      return sent.kind === 'cancel'
        ? classified(interpretation.cancelStatus, status)
        : applied(interpretation.response, sent.change, status)
    case 'token-refused':
      return waits('token-refused', status, pause('token-refused'))
    case 'busy':
      return waits('provider-busy', status, busyPause(headers, sent.now))
    case 'elsewhere':
      return { ...unclear('redirect', status), directive: pause('protocol-changed') }
    case 'refused':
      return {
        state: 'refused',
        code: 'refused',
        providerMessage: interpretation.providerMessage,
        status,
        directive: GO,
      }
    case 'unclear': {
      const unknown = { ...unclear('unclear', status), providerMessage: wordsOfClientError(exchanged.answer) }
      return asksToWait(exchanged.answer) ? { ...unknown, directive: busyPause(headers, sent.now) } : unknown
    }
    default:
      return assertNever(interpretation)
  }
}

const REFUSALS = [400, 403, 404, 405, 409, 410, 413, 415, 422]

function interpret(answer: HttpResponse, sent: SentAmendment): Interpretation {
  const { status, body, complete, headers } = answer
  if (status === 200 && complete) {
    const read = sent.kind === 'cancel' ? parseCancellation(body) : parseChanged(body)
    if (read === null || read.number !== sent.number) return { kind: 'unclear' }
    return 'cancelStatus' in read
      ? { kind: 'applied', cancelStatus: read.cancelStatus, response: null }
      : { kind: 'applied', cancelStatus: null, response: read }
  }
  if (status >= 300 && status < 400) return { kind: 'elsewhere' }
  if (status === 401) return { kind: 'token-refused' }
  const errors = complete ? parseErrors(body) : null
  if (status === 429 && (errors !== null || headers['retry-after'] !== undefined)) return { kind: 'busy' }
  if (errors === null || !REFUSALS.includes(status)) return { kind: 'unclear' }
  // `access_denied` may mean the token or the rights of this account. After an earlier `token-refused` the rights count
  // as the cause, and the response is a refusal.
  const denied = (status === 400 || status === 403) && errors.some(({ code }) => code === 'access_denied')
  if (denied && !sent.earlier.includes('token-refused')) return { kind: 'token-refused' }
  const words = errors.map(({ message }) => message.trim()).filter((message) => message !== '')
  return {
    kind: 'refused',
    providerMessage: words.length === 0 ? null : words.join('; ').slice(0, MAX_MESSAGE_CHARACTERS),
  }
}

const MAX_MESSAGE_CHARACTERS = 1000

/** The words of a 4xx without the envelope; null for a web page, because another server may have sent the page. */
function wordsOfClientError(answer: HttpResponse): string | null {
  return answer.status >= 400 && answer.status < 500 && !isMarkup(answer) ? answerWords(answer) : null
}

/**
 * Classifies a change that the provider applied. The code is `applied-differently` where the response shows another
 * value than the requested one, for example a rewritten color.
 */
function applied(
  response: ProviderChangeResponse | null,
  change: Change | null,
  status: number,
): AmendmentClassification {
  const differs = response !== null && change !== null && otherValues(response, change)
  return {
    state: 'completed',
    code: differs ? 'applied-differently' : 'applied',
    providerMessage: null,
    status,
    directive: GO,
  }
}

/** Classifies a cancellation by the provider's `cancel_status`. */
function classified(cancelStatus: string | null, status: number | null): AmendmentClassification {
  const standing = parseCancelStatus(cancelStatus)
  const verdict = { providerMessage: null, status, directive: GO }
  if (standing === 'failed') return { ...verdict, state: 'refused', code: 'failed' }
  return endsMove(standing)
    ? { ...verdict, state: 'completed', code: standing }
    : { ...verdict, state: 'submitted', code: 'pending' }
}

/** An amendment that the provider has (`submitted`) or may have (`sending`). */
export type SubmittedAmendment = Pick<SentAmendment, 'kind' | 'change'> & {
  readonly state: AmendmentState
  /**
   * True when an earlier cancellation of the move was refused; a `cancel_status` of `failed` may then come from that
   * cancellation.
   */
  readonly refusedBefore: boolean
}

/**
 * Classifies an amendment by the fetched move; null where the move shows nothing new. For an amendment in `sending`,
 * null means that the move shows no sign of the request, which may then be sent again.
 */
export function classifyByMove(
  amendment: SubmittedAmendment,
  { move, readyBy }: ProviderSingleResponse,
): AmendmentClassification | null {
  const delivered = hasReached(move.stages, 'delivery_successful')
  switch (amendment.kind) {
    case 'cancel': {
      const standing = parseCancelStatus(move.cancelStatus)
      const stale = standing === 'failed' && amendment.state === 'sending' && amendment.refusedBefore
      const verdict = standing === 'none' || stale ? null : classified(move.cancelStatus, 200)
      const open = verdict === null || verdict.state === 'submitted'
      if (open && delivered) return { ...refusedBy('delivered') }
      return verdict?.state === amendment.state ? null : verdict
    }
    case 'change': {
      const response = { number: move.number, vehicle: move.vehicle ?? NO_VEHICLE, readyBy }
      if (amendment.change !== null && holds(response, amendment.change)) {
        return { state: 'completed', code: 'applied', providerMessage: null, status: 200, directive: GO }
      }
      if (endsMove(parseCancelStatus(move.cancelStatus))) return refusedBy('canceled')
      return hasReached(move.stages, 'pickup_successful') ? refusedBy('collected') : null
    }
    default:
      return assertNever(amendment.kind)
  }
}

const NO_VEHICLE = { stock: null, vin: null, year: null, make: null, model: null, color: null }

/** True when the provider shows every requested value. */
function holds(response: ProviderChangeResponse, change: Change): boolean {
  const time = change.readyBy === null || change.readyBy.utc === response.readyBy
  return (
    time && CHANGED_PARTS.every((part) => change[part] === null || same(part, change[part], response.vehicle[part]))
  )
}

/**
 * True when the provider shows another value than a requested one. A value that the response leaves out does not count
 * as different.
 */
function otherValues({ vehicle, readyBy, number }: ProviderChangeResponse, change: Change): boolean {
  const parts = CHANGED_PARTS.map((part) => [part, vehicle[part] ?? change[part]] as const)
  return !holds(
    {
      number,
      vehicle: { ...NO_VEHICLE, ...Object.fromEntries(parts) },
      readyBy: readyBy ?? change.readyBy?.utc ?? null,
    },
    change,
  )
}

function same(part: (typeof CHANGED_PARTS)[number], requested: string, response: string | null): boolean {
  if (response === null) return false
  return part === 'vin' ? isSameVin(response, requested) : response.trim() === requested
}

function refusedBy(code: AmendmentCode): AmendmentClassification {
  return { state: 'refused', code, providerMessage: null, status: 200, directive: GO }
}

function waits(code: AmendmentCode, status: number | null, directive: QueueDirective): AmendmentClassification {
  return { state: 'waiting', code, providerMessage: null, status, directive }
}

function unclear(code: AmendmentCode, status: number | null): AmendmentClassification {
  return { state: 'sending', code, providerMessage: null, status, directive: RECHECK }
}

function pause(cause: 'token-refused' | 'protocol-changed'): QueueDirective {
  return { kind: 'pause', ms: BUSY_RETRY_MS, cause }
}
