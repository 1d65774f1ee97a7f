import type { LinkCause } from '../../shared/link.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { Proof } from '../../shared/outbox.ts'
import {
  numbersSeen,
  readErrors,
  readPair,
  readSingle,
  saysNo,
  type ToldError,
  type ToldMove,
} from '../provider/answers.ts'
import type { Answer, Exchanged } from '../provider/connection.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { isSameVin } from '../../shared/vehicle.ts'
import { sayParam } from '../provider/params.ts'
import { retryAfter } from './backoff.ts'

/*
 * What became of a booking that was handed over. The default is doubt: an outcome that no rule names may have been
 * booked, so a new status or code can only ever be too careful. Numbers in brackets are the rows of the table that the
 * service's reliability rules keep.
 */

/** What the line does next: go on, look before the next booking whether the provider answers, wait, or send no more. */
export type LineEffect =
  | { readonly kind: 'go' }
  | { readonly kind: 'probe' }
  /** As `probe`, but what ended says nothing of whether bookings are taken. */
  | { readonly kind: 'look' }
  | { readonly kind: 'wait'; readonly ms: number; readonly cause: LinkCause; readonly words: string }
  /** Every booking would end the same way: none is sent until the app is started anew. */
  | { readonly kind: 'stop'; readonly cause: LinkCause; readonly words: string }

/** A provider's word on a booking, move by move. */
export type ToldBooking = {
  readonly moves: readonly { readonly moveId: string; readonly told: ToldMove }[]
  readonly readyBy: UtcInstant | null
}

export type Verdict = {
  readonly proof: Proof
  readonly code: string
  /** In words for the desk; null where the state says it all. */
  readonly reason: string | null
  readonly status: number | null
  readonly told: ToldBooking | null
  readonly line: LineEffect
}

export type SentBooking = {
  readonly booking: BookedMoves
  /** How earlier tries of this entry ended. */
  readonly earlier: readonly string[]
  /** True when one of them is unproved. */
  readonly doubt: boolean
  /** True where a token was signed in for, so that another can be. */
  readonly renews: boolean
  /** True when the connection's other end proved who it is. */
  readonly verified: boolean
  /** True when another of our bookings already carries the number. */
  readonly taken: (number: number) => boolean
  readonly now: UtcInstant
}

/** A pause that a person, not time, is expected to end; looked at again by itself, so that nobody has to restart. */
const PAUSE = 5 * 60_000

const GO: LineEffect = { kind: 'go' }
const PROBE: LineEffect = { kind: 'probe' }

export function classify(exchanged: Exchanged, sent: SentBooking): Verdict {
  if (exchanged.kind === 'broken') {
    // Not a byte was handed over, so nothing can have been applied.
    if (exchanged.bytes === 0) return waits('nothing-left', null, PROBE) // [8]
    const late = exchanged.code === 'answer-timeout'
    return doubt(late ? 'no-answer' : 'connection-lost', 'Sent, and no answer came', null, PROBE) // [9, 10]
  }
  const { answer } = exchanged
  if (answer.status >= 200 && answer.status < 300) return classifySuccess(answer, sent)
  if (answer.status >= 300 && answer.status < 400) {
    const words = `${PROVIDER_CHANGED} ${UNTIL_STARTED}`
    return doubt('redirect', PROVIDER_CHANGED, answer.status, { kind: 'stop', cause: 'provider-changed', words }) // [13]
  }
  if (answer.status >= 400 && answer.status < 500) return classifyClientError(answer, sent)
  if (answer.status >= 500) return doubt('server-error', 'Sent, and the provider had a fault', answer.status, PROBE) // [23]
  return doubt('unknown', 'Sent, and the answer made no sense', answer.status, PROBE) // [27]
}

function classifySuccess(answer: Answer, sent: SentBooking): Verdict {
  const believable = answer.status === 200 && answer.whole && !saysNo(answer.body)
  const told = believable ? readTold(answer.body, sent.booking) : null
  if (told !== null && isOurs(told, sent)) {
    return { proof: 'booked', code: 'booked', reason: null, status: answer.status, told, line: GO } // [11]
  }
  const seen = numbersSeen(answer.body)
  const named = seen.length === 0 ? '' : ` It names move ${seen.join(' and ')}.`
  return doubt('answer-unreadable', `Sent, and the answer could not be believed.${named}`, answer.status, PROBE) // [12]
}

function readTold(body: string, booking: BookedMoves): ToldBooking | null {
  const idOf = (role: 'customer' | 'loaner' | 'single') => booking.moves.find((move) => move.role === role)?.id ?? ''
  if (booking.kind === 'pair') {
    const pair = readPair(body)
    if (pair === null) return null
    const moves = [
      { moveId: idOf('customer'), told: pair.customer },
      { moveId: idOf('loaner'), told: pair.loaner },
    ]
    return { moves, readyBy: pair.readyBy }
  }
  const single = readSingle(body)
  return single === null ? null : { moves: [{ moveId: idOf('single'), told: single.move }], readyBy: single.readyBy }
}

/**
 * A pair's answer is documented, so it must echo our reference in both moves. A one-way's is not: it must hold the
 * number and contradict nothing. In both the numbers must be new and apart.
 */
function isOurs(told: ToldBooking, sent: SentBooking): boolean {
  const numbers = told.moves.map((move) => move.told.number)
  if (new Set(numbers).size !== numbers.length || numbers.some(sent.taken)) return false
  return told.moves.every(({ moveId, told: move }) => {
    const ours = sent.booking.moves.find((one) => one.id === moveId)
    if (ours === undefined || isOtherVin(move.vin, ours.vehicle?.vin ?? null)) return false
    if (move.reference === null) return sent.booking.kind === 'one-way'
    return move.reference === ours.reference
  })
}

