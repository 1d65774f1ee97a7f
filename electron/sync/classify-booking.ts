import type { ConnectionCause, ConnectionDetail } from '../../shared/desk/connection.ts'
import { hasLoaner, type BookedMoves } from '../../shared/move/move.ts'
import type { ProviderBookingValues } from '../../shared/move/provider-values.ts'
import type { Proof } from '../../shared/outbox/machine.ts'
import { NO_FIELDS, type Fields } from '../../shared/outbox/fields.ts'
import type { OutcomeCode } from '../../shared/outbox/outcome-code.ts'
import {
  moveNumbersIn,
  parseConcierge,
  parseErrors,
  parsePair,
  parseSingle,
  isRejection,
  type ProviderError,
  type ProviderMoveResponse,
} from '../provider/parse-response.ts'
import type { HttpResponse, ExchangeResult } from '../provider/http/connection.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { answerWords } from '../provider/answer-words.ts'
import { isMarkup } from '../provider/recognize-answer.ts'
import { isSameVin } from '../../shared/booking/vehicle.ts'
import { asksToWait, BUSY_RETRY_MS, busyPause, type ProviderPause } from '../provider/health-check.ts'

/*
 * Classifies what became of a booking request (test/spec/reliability.md#classification). A response that no rule names
 * leaves the booking in doubt, because the provider may have booked it.
 */

/**
 * How the send queue continues (test/spec/reliability.md#send-queue). `suspect` checks the provider before the next
 * booking and counts towards the circuit breaker; `pauseMs` is the pause that the provider asked for before that check.
 */
export type QueueDirective =
  | { readonly kind: 'continue' }
  /** Nothing left, so the next entry follows and the circuit breaker keeps its count. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'suspect'; readonly pauseMs?: number }
  /** Checks the provider before the next booking. Does not count towards the circuit breaker. */
  | { readonly kind: 'recheck' }
  | ProviderPause
  /** No booking leaves until a person changes token, client id or provider, or restarts the app. */
  | { readonly kind: 'halt'; readonly cause: ConnectionCause; readonly detail: ConnectionDetail }

/** The provider's response to a booking, move by move. */
export type BookedResponse = {
  readonly moves: readonly { readonly moveId: string; readonly response: ProviderMoveResponse }[]
  readonly readyBy: UtcInstant | null
  /** What the response holds of the booking as a whole. */
  readonly bookingValues?: ProviderBookingValues | undefined
}

export type Classification = {
  readonly proof: Proof
  readonly code: OutcomeCode
  readonly fields: Fields
  /** The provider's words on a refusal or a doubt, one line for each code in `fields`; null without words. */
  readonly providerMessage: string | null
  readonly status: number | null
  readonly response: BookedResponse | null
  readonly directive: QueueDirective
}

export type SentRequest = {
  readonly booking: BookedMoves
  /** Outcome codes of the entry's earlier attempts, oldest first. */
  readonly earlier: readonly OutcomeCode[]
  /** True when an earlier attempt is unresolved. */
  readonly unresolvedAttempt: boolean
  /** True when the token came from a sign-in, so that the desk can fetch another token. */
  readonly renews: boolean
  /** True when TLS verified the certificate of the provider's host. */
  readonly verified: boolean
  /** True when a move of another booking on this desk already has the number. */
  readonly taken: (number: number) => boolean
  readonly now: UtcInstant
}

const GO: QueueDirective = { kind: 'continue' }
const PROBE: QueueDirective = { kind: 'suspect' }

