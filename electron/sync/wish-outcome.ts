import { endsMove, readCancelStatus } from '../../shared/cancel.ts'
import { never } from '../../shared/failure.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { isSameVin } from '../../shared/vehicle.ts'
import { CHANGED_PARTS, type Change, type WishKind, type WishState } from '../../shared/wish.ts'
import {
  readCancelation,
  readChanged,
  readErrors,
  type ToldChange,
  type ToldMove,
  type ToldSingle,
} from '../provider/answers.ts'
import type { Answer, Exchanged } from '../provider/connection.ts'
import { retryAfter } from './backoff.ts'
import { PROVIDER_CHANGED, TOKEN_REFUSED, type LineEffect } from './classify.ts'

/*
 * What became of a cancellation or a change that was handed over. As with bookings, the default is not to know:
 *
 *   answer                                       heard           state      what happens next
 *   200 that speaks of this move                 taken           asked,     a cancellation is judged later, by the
 *                                                                or done    provider (provider.md 8); a change holds
 *   401, or 400/403 access_denied once           token-refused   waiting    the line waits, as for a booking
 *   429 with the envelope or Retry-After         busy            waiting    the line waits as long as asked
 *   3xx                                          elsewhere       sending    the line waits; never followed
 *   400 403 404 405 409 410 413 415 422 with     refused         refused    the provider's words are shown
 *     the provider's envelope
 *   no answer, and not a byte was handed over                    waiting    goes out again
 *   anything else, and no answer at all          unclear         sending    the move is read before it is sent again
 */

export type WishVerdict = {
  readonly state: Exclude<WishState, 'withdrawn'>
  readonly code: string
  /** In words for the desk; null where the state says it all. */
  readonly reason: string | null
  readonly status: number | null
  readonly line: LineEffect
}

export type SentWish = {
  readonly kind: WishKind
  /** Null for a cancellation. */
  readonly change: Change | null
  /** The provider's number of the move. */
  readonly number: number
  /** How earlier tries ended. */
  readonly earlier: readonly string[]
  readonly now: UtcInstant
}

/** A pause that a person, not time, is expected to end; looked at again by itself. */
const PAUSE = 5 * 60_000

const GO: LineEffect = { kind: 'go' }

/** A wish says nothing of whether bookings are taken: the provider is looked at before the next one, and no more. */
const LOOK: LineEffect = { kind: 'look' }

type Heard =
  | { readonly kind: 'taken'; readonly cancelStatus: string | null; readonly told: ToldChange | null }
  | { readonly kind: 'token-refused' | 'busy' | 'elsewhere' | 'unclear' }
  | { readonly kind: 'refused'; readonly words: string }

export function judgeWish(exchanged: Exchanged, sent: SentWish): WishVerdict {
  if (exchanged.kind === 'broken') {
    return exchanged.bytes === 0 ? waits('nothing-left', null, LOOK) : unclear('no-answer', null)
  }
  const { status, headers } = exchanged.answer
  const heard = hear(exchanged.answer, sent)
  switch (heard.kind) {
    case 'taken':
      return sent.kind === 'cancel' ? judged(heard.cancelStatus, status) : taken(heard.told, sent.change, status)
    case 'token-refused':
      return waits('token-refused', status, pause('token-refused', TOKEN_REFUSED))
    case 'busy': {
      const words = 'The provider is busy and asked us to wait. Bookings leave by themselves after that.'
      const line = {
        kind: 'wait',
        ms: retryAfter(headers, sent.now),
        cause: 'provider-busy',
        words,
      } as const
      return waits('provider-busy', status, line)
    }
    case 'elsewhere':
      return { ...unclear('redirect', status), line: pause('provider-changed', PROVIDER_CHANGED) }
    case 'refused':
      return { state: 'refused', code: 'refused', reason: heard.words, status, line: GO }
    case 'unclear':
      return unclear('unclear', status)
    default:
      return never(heard)
  }
}

const REFUSALS = [400, 403, 404, 405, 409, 410, 413, 415, 422]

function hear(answer: Answer, sent: SentWish): Heard {
  const { status, body, whole, headers } = answer
  if (status === 200 && whole) {
    const read = sent.kind === 'cancel' ? readCancelation(body) : readChanged(body)
    if (read === null || read.number !== sent.number) return { kind: 'unclear' }
    return 'cancelStatus' in read
      ? { kind: 'taken', cancelStatus: read.cancelStatus, told: null }
      : { kind: 'taken', cancelStatus: null, told: read }
  }
  if (status >= 300 && status < 400) return { kind: 'elsewhere' }
  if (status === 401) return { kind: 'token-refused' }
  const errors = whole ? readErrors(body) : null
  if (status === 429 && (errors !== null || headers['retry-after'] !== undefined)) return { kind: 'busy' }
  if (errors === null || !REFUSALS.includes(status)) return { kind: 'unclear' }
  // It may mean the token, or that this account may not do this: a second time it is the account.
  const denied = (status === 400 || status === 403) && errors.some(({ code }) => code === 'access_denied')
  if (denied && !sent.earlier.includes('token-refused')) return { kind: 'token-refused' }
  const words = errors.map(({ message }) => message.trim()).filter((message) => message !== '')
  return { kind: 'refused', words: sayRefusal(sent.kind, words) }
}

