import { never } from '../../shared/failure.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { readErrors } from '../provider/answers.ts'
import type { Asked } from '../provider/client.ts'
import type { Answer, UnreachedCause } from '../provider/connection.ts'
import { jumpBetween, type Moment } from '../provider/skew.ts'
import { markAsked, unfinishedMove } from '../store/unfinished.ts'
import { backoff, retryAfter } from './backoff.ts'
import { PROVIDER_CHANGED, TOKEN_REFUSED, type LineEffect } from './classify.ts'
import type { SyncParts } from './send.ts'

/** What a GET tells of the provider: it answers, it cannot be reached, or it will not take bookings for a while. */
export type Probed =
  | { readonly kind: 'reached' }
  | { readonly kind: 'unreached'; readonly cause: UnreachedCause }
  | Extract<LineEffect, { kind: 'wait' }>

const PAUSE = 5 * 60_000

/** Without a word for this long the link is looked at: longer than between two questions about a near move. */
const SILENCE = 75_000
/** A clock that moved by this much more, or less, than time did was set, or the machine slept. */
const A_JUMP = 10_000

/** True when what the provider said is too old, or this PC slept or its clock was set since: the gates would go by that. */
export function isStale(reachedAt: Moment, now: Moment): boolean {
  return now.monotonic - reachedAt.monotonic >= SILENCE || Math.abs(jumpBetween(reachedAt, now)) >= A_JUMP
}

/** No move has it. */
const NOBODYS = 0

/** Any answer of a provider that is not in trouble counts, also that it does not know the move. */
export function readProbe(asked: Asked, now: UtcInstant): Probed {
  switch (asked.kind) {
    case 'move':
      return { kind: 'reached' }
    case 'unreached':
      return asked.busy === undefined ? { kind: 'unreached', cause: asked.cause } : waitForBusy(asked.busy, now)
    case 'broken':
      return { kind: 'unreached', cause: 'provider-down' }
    case 'answered': {
      const { status, headers } = asked.answer
      if (status === 401) return { kind: 'wait', ms: PAUSE, cause: 'token-refused', words: TOKEN_REFUSED }
      if (status === 429) return waitForBusy(headers, now)
      if (status >= 300 && status < 400) {
        return { kind: 'wait', ms: PAUSE, cause: 'provider-changed', words: PROVIDER_CHANGED }
      }
      return status >= 500 ? { kind: 'unreached', cause: 'provider-down' } : { kind: 'reached' }
    }
    default:
      return never(asked)
  }
}

/**
 * What may be the trouble of the one move that was asked about, and of no other: a record that the provider cannot show. An
 * answer that never came cost a minute and a half: the next look finds out.
 */
export function maySayOfOneAlone(asked: Asked): boolean {
  if (asked.kind === 'broken') return asked.code !== 'answer-timeout'
  if (asked.kind !== 'answered') return false
  const { status } = asked.answer
  return status === 401 || (status >= 300 && status < 400) || status >= 500
}

/** The provider asks to wait. */
export function isBusyAnswer(asked: Asked): boolean {
  return asked.kind === 'answered' && asked.answer.status === 429
}

/**
 * How the provider stands, by what it answered about a move. Trouble with one move is not taken for its own before it was
 * asked for a move that nobody has: else one record that it cannot show would keep every booking here.
 */
export async function standsBy(
  asked: Asked,
  { provider, clock }: Pick<SyncParts, 'provider' | 'clock'>,
): Promise<Probed> {
  return readProbe(maySayOfOneAlone(asked) ? await provider.ask(NOBODYS) : asked, clock.now())
}

/**
 * Looks with a harmless question whether the provider answers and takes bookings: about the move that was not asked about for
 * longest, or, where the look before it failed, about none.
 */
export async function probeProvider(parts: SyncParts, failedBefore: boolean): Promise<Probed> {
  const { store, provider, clock, remote } = parts
  const held = failedBefore ? null : store.read((view) => unfinishedMove(view, remote.address))
  const asked = await provider.ask(held?.number ?? NOBODYS)
  if (held === null) return readProbe(asked, clock.now())
  // Another is asked about next time.
  if (maySayOfOneAlone(asked) || isBusyAnswer(asked)) store.write((tx) => markAsked(tx, held.id, clock.now()))
  return standsBy(asked, parts)
}

function waitForBusy(headers: Answer['headers'], now: UtcInstant): Probed {
  const words = 'The provider is busy and asked us to wait. Bookings leave by themselves after that.'
  return { kind: 'wait', ms: retryAfter(headers, now), cause: 'provider-busy', words }
}

const WANTS_A_PERSON: readonly UnreachedCause[] = ['unsafe-network', 'proxy-sign-in']
const LOOKS_AGAIN = 'The link is tried again every five minutes, at once by File, Try the link now.'

/**
 * How long the line rests, in milliseconds, that was not reached so many times in a row, and what it says meanwhile. A
 * network that wants a person is not asked again and again (rows 5 and 6).
 */
export function restAfter(cause: UnreachedCause, failures: number, fraction: number): { ms: number; words: string } {
  const words = sayUnreached(cause)
  return WANTS_A_PERSON.includes(cause)
    ? { ms: PAUSE, words: `${words} ${LOOKS_AGAIN}` }
    : { ms: backoff(failures, fraction), words }
}

export function sayUnreached(cause: UnreachedCause): string {
  switch (cause) {
    case 'no-network':
      return 'No network'
    case 'provider-down':
      return 'The provider does not answer'
    case 'unsafe-network':
      return 'The network is not safe: it may want a sign-in page, or its certificate is not trusted. Open a browser or call IT.'
    case 'proxy-sign-in':
      return "This network's proxy wants a sign-in. Open a browser, sign in there, or call IT."
    case 'proxy-refuses':
      return "This network's proxy does not let Lanekeeper through to the provider. Call IT."
    case 'token-missing':
      return "The provider's token is missing. Enter it in Settings."
    case 'token-refused':
      return TOKEN_REFUSED
    default:
      return never(cause)
  }
}

/**
 * True when the provider itself says that it knows no such move; a page of that status may be anybody's, and one that finds
 * fault with the request knows nothing at this address at all.
 */
export function isUnknown(asked: Asked): boolean {
  if (asked.kind !== 'answered' || asked.answer.status !== 404) return false
  const errors = readErrors(asked.answer.body)
  return errors !== null && !errors.some(({ code }) => code === 'request_invalid')
}
