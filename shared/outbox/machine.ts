import { assertNever } from '../result.ts'
import type { EntryState } from './entry-state.ts'
import { NO_FIELDS, type Fields } from './fields.ts'
import type { OutcomeCode } from './outcome-code.ts'
import { STATE_FACTS, statesWhere } from './states.ts'
import { fromMillis, toMillis, type UtcInstant } from '../time/time.ts'

/*
 * The state machine of an outbox entry (test/spec/reliability.md#entry-states), as one pure function: entry and event
 * give the next entry. The send queue, the booking service and the screens take every transition from this function.
 *
 *              +--------------- release ----------------+
 *              v                                       |
 *            waiting --- guard: late, doubled, broken -> held
 *              |  ^                                    ^
 *              |  +-- not applied: busy, signed out    | the next would fail too, or a similar move is in progress
 *       claim, |  |                                    |
 *   then bytes v  |                                    |
 *            sending ----------------------------------+---> refused
 *              |  |
 *              |  +-- proved by a response ---------------------------> booked
 *              |                                                          ^
 *              +-- any other outcome, or interrupted                      | the number was verified
 *              v                                                          |
 *           in-doubt ------- a number is reported, not yet verified ----> booked-awaiting-number
 *              |  ^                                                       |
 *              |  +------------- the number does not fit -----------------+
 *              |
 *              +-- not booked, reported twice, the second time after the quarantine -> waiting
 *              +-- a duplicate guarantee: the same bytes again -> sending
 *
 * After a recovery without proof every entry that may have left is in-doubt. waiting, held and refused can be
 * withdrawn; those and in-doubt can be placed by phone, which ends the sending for good. While an attempt is
 * unresolved, only a proof of the booking ends the doubt.
 */

/** Why an entry does not leave although its turn has come. */
export const HOLD_REASONS = [
  'too-late',
  'zone-changed',
  'send-by-passed',
  'possible-duplicate',
  'unreadable',
  'crashed',
  'save-unacknowledged',
] as const

export type HoldReason = (typeof HOLD_REASONS)[number]

/** The states from which an entry may be sent, by itself or after a person's resolution. */
export const POSSIBLY_SENT_STATES = statesWhere({ sendable: true })

/** The code that brought the entry to its state. */
export type EntryCode =
  | OutcomeCode
  | HoldReason
  | 'withdrawn'
  | 'found'
  | 'half-found'
  | 'number-reported'
  | 'number-wrong'
  | 'placed-by-phone'

export type OutboxEntry = {
  readonly state: EntryState
  readonly code: EntryCode | null
  /** The values from which the window makes a sentence with `code`. */
  readonly fields: Fields
  /** The provider's own words, or null. */
  readonly providerMessage: string | null
  /** An attempt was handed over, and no response proves whether it was applied. */
  readonly doubt: boolean
  /** When the last request was handed over; null before the first. */
  readonly sentAt: UtcInstant | null
  /** When a person reported that the provider does not have the booking, the first of two steps. */
  readonly notBookedReportedAt: UtcInstant | null
  /** The hold reasons that a person overrode for the entry. */
  readonly overriddenHolds: readonly HoldReason[]
}

/** What the response to a request proves about that request. */
export type Proof =
  /** The provider booked. */
  | 'booked'
  /** The provider did not book, and never will without a change. */
  | 'refused'
  /** The provider did not book, and the next request would fail in the same way, or a similar move is in progress. */
  | 'must-hold'
  /** The provider did not book, and the entry may be sent again by itself. */
  | 'retryable'
  /** The provider already has a move in progress with this reference. */
  | 'repeat'
  /** No proof. */
  | 'unknown'

/** The classified outcome of a request. */
type Outcome = {
  readonly code: OutcomeCode
  readonly fields?: Fields
  readonly providerMessage?: string | null
}

