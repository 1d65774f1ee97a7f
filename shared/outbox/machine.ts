import { assertNever } from '../result.ts'
import type { EntryState } from './entry-state.ts'
import { NO_FIELDS, type Fields } from './fields.ts'
import type { OutcomeCode } from './outcome-code.ts'
import { STATE_FACTS, statesWhere } from './states.ts'
import { fromMillis, toMillis, type UtcInstant } from '../time/time.ts'

/*
 * The life of an outbox entry (test/spec/reliability.md#entry-states), as one pure function: entry and event give the
 * entry after it. The sender, the move service and the screens use nothing else to say what an entry may become.
 *
 *              +--------------- release ----------------+
 *              v                                       |
 *            waiting --- gate: late, doubled, broken -> held
 *              |  ^                                    ^
 *              |  +-- not taken: busy, signed out      | the line would fail for all, or one like it is in progress
 *       claim, |  |                                    |
 *   then bytes v  |                                    |
 *            sending ----------------------------------+---> refused
 *              |  |
 *              |  +-- proved by an answer ----------------------------> booked
 *              |                                                          ^
 *              +-- anything else, or nobody sends it any more             | the number was looked up and fits
 *              v                                                          |
 *           in-doubt ------- a number is named, and not yet looked up --> booked-awaiting-number
 *              |  ^                                                       |
 *              |  +------------- the number does not fit -----------------+
 *              |
 *              +-- "not there", said twice, the second time after the quarantine -> waiting
 *              +-- the provider is known to refuse repeats: the same bytes again -> sending
 *
 * Brought back from copies that do not prove what happened since, whatever may have left is in-doubt.
 *
 * waiting, held and refused can be withdrawn. Those and in-doubt can be placed by phone, which ends the sending for
 * good. Doubt sticks: while one try is unproved, nothing that a later one is told but a proof of booking ends it.
 */

/** Why an entry does not leave although the line is free. */
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

/** The states from which an entry may be sent, by itself or when a person says so. */
export const POSSIBLY_SENT_STATES = statesWhere({ sendable: true })

/** What brought an entry to its state. */
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
  /** The values of which the window makes a sentence with `code`. */
  readonly fields: Fields
  /** The provider's own words; null where it gave none. */
  readonly providerMessage: string | null
  /** A try was handed over and is proved neither applied nor not applied. */
  readonly doubt: boolean
  /** When the last request of it was handed over; null before the first. */
  readonly sentAt: UtcInstant | null
  /** Somebody said that the provider does not have it: the first of two steps. */
  readonly notBookedReportedAt: UtcInstant | null
  /** The gates that a person opened for it. */
  readonly opened: readonly HoldReason[]
}

/** What the answer to a request proves of that request. */
export type Proof =
  /** It was booked. */
  | 'booked'
  /** It was not booked and never will be as it is. */
  | 'refused'
  /** It was not booked, and every other would fail in the same way, or one like it is in progress. */
  | 'must-hold'
  /** It was not booked and may be sent again by itself. */
  | 'retryable'
  /** The provider already has a move in progress with this reference. */
  | 'repeat'
  /** Nothing. */
  | 'unknown'

/** What a request came to, as its classification says it. */
type Outcome = {
  readonly code: OutcomeCode
  readonly fields?: Fields
  readonly providerMessage?: string | null
}

export type OutboxEvent =
  /** The connection stands: its commit must be on disk before the first byte leaves. */
  | { readonly kind: 'claimed' }
  /** As `claimed`, for one that may be booked, at a provider that is known to refuse repeats. */
  | { readonly kind: 'repeated' }
  | ({ readonly kind: 'classified'; readonly proof: Proof } & Outcome)
  /** Its state says that it is being sent, and nobody sends it. */
  | { readonly kind: 'interrupted'; readonly fields?: Fields }
  /** It was brought back from copies that do not prove what happened to it since. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'held'; readonly gate: HoldReason; readonly fields?: Fields }
  /** A person lets it leave although a gate held it, or although the provider stopped the line at it. */
  | { readonly kind: 'release' }
  /** What is asked for was changed; what leaves is written anew. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'withdrawn' }
  /** A number was looked up at the provider and is this booking. */
  | { readonly kind: 'found' }
  /** As `found`, of one move of a pair whose other number is not known yet. */
  | { readonly kind: 'half-found' }
  /** A person named a number that could not be looked up now. */
  | { readonly kind: 'number-reported' }
  /** A number that was named is another booking's, or nobody's. `proved`: another number of it was looked up and fits. */
  | { readonly kind: 'number-wrong'; readonly fields: Fields; readonly proved: boolean }
  /** A person asked the provider, who does not have it: step one. */
  | { readonly kind: 'not-booked-reported' }
  /** Said again, knowing the risk: step two. `quiet`: milliseconds for which no request of it can have left, by no wall clock. */
  | { readonly kind: 'not-booked-confirmed'; readonly quiet: number }
  | { readonly kind: 'placed-by-phone' }