function isOtherVin(told: string | null, ours: string | null): boolean {
  return told !== null && ours !== null && !isSameVin(told, ours)
}

/** Codes that say that the request itself was not taken, whatever the letter case they came in, and what each means. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['address_invalid', 'an address cannot be used'],
  ['outside_region', 'it does not drive there: both addresses lie outside its regions'],
  ['field_invalid', 'something in it cannot be used'],
  ['field_missing', 'something in it is missing'],
  ['google_place_id_invalid', 'a place is not known'],
  ['move_invalid', 'the move is not one that it can drive'],
  ['pickup_location_required', 'the place of the pickup is missing'],
  ['request_invalid', 'it could not read what was asked for'],
])

function classifyClientError(answer: Answer, sent: SentBooking): Verdict {
  const { status } = answer
  const errors = answer.whole ? readErrors(answer.body) : null
  const says = (code: string) => errors?.some((error) => error.code === code) ?? false

  if (status === 401 || ((status === 400 || status === 403) && says('access_denied'))) {
    // Once more, with another token where one can be had: it may have run out on the way. Whoever refuses the second while
    // the probe passes refuses every one, or says so of what it has booked: none follows before somebody looked.
    const again = sent.earlier.at(-1) === 'token-refused'
    const once = status === 401 && sent.renews ? PROBE : pause('token-refused', TOKEN_REFUSED)
    return waits('token-refused', status, again ? REFUSED_TWICE : once) // [16]
  }
  if (status === 408) return doubt('request-timeout', 'Sent, and the provider stopped listening', status, PROBE) // [19]
  if (status === 429 && (errors !== null || answer.headers['retry-after'] !== undefined)) {
    const ms = retryAfter(answer.headers, sent.now)
    const words = 'The provider is busy and asked us to wait. Bookings leave by themselves after that.'
    return waits('provider-busy', status, { kind: 'wait', ms, cause: 'provider-busy', words }) // [22]
  }
  if ((status === 421 || status === 425) && sent.verified && !sent.earlier.includes('wrong-connection')) {
    return waits('wrong-connection', status, PROBE) // [26]
  }
  if (errors === null) {
    return doubt('stopped-on-the-way', 'Stopped by the network, probably not booked', status, PROBE) // [15]
  }
  if (says('move_duplication')) {
    const words =
      'The provider already has a move in progress with this reference. Compare the two before booking it again.'
    // An earlier try that was said not to be taken may have been, after all.
    if (sent.earlier.length > 0 && !sent.doubt) return doubt('move-duplication', words, status, GO)
    return { proof: 'repeat', code: 'move-duplication', reason: words, status, told: null, line: GO } // [21]
  }
  if (status === 403)
    return holds('may-not-book', status, 'token-refused', 'This account may not book. Ask your administrator.') // [17]
  if (status === 404 || status === 405 || status === 410) {
    return holds(
      'no-such-address',
      status,
      'provider-changed',
      'The provider does not know this kind of booking. The app or its settings are out of date.',
    ) // [18]
  }
  if ([400, 413, 415, 422].includes(status) && errors.every((error) => REFUSALS.has(error.code))) {
    return { proof: 'refused', code: 'refused', reason: sayRefusal(errors), status, told: null, line: GO } // [14]
  }
  return doubt('unknown', 'Sent, and the answer is not known to us', status, PROBE) // [20, 27]
}

export const PROVIDER_CHANGED = 'The provider sends us to another address. Call support.'
const UNTIL_STARTED =
  'No more bookings are sent until that is put right and the token is entered again in Settings, or Lanekeeper is started again.'
export const TOKEN_REFUSED =
  'The provider does not accept the token of this desk. Bookings wait here until a new one is entered in Settings.'

const REFUSED_TWICE: LineEffect = {
  kind: 'stop',
  cause: 'token-refused',
  words: `The provider refused a booking for its token twice. ${UNTIL_STARTED}`,
}

/** What each code means, and the provider's own words where it gave any. */
function sayRefusal(errors: readonly ToldError[]): string {
  const words = errors.map(({ code, message, param }) => {
    const told = [param === null ? '' : sayParam(param), message.trim()].filter((part) => part !== '').join(': ')
    return `${REFUSALS.get(code) ?? code}${told === '' ? '' : ` (${told})`}`
  })
  const said = `The provider did not accept this booking: ${words.join('; ')}`.slice(0, 1000)
  return said.endsWith('.)') ? said : `${said}.`
}

function doubt(code: string, happened: string, status: number | null, line: LineEffect): Verdict {
  const reason = `${happened.replace(/[.]?$/, '.')} It may be booked: do not book it again. Ask the provider by phone, with the reference below.`
  return { proof: 'unknown', code, reason, status, told: null, line }
}

function waits(code: string, status: number | null, line: LineEffect): Verdict {
  return { proof: 'not-taken', code, reason: null, status, told: null, line }
}

function holds(code: string, status: number, cause: LinkCause, words: string): Verdict {
  const line: LineEffect = { kind: 'stop', cause, words: `${words} ${UNTIL_STARTED}` }
  return { proof: 'held', code, reason: words, status, told: null, line }
}

function pause(cause: LinkCause, words: string): LineEffect {
  return { kind: 'wait', ms: PAUSE, cause, words }
}
