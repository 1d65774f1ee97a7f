import { assertNever } from '../result.ts'
import type { EntryState } from './entry-state.ts'
import { NO_FIELDS, type Fields } from './fields.ts'
import type { OutboxEvent } from './outbox-event.ts'
import type { OutcomeCode } from './outcome-code.ts'
import { HOLD_REASONS, type HoldReason } from './hold-reason.ts'
import { isQuarantineOver } from './quarantine.ts'
import { STATE_FACTS, statesWhere } from './states.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * The life of an outbox entry (test/spec/reliability.md#entry-states) as one pure function: `stepEntry` gives the entry
 * after an event. The drawing shows the usual steps, without changes, withdrawals, bookings by phone and recoveries.
 *
 *              +--------------- release ---------------+
 *              v                                       |
 *            waiting ----------- hold reason --------> held
 *              |  ^                                    ^
 *              |  +-- retryable, for example busy      | must-hold, or repeat without doubt
 *       claim, |  |                                    |
 *   then bytes v  |                                    |
 *            sending ----------------------------------+---> refused
 *              |  |
 *              |  +-- proved by a response ---------------------------> booked
 *              |                                                          ^
 *              +-- unknown outcome, or interrupted                        | the number was fetched and matches
 *              v                                                          |
 *           in-doubt ------- a number is reported, not yet verified ----> booked-awaiting-number
 *              |  ^                                                       |
 *              |  +------------- the number does not match ---------------+
 *              |
 *              +-- not booked: reported, then confirmed after the quarantine -> waiting
 *              +-- resend of the same bytes under a duplicate guarantee -> sending
 */

export { HOLD_REASONS, type HoldReason }

/**
 * The states of a backed-up entry that may have been sent since the backup, automatically or after a person's decision.
 * A recovery that cannot prove what happened since the backup puts these entries in doubt.
 */
export const SENDABLE_STATES = statesWhere({ sendable: true })

/** Why an entry is in its state: how its request ended, what holds it, or what a person did or a fetch showed. */
export type EntryCode =
  | OutcomeCode
  | HoldReason
  | 'withdrawn'
  | 'found'
  | 'half-found'
  | 'number-reported'
  | 'number-wrong'
  | 'placed-by-phone'
  | 'taken-over'

export type { OutboxEvent, Proof } from './outbox-event.ts'

export type OutboxEntry = {
  readonly state: EntryState
  readonly code: EntryCode | null
  /** Values for the sentence that the window makes of `code`. */
  readonly fields: Fields
  /** The provider's own words; null if the provider gave none. */
  readonly providerMessage: string | null
  /**
   * An attempt was or may have been handed over, and its outcome is not proved. Only a proof of the booking or a
   * decision of a person ends the doubt.
   */
  readonly unresolvedAttempt: boolean
  /** When the entry was last claimed; null before the first claim, and after a recovery that cannot know the time. */
  readonly sentAt: UtcInstant | null
  /** When a person reported that the provider does not have the booking, as the first of two steps. */
  readonly notBookedReportedAt: UtcInstant | null
  /**
   * The hold reasons, except `crashed` and `changed-elsewhere`, that a person overrode by a release. A change of the
   * booking empties the list.
   */
  readonly overriddenHolds: readonly HoldReason[]
}

export type Step =
  | { readonly kind: 'moved'; readonly entry: OutboxEntry }
  /** The event does not fit the entry, which stays as it was. */
  | { readonly kind: 'impossible' }