export type OutboxEvent =
  /** The connection is open. The commit of this event must be on disk before the first byte leaves. */
  | { readonly kind: 'claimed' }
  /** As `claimed`, for the resend of an entry in doubt under a duplicate guarantee. */
  | { readonly kind: 'repeated' }
  | ({ readonly kind: 'classified'; readonly proof: Proof } & Outcome)
  /** The entry is in `sending`, and no process sends it. */
  | { readonly kind: 'interrupted'; readonly fields?: Fields }
  /** The entry was recovered from backups that do not prove the events since. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'held'; readonly reason: HoldReason; readonly fields?: Fields }
  /** A person released the entry although a send guard held it or the provider refused it. */
  | { readonly kind: 'release' }
  /** The booking was changed, so a later request is written anew. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'withdrawn' }
  /** A number was verified at the provider and belongs to this booking. */
  | { readonly kind: 'found' }
  /** As `found`, for one move of a pair whose other number is not known yet. */
  | { readonly kind: 'half-found' }
  /** A person reported a number that could not be verified yet. */
  | { readonly kind: 'number-reported' }
  /**
   * A reported number belongs to another booking or to no move. `proved`: another number of this booking was verified.
   */
  | { readonly kind: 'number-wrong'; readonly fields: Fields; readonly proved: boolean }
  /** A person asked the provider, who does not have the booking: the first step. */
  | { readonly kind: 'not-booked-reported' }
  /**
   * The same report again: the second step. `quiet` is the milliseconds since the last moment at which the entry could
   * have been sent, by the monotonic clock.
   */
  | { readonly kind: 'not-booked-confirmed'; readonly quiet: number }
  | { readonly kind: 'placed-by-phone' }

export type Step =
  | { readonly kind: 'moved'; readonly entry: OutboxEntry }
  /** The event does not fit the entry, and nothing changes. */
  | { readonly kind: 'impossible' }

/** How long a request may still run at the provider, in minutes. "Not booked" can be confirmed afterwards. */
export const QUARANTINE_MINUTES = 3

const MINUTE_MS = 60_000

/** The entry after an event at `at`. */
export function stepEntry(entry: OutboxEntry, event: OutboxEvent, at: UtcInstant): Step {
  if (!isEntry(entry)) return IMPOSSIBLE
  const to = (state: EntryState, code: EntryCode | null, more: Partial<OutboxEntry> = {}): Step => ({
    kind: 'moved',
    entry: { ...entry, state, code, fields: NO_FIELDS, providerMessage: null, notBookedReportedAt: null, ...more },
  })
  const from = (...states: readonly EntryState[]) => states.includes(entry.state)

  switch (event.kind) {
    case 'claimed':
      // An entry in doubt never leaves by a release.
      return from('waiting') && !entry.doubt ? to('sending', null, { sentAt: at }) : IMPOSSIBLE
    case 'repeated':
      return from('in-doubt') && entry.doubt ? to('sending', null, { sentAt: at }) : IMPOSSIBLE
    case 'classified':
      return from('sending') ? classified(entry, event, to) : IMPOSSIBLE
    case 'interrupted':
      return from('sending')
        ? to('in-doubt', 'interrupted', { doubt: true, fields: event.fields ?? NO_FIELDS })
        : IMPOSSIBLE
    case 'unverified':
      // The time of the last send is unknown, so no resend may rely on it.
      return from(...POSSIBLY_SENT_STATES) ? to('in-doubt', 'unverified', { doubt: true, sentAt: null }) : IMPOSSIBLE
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
      // Without an unresolved attempt the provider's own answer proved the booking, and a mistyped number does not
      // refute that.
      if (from('placed-by-phone') || (from('booked-awaiting-number') && (event.proved || !entry.doubt))) {
        return to(entry.state, 'number-wrong', { fields: event.fields })
      }
      return from('booked-awaiting-number')
        ? to('in-doubt', 'number-wrong', { doubt: true, fields: event.fields })
        : IMPOSSIBLE
    case 'not-booked-reported':
      return from('in-doubt') ? { kind: 'moved', entry: { ...entry, notBookedReportedAt: at } } : IMPOSSIBLE
    case 'not-booked-confirmed':
      return from('in-doubt') && entry.notBookedReportedAt !== null && event.quiet >= QUARANTINE_MINUTES * MINUTE_MS
        ? to('waiting', null, RESOLVED)
        : IMPOSSIBLE
    case 'placed-by-phone':
      return canPlaceByPhone(entry) ? to('placed-by-phone', 'placed-by-phone', RESOLVED) : IMPOSSIBLE
    default:
      return refuseForeign(event)
  }
}

