import { never } from './failure.ts'
import type { EntryState } from './move.ts'
import { fromMillis, toMillis, type UtcInstant } from './time.ts'

/*
 * The life of an outbox entry, as one pure function (reliability 2a to 2c): entry and event give the entry after it. The
 * sender, the move service and the screens use nothing else to say what an entry may become.
 *
 *              +--------------- let go ----------------+
 *              v                                       |
 *   draft -> waiting --- gate: late, doubled, broken -> held
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
 *           in-doubt ------- a number is named, and not yet looked up --> booked-number-to-come
 *              |  ^                                                       |
 *              |  +------------- the number does not fit -----------------+
 *              |
 *              +-- "not there", said twice, the second time after the quarantine -> waiting
 *              +-- the provider is known to refuse repeats: the same bytes again -> sending
 *
 * Brought back from copies that do not prove what happened since, whatever may have left is in-doubt.
 *
 * draft, waiting, held and refused can be withdrawn. Those and in-doubt can be placed by phone, which ends the sending for
 * good. Doubt sticks: while one try is unproved, nothing that a later one is told but a proof of booking ends it.
 */

/** Why an entry does not leave although the line is free. */
export const GATES = [
  'too-late',
  'zone-changed',
  'send-by-passed',
  'looks-doubled',
  'unreadable',
  'crashed',
  'never-called-saved',
] as const

export type Gate = (typeof GATES)[number]

/** The states from which an entry may be sent, by itself or when a person says so. */
export const MAY_HAVE_LEFT = ['draft', 'waiting', 'sending', 'held', 'refused', 'in-doubt'] as const

export type OutboxEntry = {
  readonly state: EntryState
  readonly code: string | null
  /** Why it is in this state, in words; null where the state says it all. */
  readonly reason: string | null
  /** A try was handed over and is proved neither applied nor not applied. */
  readonly doubt: boolean
  /** When the last request of it was handed over; null before the first. */
  readonly sentAt: UtcInstant | null
  /** Somebody said that the provider does not have it: the first of two steps. */
  readonly absentAt: UtcInstant | null
  /** The gates that a person opened for it. */
  readonly opened: readonly Gate[]
}

/** What the answer to a request proves of that request. */
export type Proof =
  /** It was booked. */
  | 'booked'
  /** It was not booked and never will be as it is. */
  | 'refused'
  /** It was not booked, and every other would fail in the same way, or one like it is in progress. */
  | 'held'
  /** It was not booked and may be sent again by itself. */
  | 'not-taken'
  /** The provider already has a move in progress with this reference. */
  | 'repeat'
  /** Nothing. */
  | 'unknown'

export type OutboxEvent =
  /** The connection stands: its commit must be on disk before the first byte leaves. */
  | { readonly kind: 'claimed' }
  /** As `claimed`, for one that may be booked, at a provider that is known to refuse repeats. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'judged'; readonly proof: Proof; readonly code: string; readonly reason: string | null }
  /** Its state says that it is being sent, and nobody sends it. */
  | { readonly kind: 'interrupted'; readonly reason: string }
  /** It was brought back from copies that do not prove what happened to it since. */
  | { readonly kind: 'unproven'; readonly reason: string }
  | { readonly kind: 'gated'; readonly gate: Gate; readonly reason: string }
  /** A person lets it leave although a gate held it, or although the provider stopped the line at it. */
  | { readonly kind: 'let-go' }
  /** What is asked for was changed; what leaves is written anew. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'withdrawn' }
  /** A number was looked up at the provider and is this booking. */
  | { readonly kind: 'found' }
  /** As `found`, of one move of a pair whose other number is not known yet. */
  | { readonly kind: 'half-found' }
  /** A person named a number that could not be looked up now. */
  | { readonly kind: 'number-named' }
  /** A number that was named is another booking's, or nobody's. `proved`: another number of it was looked up and fits. */
  | { readonly kind: 'number-wrong'; readonly reason: string; readonly proved: boolean }
  /** A person asked the provider, who does not have it: step one. */
  | { readonly kind: 'absent' }
  /** Said again, knowing the risk: step two. `quiet`: milliseconds for which no request of it can have left, by no wall clock. */
  | { readonly kind: 'absent-confirmed'; readonly quiet: number }
  | { readonly kind: 'by-phone' }

export type Step =
  | { readonly kind: 'moved'; readonly entry: OutboxEntry }
  /** The event does not fit the entry; nothing changes. */
  | { readonly kind: 'impossible' }

/** How long a request may still be running at the provider, in minutes; "not there" can be confirmed after it. */
export const QUARANTINE = 3

const A_MINUTE = 60_000