/** Returns the entry after `event` at the time `at`, or `impossible` if the event does not fit the entry. */
export function stepEntry(entry: OutboxEntry, event: OutboxEvent, at: UtcInstant): Step {
  if (!isEntry(entry)) return IMPOSSIBLE
  const to = (state: EntryState, code: EntryCode | null, more: Partial<OutboxEntry> = {}): Step => ({
    kind: 'moved',
    entry: { ...entry, state, code, fields: NO_FIELDS, providerMessage: null, notBookedReportedAt: null, ...more },
  })
  const from = (...states: readonly EntryState[]) => states.includes(entry.state)

  switch (event.kind) {
    case 'claimed':
      // A plain claim of an entry that may be booked could book a second move.
      return from('waiting') && !entry.unresolvedAttempt ? to('sending', null, { sentAt: at }) : IMPOSSIBLE
    case 'resend-claimed':
      return from('in-doubt') && entry.unresolvedAttempt ? to('sending', null, { sentAt: at }) : IMPOSSIBLE
    case 'classified':
      return from('sending') ? classified(entry, event, to) : IMPOSSIBLE
    case 'interrupted':
      return from('sending')
        ? to('in-doubt', 'interrupted', { unresolvedAttempt: true, fields: event.fields ?? NO_FIELDS })
        : IMPOSSIBLE
    case 'unverified':
      // A restored store cannot know when the entry last left, so no resend may rely on `sentAt`.
      return from(...SENDABLE_STATES)
        ? to('in-doubt', 'unverified', { unresolvedAttempt: true, sentAt: null })
        : IMPOSSIBLE
    case 'taken-over': {
      const { mayHaveLeft, claimedAt } = event
      if (!STATE_FACTS[entry.state].open) return IMPOSSIBLE
      // An entry that was in doubt at the other desk stays so, also where its right still waits.
      if (STATE_FACTS[entry.state].possiblySent && entry.state !== 'sending') return { kind: 'moved', entry }
      return mayHaveLeft || entry.state === 'sending'
        ? to('in-doubt', 'taken-over', { unresolvedAttempt: true, sentAt: claimedAt })
        : { kind: 'moved', entry }
    }
    case 'not-booked-elsewhere':
      return from('in-doubt') && entry.code === 'taken-over' ? to('waiting', null, RESOLVED) : IMPOSSIBLE
    case 'held':
      return from('waiting') && !entry.overriddenHolds.includes(event.reason)
        ? to('held', event.reason, { fields: event.fields ?? NO_FIELDS })
        : IMPOSSIBLE
    case 'release':
      return canRelease(entry) ? to('waiting', null, { overriddenHolds: withOverride(entry) }) : IMPOSSIBLE
    case 'changed':
      return canChange(entry) ? to('waiting', null, { overriddenHolds: [] }) : IMPOSSIBLE
    case 'withdrawn':
      return canWithdraw(entry) ? to('withdrawn', 'withdrawn') : IMPOSSIBLE
    case 'found':
      return STATE_FACTS[entry.state].takesNumber ? to('booked', 'found', RESOLVED) : IMPOSSIBLE
    case 'half-found':
      return STATE_FACTS[entry.state].takesNumber ? to('booked-awaiting-number', 'half-found', RESOLVED) : IMPOSSIBLE
    case 'number-reported':
      if (from('in-doubt')) return to('booked-awaiting-number', 'number-reported')
      return from('booked-awaiting-number', 'placed-by-phone') ? to(entry.state, 'number-reported') : IMPOSSIBLE
    case 'number-wrong':
      // A wrong number does not disprove a booking that a person gave to the provider by phone, or a booking that is
      // proved: another number is known, or every attempt is resolved.
      if (from('placed-by-phone') || (from('booked-awaiting-number') && (event.proved || !entry.unresolvedAttempt))) {
        return to(entry.state, 'number-wrong', { fields: event.fields })
      }
      return from('booked-awaiting-number')
        ? to('in-doubt', 'number-wrong', { unresolvedAttempt: true, fields: event.fields })
        : IMPOSSIBLE
    case 'not-booked-reported':
      return from('in-doubt') ? { kind: 'moved', entry: { ...entry, notBookedReportedAt: at } } : IMPOSSIBLE
    case 'not-booked-confirmed':
      return from('in-doubt') && entry.notBookedReportedAt !== null && isQuarantineOver(event.msSinceLastSend)
        ? to('waiting', null, RESOLVED)
        : IMPOSSIBLE
    case 'placed-by-phone':
      return canPlaceByPhone(entry) ? to('placed-by-phone', 'placed-by-phone', RESOLVED) : IMPOSSIBLE
    default:
      return refuseForeign(event)
  }
}