function sayRefusal(kind: WishKind, words: readonly string[]): string {
  const what = kind === 'cancel' ? 'does not cancel this move' : 'did not take this change'
  return `The provider ${what}${words.length === 0 ? '.' : `: ${words.join('; ')}`}`.slice(0, 1000)
}

/** A change that was taken. What the provider made of it may differ, for example in the letter case of a VIN. */
function taken(told: ToldChange | null, change: Change | null, status: number): WishVerdict {
  const differs = told !== null && change !== null && otherValues(told, change)
  return { state: 'done', code: differs ? 'taken-otherwise' : 'taken', reason: null, status, line: GO }
}

/** What a `cancel_status` makes of a cancellation that the provider has. */
function judged(cancelStatus: string | null, status: number | null): WishVerdict {
  const standing = readCancelStatus(cancelStatus)
  const verdict = { reason: null, status, line: GO }
  if (standing === 'failed') return { ...verdict, state: 'refused', code: 'failed', reason: TOO_LATE }
  return endsMove(standing)
    ? { ...verdict, state: 'done', code: standing }
    : { ...verdict, state: 'asked', code: 'pending' }
}

const TOO_LATE = 'Too late to cancel: the provider drives this move to its end.'
const DELIVERED = 'It was delivered before the provider decided: nothing was canceled.'
const COLLECTED = 'The vehicle was collected before the change reached the provider. It holds what it had before.'
const ENDED = 'The move was canceled before the change reached the provider.'

/** A wish that the provider has, or may have. */
export type AskedWish = Pick<SentWish, 'kind' | 'change'> & {
  readonly state: WishState
  /** An earlier cancellation of the move was refused, so that a `failed` may be that one's. */
  readonly refusedBefore: boolean
}

/**
 * What reading the move tells of a wish; null where it tells nothing new. For one that may not have reached the provider
 * (`sending`) that means that it did not, and that it may be sent again.
 */
export function readWish(wish: AskedWish, { move, readyBy }: ToldSingle): WishVerdict | null {
  const delivered = move.stages.delivery_successful !== null
  switch (wish.kind) {
    case 'cancel': {
      const standing = readCancelStatus(move.cancelStatus)
      const stale = standing === 'failed' && wish.state === 'sending' && wish.refusedBefore
      const verdict = standing === 'none' || stale ? null : judged(move.cancelStatus, 200)
      const open = verdict === null || verdict.state === 'asked'
      if (open && delivered) return { ...refusedBy('delivered', DELIVERED) }
      return verdict?.state === wish.state ? null : verdict
    }
    case 'change': {
      const told = { number: move.number, vehicle: move.vehicle ?? NO_VEHICLE, readyBy }
      if (wish.change !== null && holds(told, wish.change)) {
        return { state: 'done', code: 'taken', reason: null, status: 200, line: GO }
      }
      if (endsMove(readCancelStatus(move.cancelStatus))) return refusedBy('canceled', ENDED)
      return isCollected(move) ? refusedBy('collected', COLLECTED) : null
    }
    default:
      return never(wish.kind)
  }
}

const NO_VEHICLE = { stock: null, vin: null, year: null, make: null, model: null, color: null }

function isCollected({ stages }: ToldMove): boolean {
  return [stages.pickup_successful, stages.delivery_started, stages.delivery_arrived, stages.delivery_successful].some(
    (at) => at !== null,
  )
}

/** True when the provider tells every value that was asked for. */
function holds(told: ToldChange, change: Change): boolean {
  const time = change.readyBy === null || change.readyBy.utc === told.readyBy
  return time && CHANGED_PARTS.every((part) => change[part] === null || same(part, change[part], told.vehicle[part]))
}

/** True when the provider tells another value than one that was asked for; what it leaves out is no other value. */
function otherValues({ vehicle, readyBy, number }: ToldChange, change: Change): boolean {
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

function same(part: (typeof CHANGED_PARTS)[number], asked: string, told: string | null): boolean {
  if (told === null) return false
  return part === 'vin' ? isSameVin(told, asked) : told.trim() === asked
}

function refusedBy(code: string, reason: string): WishVerdict {
  return { state: 'refused', code, reason, status: 200, line: GO }
}

function waits(code: string, status: number | null, line: LineEffect): WishVerdict {
  return { state: 'waiting', code, reason: null, status, line }
}

function unclear(code: string, status: number | null): WishVerdict {
  return { state: 'sending', code, reason: UNCLEAR, status, line: LOOK }
}

/** Shown while nobody knows whether the provider has the wish. */
export const UNCLEAR =
  'Asked, and no answer came that can be believed. The desk looks whether it was taken and asks again by itself. If it is urgent, call the provider.'

function pause(cause: 'token-refused' | 'provider-changed', words: string): LineEffect {
  return { kind: 'wait', ms: PAUSE, cause, words }
}