/** An amendment event that bypassed the types changes no booking. */
function refuseForeign(_event: never): Step {
  return IMPOSSIBLE
}

/** False for an amendment that bypassed the types, because an amendment has no `doubt` flag. */
function isEntry(entry: OutboxEntry): boolean {
  return Object.hasOwn(STATE_FACTS, entry.state) && typeof entry.doubt === 'boolean'
}

const IMPOSSIBLE: Step = { kind: 'impossible' }
const RESOLVED = { doubt: false } as const

type To = (state: EntryState, code: EntryCode | null, more?: Partial<OutboxEntry>) => Step

function classified(
  entry: OutboxEntry,
  { proof, code, fields = NO_FIELDS, providerMessage = null }: Extract<OutboxEvent, { kind: 'classified' }>,
  to: To,
): Step {
  const unlessDoubt = (state: EntryState): Step =>
    // The response proves nothing about the earlier attempt, which stays unresolved.
    entry.doubt ? to('in-doubt', code, { fields: { resent: true } }) : to(state, code, { fields, providerMessage })
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
      // With an unresolved earlier attempt the duplicate is its proof. Otherwise a move of somebody else is in the way.
      return entry.doubt ? to('booked-awaiting-number', code, RESOLVED) : to('held', code, { fields, providerMessage })
    case 'unknown':
      return to('in-doubt', code, { doubt: true, fields, providerMessage })
    default:
      return assertNever(proof)
  }
}

/** True while the entry has certainly not been booked, so that it can be changed and withdrawn here. */
export function canWithdraw({ state, doubt }: Pick<OutboxEntry, 'state' | 'doubt'>): boolean {
  return !doubt && STATE_FACTS[state].withdrawable
}

/**
 * True while the booking can be changed. A change may give the entry another reference, which would book a second move
 * beside the one in progress; only withdrawing and booking again shows that a person wants that.
 */
export function canChange(entry: Pick<OutboxEntry, 'state' | 'doubt' | 'code'>): boolean {
  return canWithdraw(entry) && entry.code !== 'move-duplication'
}

/** True if a person may release the held entry. */
export function canRelease({ state, code }: Pick<OutboxEntry, 'state' | 'code'>): boolean {
  return state === 'held' && !(UNRELEASABLE as readonly (string | null)[]).includes(code)
}

const UNRELEASABLE = ['too-late', 'zone-changed', 'unreadable'] as const satisfies readonly HoldReason[]

function withOverride({ overriddenHolds, code }: OutboxEntry): readonly HoldReason[] {
  // Crashes count from zero again, because an overridden hold would let the same booking crash the app forever.
  const reason = HOLD_REASONS.find((one) => one === code && one !== 'crashed')
  return reason === undefined || overriddenHolds.includes(reason) ? overriddenHolds : [...overriddenHolds, reason]
}

/** True while the booking can be placed by phone instead, which ends its sending for good. */
export function canPlaceByPhone(entry: Pick<OutboxEntry, 'state' | 'doubt'>): boolean {
  return entry.state === 'in-doubt' || canWithdraw(entry)
}

/**
 * The time from which "not booked" can be confirmed, for an entry that was quiet for `quiet` milliseconds by `now`.
 * Rounded up to a whole minute for display.
 */
export function quarantineEnd(quiet: number, now: UtcInstant): UtcInstant {
  const left = Math.max(0, QUARANTINE_MINUTES * MINUTE_MS - quiet)
  return fromMillis(Math.ceil((toMillis(now) + left) / MINUTE_MS) * MINUTE_MS)
}