/** Answers `impossible` to an event of an amendment that got past the type checker. */
function refuseForeign(_event: never): Step {
  return IMPOSSIBLE
}

/** Returns false for an amendment that got past the type checker: an amendment has no field `unresolvedAttempt`. */
function isEntry(entry: OutboxEntry): boolean {
  return Object.hasOwn(STATE_FACTS, entry.state) && typeof entry.unresolvedAttempt === 'boolean'
}

const IMPOSSIBLE: Step = { kind: 'impossible' }
const RESOLVED = { unresolvedAttempt: false } as const

type To = (state: EntryState, code: EntryCode | null, more?: Partial<OutboxEntry>) => Step

function classified(
  entry: OutboxEntry,
  { proof, code, fields = NO_FIELDS, providerMessage = null }: Extract<OutboxEvent, { kind: 'classified' }>,
  to: To,
): Step {
  const unlessDoubt = (state: EntryState): Step =>
    // The response proves nothing of the earlier attempt, which stays unresolved.
    entry.unresolvedAttempt
      ? to('in-doubt', code, { fields: { resent: true } })
      : to(state, code, { fields, providerMessage })
  switch (proof) {
    case 'booked':
      return to('booked', code, RESOLVED)
    case 'refused':
      return unlessDoubt('refused')
    case 'must-hold':
      return unlessDoubt('held')
    case 'retryable':
      return unlessDoubt('waiting')
    case 'repeat':
      // A repeat proves that the unresolved attempt booked the move. Without an unresolved attempt, the reference
      // belongs to another move.
      return entry.unresolvedAttempt
        ? to('booked-awaiting-number', code, RESOLVED)
        : to('held', code, { fields, providerMessage })
    case 'unknown':
      return to('in-doubt', code, { unresolvedAttempt: true, fields, providerMessage })
    default:
      return assertNever(proof)
  }
}

/** True while a person can withdraw the booking: the entry is open and certainly not booked. */
export function canWithdraw({ state, unresolvedAttempt }: Pick<OutboxEntry, 'state' | 'unresolvedAttempt'>): boolean {
  return !unresolvedAttempt && STATE_FACTS[state].withdrawable
}

/**
 * True while a person can change the booking. After `move-duplication` a change could carry a new reference past the
 * provider's check and book a second move, so a person must withdraw the booking and save a new one instead.
 */
export function canChange(entry: Pick<OutboxEntry, 'state' | 'unresolvedAttempt' | 'code'>): boolean {
  return canWithdraw(entry) && entry.code !== 'move-duplication'
}

/** True if a person may release the held entry. */
export function canRelease({ state, code }: Pick<OutboxEntry, 'state' | 'code'>): boolean {
  return state === 'held' && !(UNRELEASABLE as readonly (string | null)[]).includes(code)
}

const UNRELEASABLE = ['too-late', 'zone-changed', 'unreadable'] as const satisfies readonly HoldReason[]

function withOverride({ overriddenHolds, code }: OutboxEntry): readonly HoldReason[] {
  // An override of `crashed` would let one booking crash the app forever, and one of `changed-elsewhere` would pass a
  // later act at another desk. After a release the crashes are counted anew, and the acts until then count as seen.
  const reason = HOLD_REASONS.find((one) => one === code && one !== 'crashed' && one !== 'changed-elsewhere')
  return reason === undefined || overriddenHolds.includes(reason) ? overriddenHolds : [...overriddenHolds, reason]
}

/** True while a person can place the booking by phone instead, after which the desk never sends the entry. */
export function canPlaceByPhone(entry: Pick<OutboxEntry, 'state' | 'unresolvedAttempt'>): boolean {
  return entry.state === 'in-doubt' || canWithdraw(entry)
}
