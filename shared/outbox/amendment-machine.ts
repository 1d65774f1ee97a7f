import { AMENDMENT_STATES, type AmendmentKind, type AmendmentState } from './amendment-state.ts'
import { NO_FIELDS, type Fields } from './fields.ts'
import type { AmendmentCode } from './outcome-code.ts'
import { sqlList } from './states.ts'
import type { UtcInstant } from '../time/time.ts'

/*
 * The state machine of an amendment (a cancellation or a change of a booked move), as one pure function:
 *
 *              +---------- not applied, first attempt ---------+
 *              v                                               |
 *   waiting -- claim, then bytes --> sending -- classified ----+--> submitted --+
 *      |  |                           ^  |                                      |
 *      |  |                           |  +-- unclear: fetch the move,           | verified by fetching
 *      |  |                           |      then the claim again               | the move
 *      |  |                           +--------+                                v
 *      |  +-- never sent: too late, unreadable, no booking ---> completed | refused
 *      +-- withdrawn by a person, or superseded by a cancellation ---> withdrawn
 *
 * An amendment may be sent a second time and a booking may not, so the two machines share no event, and each ignores
 * the events of the other. A process that ends during a request leaves `sending`.
 */

export type AmendmentStatus = {
  readonly kind: AmendmentKind
  readonly state: AmendmentState
  readonly code: AmendmentCode | null
  readonly fields: Fields
  /** The provider's own words, or null. */
  readonly providerMessage: string | null
  /** The amendment is not sent again before this time; null for at once. */
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
   * The classified outcome of the request. `resent`: an earlier request may have reached the provider, and the
   * response to a later one proves nothing about it.
   */
  | (Verdict & {
      readonly kind: 'amendment-classified'
      readonly to: Exclude<AmendmentState, 'withdrawn'>
      readonly resent: boolean
      readonly notBefore: UtcInstant | null
    })
  /** The move was fetched and shows the outcome. */
  | (Verdict & { readonly kind: 'amendment-verified'; readonly to: 'submitted' | 'completed' | 'refused' })
  /** The move could not be fetched. */
  | (Verdict & { readonly kind: 'amendment-unverifiable'; readonly notBefore: UtcInstant | null })
  /** The amendment is not sent (again), because it cannot be read or its time has passed. */
  | (Verdict & { readonly kind: 'amendment-dropped' })
  /** The booking did not reach the provider through this desk. */
  | { readonly kind: 'amendment-closed'; readonly because: 'booking-not-made' | 'placed-by-phone' }
  | { readonly kind: 'amendment-withdrawn' }
  /** A cancellation of the same move replaces the amendment. */
  | { readonly kind: 'amendment-superseded' }

export type AmendmentStep =
  | { readonly kind: 'moved'; readonly amendment: AmendmentStatus }
  /** The event does not fit the amendment, and nothing changes. */
  | { readonly kind: 'impossible' }

type AmendmentFacts = {
  /** The amendment is not settled. A move has at most one open amendment of a kind. */
  readonly open: boolean
  readonly terminal: boolean
  /** A request of the amendment may leave. */
  readonly sendable: boolean
  /** The amendment has certainly not left. */
  readonly withdrawable: boolean
  /** The provider has the amendment or may have it, so a fetched move shows its outcome. */
  readonly verifiable: boolean
}

const CLOSED = { open: false, terminal: true, sendable: false, withdrawable: false, verifiable: false }

/** The single table of what an amendment's state means. The store's SQL lists come from this table. */
export const AMENDMENT_FACTS: Readonly<Record<AmendmentState, AmendmentFacts>> = {
  waiting: { open: true, terminal: false, sendable: true, withdrawable: true, verifiable: false },
  sending: { open: true, terminal: false, sendable: true, withdrawable: false, verifiable: true },
  submitted: { open: true, terminal: false, sendable: false, withdrawable: false, verifiable: true },
  completed: CLOSED,
  refused: CLOSED,
  withdrawn: CLOSED,
}

/** The states with all of these facts, as the list after `IN` in SQL. */
export function sqlAmendmentStates(facts: Partial<AmendmentFacts>): string {
  const wanted = Object.entries(facts)
  const states = AMENDMENT_STATES.filter((state) => {
    const has: Readonly<Record<string, boolean>> = AMENDMENT_FACTS[state]
    return wanted.every(([fact, value]) => has[fact] === value)
  })
  return sqlList(states)
}

/** The amendment after an event. */
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

/** An outbox event that bypassed the types changes no amendment. */
function refuseForeign(_event: never): AmendmentStep {
  return IMPOSSIBLE
}

/** False for an outbox entry that bypassed the types, because a booking is never sent by the rules of an amendment. */
function isAmendment(amendment: AmendmentStatus): boolean {
  return amendment.kind === 'cancel' || amendment.kind === 'change'
}