/** The entry after an event at `at`. */
export function step(entry: OutboxEntry, event: OutboxEvent, at: UtcInstant): Step {
  const to = (
    state: EntryState,
    code: string | null,
    reason: string | null,
    more: Partial<OutboxEntry> = {},
  ): Step => ({
    kind: 'moved',
    entry: { ...entry, state, code, reason, absentAt: null, ...more },
  })
  const from = (...states: readonly EntryState[]) => states.includes(entry.state)

  switch (event.kind) {
    case 'claimed':
      // What may be booked never leaves by this way.
      return from('waiting') && !entry.doubt ? to('sending', null, null, { sentAt: at }) : IMPOSSIBLE
    case 'repeated':
      return from('in-doubt') && entry.doubt ? to('sending', null, null, { sentAt: at }) : IMPOSSIBLE
    case 'judged':
      return from('sending') ? judged(entry, event, to) : IMPOSSIBLE
    case 'interrupted':
      return from('sending') ? to('in-doubt', 'interrupted', event.reason, { doubt: true }) : IMPOSSIBLE
    case 'unproven':
      // Of when it last left nothing is known: no repeat may lean on it.
      return from(...MAY_HAVE_LEFT)
        ? to('in-doubt', 'unproven', event.reason, { doubt: true, sentAt: null })
        : IMPOSSIBLE
    case 'gated':
      return from('waiting') && !entry.opened.includes(event.gate) ? to('held', event.gate, event.reason) : IMPOSSIBLE
    case 'let-go':
      return canLetGo(entry) ? to('waiting', null, null, { opened: withGate(entry) }) : IMPOSSIBLE
    case 'changed':
      return canChange(entry) ? to('waiting', null, null, { opened: [] }) : IMPOSSIBLE
    case 'withdrawn':
      return canWithdraw(entry) ? to('withdrawn', 'withdrawn', null) : IMPOSSIBLE
    case 'found':
      return from('in-doubt', 'booked-number-to-come', 'by-phone') ? to('booked', 'found', null, SURE) : IMPOSSIBLE
    case 'half-found':
      return from('in-doubt', 'booked-number-to-come', 'by-phone')
        ? to('booked-number-to-come', 'half-found', HALF_FOUND, SURE)
        : IMPOSSIBLE
    case 'number-named':
      if (from('in-doubt')) return to('booked-number-to-come', 'number-named', null)
      return from('booked-number-to-come', 'by-phone') ? to(entry.state, entry.code, null) : IMPOSSIBLE
    case 'number-wrong':
      // Where nothing is in doubt the provider has it, by its own answer: a mistyped number says nothing against that.
      if (from('by-phone') || (from('booked-number-to-come') && (event.proved || !entry.doubt))) {
        return to(entry.state, 'number-wrong', event.reason)
      }
      return from('booked-number-to-come') ? to('in-doubt', 'number-wrong', event.reason, { doubt: true }) : IMPOSSIBLE
    case 'absent':
      return from('in-doubt') ? to('in-doubt', entry.code, entry.reason, { absentAt: at }) : IMPOSSIBLE
    case 'absent-confirmed':
      return from('in-doubt') && entry.absentAt !== null && event.quiet >= QUARANTINE * A_MINUTE
        ? to('waiting', null, null, SURE)
        : IMPOSSIBLE
    case 'by-phone':
      return canPlaceByPhone(entry) ? to('by-phone', 'by-phone', null, SURE) : IMPOSSIBLE
    default:
      return never(event)
  }
}

const IMPOSSIBLE: Step = { kind: 'impossible' }
const SURE = { doubt: false } as const

type To = (state: EntryState, code: string | null, reason: string | null, more?: Partial<OutboxEntry>) => Step

function judged(entry: OutboxEntry, { proof, code, reason }: Extract<OutboxEvent, { kind: 'judged' }>, to: To): Step {
  const unlessDoubt = (state: EntryState): Step =>
    // It says nothing of the earlier try, which stays unproved.
    entry.doubt ? to('in-doubt', code, STILL_UNPROVED) : to(state, code, reason)
  switch (proof) {
    case 'booked':
      return to('booked', code, null, SURE)
    case 'refused':
      return unlessDoubt('refused')
    case 'held':
      return unlessDoubt('held')
    case 'not-taken':
      return unlessDoubt('waiting')
    case 'repeat':
      // Of an earlier try of ours that is unproved it is the proof; else somebody else's move is in the way.
      return entry.doubt ? to('booked-number-to-come', code, PROVED_BY_REPEAT, SURE) : to('held', code, reason)
    case 'unknown':
      return to('in-doubt', code, reason, { doubt: true })
    default:
      return never(proof)
  }
}

const STILL_UNPROVED =
  'It was asked for once more and not taken, which says nothing of the first time. It may be booked: do not book it again. ' +
  'Ask the provider by phone, with the reference below.'
const HALF_FOUND = 'The provider has it. The number of its other move is not known yet: ask for it and enter it here.'
const PROVED_BY_REPEAT = 'The provider has it: it refused to take it twice. Ask for its number and enter it here.'

/** True while it has certainly not been booked, so that it can be changed and taken back here. */
export function canWithdraw({ state, doubt }: Pick<OutboxEntry, 'state' | 'doubt'>): boolean {
  return !doubt && (state === 'draft' || state === 'waiting' || state === 'held' || state === 'refused')
}

/**
 * True while what it asks for can be changed. A change may give it another reference, and past a provider that says that it
 * has a move in progress with this one it would book a second: only taking it back and booking anew says that this is meant.
 */
export function canChange(entry: Pick<OutboxEntry, 'state' | 'doubt' | 'code'>): boolean {
  return canWithdraw(entry) && entry.code !== 'move-duplication'
}

/** True where a person may let it leave although it is held. */
export function canLetGo({ state, code }: Pick<OutboxEntry, 'state' | 'code'>): boolean {
  if (state === 'draft') return true
  return state === 'held' && !(NEVER_LET_GO as readonly (string | null)[]).includes(code)
}

const NEVER_LET_GO = ['too-late', 'zone-changed', 'unreadable'] as const satisfies readonly Gate[]

function withGate({ opened, code }: OutboxEntry): readonly Gate[] {
  // Crashes are counted anew from here: an open gate would let the same booking end the app for ever.
  const gate = GATES.find((one) => one === code && one !== 'crashed')
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
  const left = Math.max(0, QUARANTINE * A_MINUTE - quiet)
  return fromMillis(Math.ceil((toMillis(now) + left) / A_MINUTE) * A_MINUTE)
}