export type Step =
  | { readonly kind: 'moved'; readonly entry: OutboxEntry }
  /** The event does not fit the entry; nothing changes. */
  | { readonly kind: 'impossible' }

/** How long a request may still be running at the provider, in minutes; "not there" can be confirmed after it. */
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
      // What may be booked never leaves by this way.
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
      // Of when it last left nothing is known: no repeat may lean on it.
      return from(...POSSIBLY_SENT_STATES) ? to('in-doubt', 'unverified', { doubt: true, sentAt: null }) : IMPOSSIBLE
    case 'held':
      return from('waiting') && !entry.opened.includes(event.gate)
        ? to('held', event.gate, { fields: event.fields ?? NO_FIELDS })
        : IMPOSSIBLE
    case 'release':
      return canRelease(entry) ? to('waiting', null, { opened: withOverride(entry) }) : IMPOSSIBLE
    case 'changed':
      return canChange(entry) ? to('waiting', null, { opened: [] }) : IMPOSSIBLE
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
      // Where nothing is in doubt the provider has it, by its own answer: a mistyped number says nothing against that.
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

/** An event of an amendment that came past the types moves no booking. */
function refuseForeign(_event: never): Step {
  return IMPOSSIBLE
}

/** False for an amendment that came past the types: it has no word on an unresolved attempt. */
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
    // It says nothing of the earlier try, which stays unproved.
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
      // Of an earlier try of ours that is unproved it is the proof; else somebody else's move is in the way.
      return entry.doubt ? to('booked-awaiting-number', code, RESOLVED) : to('held', code, { fields, providerMessage })
    case 'unknown':
      return to('in-doubt', code, { doubt: true, fields, providerMessage })
    default:
      return assertNever(proof)
  }
}

/** True while it has certainly not been booked, so that it can be changed and taken back here. */
export function canWithdraw({ state, doubt }: Pick<OutboxEntry, 'state' | 'doubt'>): boolean {
  return !doubt && STATE_FACTS[state].withdrawable
}

/**
 * True while what it asks for can be changed. A change may give it another reference, and past a provider that says that it
 * has a move in progress with this one it would book a second: only taking it back and booking anew says that this is meant.
 */
export function canChange(entry: Pick<OutboxEntry, 'state' | 'doubt' | 'code'>): boolean {
  return canWithdraw(entry) && entry.code !== 'move-duplication'
}

/** True where a person may let it leave although it is held. */
export function canRelease({ state, code }: Pick<OutboxEntry, 'state' | 'code'>): boolean {
  return state === 'held' && !(UNRELEASABLE as readonly (string | null)[]).includes(code)
}

const UNRELEASABLE = ['too-late', 'zone-changed', 'unreadable'] as const satisfies readonly HoldReason[]

function withOverride({ opened, code }: OutboxEntry): readonly HoldReason[] {
  // Crashes are counted anew from here: an open gate would let the same booking end the app for ever.
  const gate = HOLD_REASONS.find((one) => one === code && one !== 'crashed')
  return gate === undefined || opened.includes(gate) ? opened : [...opened, gate]
}

/** True while it can be given to the provider by phone instead, which ends its sending for good. */
export function canPlaceByPhone(entry: Pick<OutboxEntry, 'state' | 'doubt'>): boolean {
  return entry.state === 'in-doubt' || canWithdraw(entry)
}

/**
 * From when on "not there" can be confirmed, of an entry that has been quiet for so many milliseconds by `now`: a whole
 * minute, so that it can be said.
 */
export function quarantineEnd(quiet: number, now: UtcInstant): UtcInstant {
  const left = Math.max(0, QUARANTINE_MINUTES * MINUTE_MS - quiet)
  return fromMillis(Math.ceil((toMillis(now) + left) / MINUTE_MS) * MINUTE_MS)
}