export function classify(exchanged: ExchangeResult, sent: SentRequest): Classification {
  if (exchanged.kind === 'broken') {
    // No byte was handed over, so the provider cannot have applied the request.
    if (exchanged.bytes === 0) return retryable('not-sent', null, PROBE)
    const late = exchanged.code === 'answer-timeout'
    return inDoubt(late ? 'no-answer' : 'connection-lost', null, PROBE)
  }
  const { answer } = exchanged
  if (answer.status >= 200 && answer.status < 300) return classifySuccess(answer, sent)
  if (answer.status >= 300 && answer.status < 400) {
    return inDoubt('redirect', answer.status, { kind: 'halt', cause: 'protocol-changed', detail: 'redirected' })
  }
  if (answer.status >= 400 && answer.status < 500) return classifyClientError(answer, sent)
  if (answer.status >= 500) return inDoubt('server-error', answer.status, probeAfter(answer, sent.now))
  return inDoubt('unknown', answer.status, PROBE, { fields: { status: answer.status } })
}

/** A health check, after the pause that the response asks for. */
function probeAfter(answer: HttpResponse, now: UtcInstant): QueueDirective {
  return asksToWait(answer) ? { kind: 'suspect', pauseMs: busyPause(answer.headers, now).ms } : PROBE
}

function classifySuccess(answer: HttpResponse, sent: SentRequest): Classification {
  const believable = answer.status === 200 && answer.complete && !isRejection(answer.body)
  const response = believable ? parseBooked(answer.body, sent.booking) : null
  if (response !== null && isOurs(response, sent)) {
    return { proof: 'booked', code: 'booked', ...BARE, status: answer.status, response, directive: GO }
  }
  const numbers = moveNumbersIn(answer.body)
  return inDoubt('answer-unreadable', answer.status, PROBE, numbers.length === 0 ? {} : { fields: { numbers } })
}

function parseBooked(body: string, booking: BookedMoves): BookedResponse | null {
  const idOf = (role: 'customer' | 'loaner' | 'single') => booking.moves.find((move) => move.role === role)?.id ?? ''
  if (booking.kind === 'pair' && hasLoaner(booking)) {
    const pair = parsePair(body)
    if (pair === null) return null
    const moves = [
      { moveId: idOf('customer'), response: pair.customer },
      { moveId: idOf('loaner'), response: pair.loaner },
    ]
    return { moves, readyBy: pair.readyBy, bookingValues: pair.bookingValues }
  }
  const [single, role] =
    booking.kind === 'pair' ? ([parseConcierge(body), 'customer'] as const) : ([parseSingle(body), 'single'] as const)
  return single === null ? null : { ...single, moves: [{ moveId: idOf(role), response: single.move }] }
}

/**
 * Returns true when the response is about this booking: its numbers are new and distinct, and no VIN contradicts ours.
 * A pair must echo our reference in each move; a one-way may leave the reference out, because the provider does not
 * document the response to a one-way.
 */
function isOurs(response: BookedResponse, sent: SentRequest): boolean {
  const numbers = response.moves.map((move) => move.response.number)
  if (new Set(numbers).size !== numbers.length || numbers.some(sent.taken)) return false
  return response.moves.every(({ moveId, response: move }) => {
    const ours = sent.booking.moves.find((one) => one.id === moveId)
    if (ours === undefined || isOtherVin(move.vin, ours.vehicle?.vin ?? null)) return false
    if (move.reference === null) return sent.booking.kind === 'one-way'
    return move.reference === ours.reference
  })
}

function isOtherVin(response: string | null, ours: string | null): boolean {
  return response !== null && ours !== null && !isSameVin(response, ours)
}

/** Codes in lower case which prove that the provider did not accept the request. */
const REFUSALS: ReadonlySet<string> = new Set([
  'address_invalid',
  'outside_region',
  'field_invalid',
  'field_missing',
  'google_place_id_invalid',
  'move_invalid',
  'pickup_location_required',
  'request_invalid',
])

