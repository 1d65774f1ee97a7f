import { AMENDMENT_STATES, type AmendmentKind, type AmendmentState } from './amendment-state.ts'
import { NO_FIELDS, type Fields } from './fields.ts'
import type { AmendmentCode } from './outcome-code.ts'
import { sqlList } from './states.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * The life of an amendment (test/spec/reliability.md#amendments) as one pure function. Unlike a booking, an amendment
 * may be sent again without a duplicate guarantee, so `stepAmendment` rejects outbox entries and their events, and
 * `stepEntry` rejects amendments and theirs.
 *
 *              +-- retryable, and no earlier request is in doubt --+
 *              v                                                   |
 *   waiting -- claim, then bytes --> sending -- request ended -----+--> submitted --+
 *      |  |                           ^  |                         |                | verified by a fetch
 *      |  |                           |  +-- unknown outcome:      |                | of the move
 *      |  |                           |      fetch the move, then  |                |
 *      |  |                           |      claim again           v                v
 *      |  |                           +--------+              completed | refused <--+
 *      |  +-- not sent: too late, unreadable, no booking --------------^
 *      +-- withdrawn by a person, or superseded by a cancellation --> withdrawn
 */

export type AmendmentStatus = {
  readonly kind: AmendmentKind
  readonly state: AmendmentState
  readonly code: AmendmentCode | null
  readonly fields: Fields
  /** The provider's own words; null if the provider gave none. */
  readonly providerMessage: string | null
  /** Earliest time of the next request; null for at once. */
  readonly notBefore: UtcInstant | null
}

type Verdict = {
  readonly code: AmendmentCode
  readonly fields?: Fields
  readonly providerMessage?: string | null
}

export type AmendmentEvent =
  /** The commit of this event must be on disk before the first byte leaves. */
  | { readonly kind: 'amendment-claimed' }
  /**
   * A request ended, with or without a response. `resent` is true if an earlier request may have reached the provider:
   * then the amendment stays in `sending` instead of going back to `waiting`.
   */
  | (Verdict & {
      readonly kind: 'amendment-classified'
      readonly to: Exclude<AmendmentState, 'withdrawn'>
      readonly resent: boolean
      readonly notBefore: UtcInstant | null
    })
  /** A fetch of the move shows what became of the amendment. */
  | (Verdict & { readonly kind: 'amendment-verified'; readonly to: 'submitted' | 'completed' | 'refused' })
  /** A fetch of the move returned no readable move. */
  | (Verdict & { readonly kind: 'amendment-unverifiable'; readonly notBefore: UtcInstant | null })
  /** The desk gives up sending, because the change cannot be read or its new ready-by time has passed. */
  | (Verdict & { readonly kind: 'amendment-dropped' })
  /** No request of this desk booked the move, so the desk has nothing to cancel or change at the provider. */
  | { readonly kind: 'amendment-closed'; readonly because: 'booking-not-made' | 'placed-by-phone' }
  | { readonly kind: 'amendment-withdrawn' }
  /** A cancellation of the same move replaces this waiting change. */
  | { readonly kind: 'amendment-superseded' }

export type AmendmentStep =
  | { readonly kind: 'moved'; readonly amendment: AmendmentStatus }
  /** The event does not fit the amendment, which stays as it was. */
  | { readonly kind: 'impossible' }

type AmendmentFacts = {
  /** The amendment is not settled. A move has at most one open amendment of each kind. */
  readonly open: boolean
  readonly terminal: boolean
  /** A request of the amendment may leave. */
  readonly sendable: boolean
  /** The provider certainly does not have the amendment, so a person can withdraw the amendment. */
  readonly withdrawable: boolean
  /** The provider has or may have the amendment, so a fetch of the move can show the outcome. */
  readonly verifiable: boolean
}

const CLOSED = { open: false, terminal: true, sendable: false, withdrawable: false, verifiable: false }

/** The one table of what each amendment state means. The store's SQL lists come from this table. */
export const AMENDMENT_FACTS: Readonly<Record<AmendmentState, AmendmentFacts>> = {
  waiting: { open: true, terminal: false, sendable: true, withdrawable: true, verifiable: false },
  sending: { open: true, terminal: false, sendable: true, withdrawable: false, verifiable: true },
  submitted: { open: true, terminal: false, sendable: false, withdrawable: false, verifiable: true },
  completed: CLOSED,
  refused: CLOSED,
  withdrawn: CLOSED,
}

/** Returns the states that match every given fact, as the right side of an SQL `IN`. */
export function sqlAmendmentStates(facts: Partial<AmendmentFacts>): string {
  const wanted = Object.entries(facts)
  const states = AMENDMENT_STATES.filter((state) => {
    const has: Readonly<Record<string, boolean>> = AMENDMENT_FACTS[state]
    return wanted.every(([fact, value]) => has[fact] === value)
  })
  return sqlList(states)
}

/** Returns the amendment after `event`, or `impossible` if the event does not fit the amendment. */
export function stepAmendment(amendment: AmendmentStatus, event: AmendmentEvent): AmendmentStep {
  const facts = isAmendment(amendment) ? AMENDMENT_FACTS[amendment.state] : undefined
  if (facts === undefined) return IMPOSSIBLE
  const to = (
    state: AmendmentState,
    verdict: Partial<Verdict> = {},
    notBefore: UtcInstant | null = null,
  ): AmendmentStep => ({
    kind: 'moved',
    amendment: {
      ...amendment,
      state,
      code: verdict.code ?? null,
      fields: verdict.fields ?? NO_FIELDS,
      providerMessage: verdict.providerMessage ?? null,
      notBefore,
    },
  })

  switch (event.kind) {
    case 'amendment-claimed':
      return facts.sendable ? to('sending') : IMPOSSIBLE
    case 'amendment-classified':
      if (amendment.state !== 'sending') return IMPOSSIBLE
      return to(event.resent && event.to === 'waiting' ? 'sending' : event.to, event, event.notBefore)
    case 'amendment-verified':
      return facts.verifiable ? to(event.to, event) : IMPOSSIBLE
    case 'amendment-unverifiable':
      return amendment.state === 'sending' ? to('sending', event, event.notBefore) : IMPOSSIBLE
    case 'amendment-dropped':
      return facts.sendable ? to('refused', event) : IMPOSSIBLE
    case 'amendment-closed':
      if (!facts.withdrawable) return IMPOSSIBLE
      return to(event.because === 'placed-by-phone' ? 'refused' : 'completed', { code: event.because })
    case 'amendment-withdrawn':
      return facts.withdrawable ? to('withdrawn', { code: 'withdrawn' }) : IMPOSSIBLE
    case 'amendment-superseded':
      return facts.withdrawable ? to('withdrawn', { code: 'superseded' }) : IMPOSSIBLE
    default:
      return refuseForeign(event)
  }
}

const IMPOSSIBLE: AmendmentStep = { kind: 'impossible' }

/** Answers `impossible` to an outbox event that got past the type checker. */
function refuseForeign(_event: never): AmendmentStep {
  return IMPOSSIBLE
}

/** Returns false for an outbox entry that got past the type checker, because these rules could send a booking twice. */
function isAmendment(amendment: AmendmentStatus): boolean {
  return amendment.kind === 'cancel' || amendment.kind === 'change'
}