function classifyClientError(answer: HttpResponse, sent: SentRequest): Classification {
  const { status } = answer
  const errors = answer.complete ? parseErrors(answer.body) : null
  const hasCode = (code: string) => errors?.some((error) => error.code === code) ?? false

  if (status === 401 || ((status === 400 || status === 403) && hasCode('access_denied'))) {
    // The token may have expired, so the entry is sent again: with a new token if the desk signs in and got a `401`,
    // otherwise after a pause. A second refusal in a row halts the queue, because the provider either refuses every
    // booking or books in spite of the refusal, and then each further send would book again.
    const again = sent.earlier.at(-1) === 'token-refused'
    const once = status === 401 && sent.renews ? PROBE : pause('token-refused')
    return retryable('token-refused', status, again ? REFUSED_TWICE : once)
  }
  if (status === 408) return inDoubt('request-timeout', status, PROBE, errors === null ? wordsOf(answer) : {})
  if (status === 429 && (errors !== null || answer.headers['retry-after'] !== undefined)) {
    return retryable('provider-busy', status, busyPause(answer.headers, sent.now))
  }
  if ((status === 421 || status === 425) && sent.verified && !sent.earlier.includes('misdirected-request')) {
    return retryable('misdirected-request', status, PROBE)
  }
  if (errors === null) {
    return inDoubt('intermediary-response', status, PROBE, wordsOf(answer))
  }
  if (hasCode('move_duplication')) {
    // An earlier attempt that counted as not booked may have made a booking after all.
    if (sent.earlier.length > 0 && !sent.unresolvedAttempt) return inDoubt('move-duplication', status, GO)
    return { proof: 'repeat', code: 'move-duplication', ...BARE, status, response: null, directive: GO }
  }
  if (status === 403) return holds('forbidden', status, 'token-refused')
  if (status === 404 || status === 405 || status === 410) {
    return holds('endpoint-not-found', status, 'protocol-changed')
  }
  if ([400, 413, 415, 422].includes(status) && errors.every((error) => REFUSALS.has(error.code))) {
    return { proof: 'refused', code: 'refused', ...rejectionOf(errors), status, response: null, directive: GO }
  }
  return inDoubt('unknown', status, PROBE, { ...rejectionOf(errors), fields: { status } })
}

const REFUSED_TWICE: QueueDirective = {
  kind: 'halt',
  cause: 'token-refused',
  detail: 'refused-twice',
}

const MAX_MESSAGE_CHARACTERS = 1000
const MAX_ERRORS = 20

type Said = Pick<Classification, 'fields' | 'providerMessage'>

const BARE: Said = { fields: NO_FIELDS, providerMessage: null }

/** Codes, params and messages of the first `MAX_ERRORS` errors. `providerMessage` has one line for each of them. */
function rejectionOf(all: readonly ProviderError[]): Said {
  const errors = all.slice(0, MAX_ERRORS)
  const lines = errors.map(({ message }) => message.trim().replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARACTERS))
  const params = errors.map(({ param }) => param?.slice(0, MAX_MESSAGE_CHARACTERS) ?? null)
  return {
    fields: { codes: errors.map(({ code }) => code), params },
    providerMessage: lines.every((line) => line === '') ? null : lines.join('\n'),
  }
}

function inDoubt(
  code: OutcomeCode,
  status: number | null,
  directive: QueueDirective,
  said: Partial<Said> = {},
): Classification {
  return { proof: 'unknown', code, ...BARE, ...said, status, response: null, directive }
}

/** The words of an answer without the envelope. `page` is true for a web page, which another server may have sent. */
function wordsOf(answer: HttpResponse): Said {
  return { fields: isMarkup(answer) ? { page: true } : NO_FIELDS, providerMessage: answerWords(answer) }
}

function retryable(code: OutcomeCode, status: number | null, directive: QueueDirective): Classification {
  return { proof: 'retryable', code, ...BARE, status, response: null, directive }
}

function holds(code: 'forbidden' | 'endpoint-not-found', status: number, cause: ConnectionCause): Classification {
  const directive: QueueDirective = { kind: 'halt', cause, detail: code }
  return { proof: 'must-hold', code, ...BARE, status, response: null, directive }
}

function pause(cause: ConnectionCause): QueueDirective {
  return { kind: 'pause', ms: BUSY_RETRY_MS, cause }
}
