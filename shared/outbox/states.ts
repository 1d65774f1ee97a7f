import { ENTRY_STATES, type EntryState } from './entry-state.ts'

/*
 * The one table of what each entry state means. The store's SQL lists and the window's rules come from this table, so
 * that two places cannot classify a state differently.
 */

/** How the tally of a day counts a booking. */
export type TallyPart = 'accepted' | 'refused' | 'byPhone' | 'withdrawn' | 'unknown' | 'notSent'

type StateFacts = {
  /** The entry is not settled. The partial index `outbox_open` covers exactly the open states. */
  readonly open: boolean
  /** No event leads out of this state. */
  readonly terminal: boolean
  /**
   * The entry is being sent, or can be sent later, automatically or after a person's decision. A restored entry in such
   * a state may have been sent since its backup, so a recovery without proof puts the entry in doubt.
   */
  readonly sendable: boolean
  /**
   * The send queue takes the entry out of this state without a person. `in-doubt` is left out, although a resend may
   * end the doubt without a person.
   */
  readonly automatic: boolean
  /** The inbox asks a person to look at the entry. */
  readonly needsPerson: boolean
  /** Without an unresolved attempt, the entry is certainly not booked and can be withdrawn. */
  readonly withdrawable: boolean
  /**
   * The provider may have the booking, and a number is not known yet. Until the booking is proved, no other entry for
   * the same vehicle or repair order is claimed.
   */
  readonly possiblySent: boolean
  /** The provider has no booking that this desk sent, so no amendment of the entry is sent. */
  readonly unsent: boolean
  /** A person may report the provider's number of a move. */
  readonly takesNumber: boolean
  /** The desk fetches a reported number from the provider and compares the move. */
  readonly verifiesNumber: boolean
  /** A later entry for the same time and the same vehicle or repair order may be a duplicate of this entry. */
  readonly duplicable: boolean
  /** The entry cannot have an unresolved attempt. A `CHECK` of the table `outbox` repeats this list of states. */
  readonly resolved: boolean
  readonly tally: TallyPart
}

const NO = {
  open: false,
  terminal: false,
  sendable: false,
  automatic: false,
  needsPerson: false,
  withdrawable: false,
  possiblySent: false,
  unsent: false,
  takesNumber: false,
  verifiesNumber: false,
  duplicable: false,
  resolved: false,
}

const OPEN = { ...NO, open: true }

export const STATE_FACTS: Readonly<Record<EntryState, StateFacts>> = {
  waiting: {
    ...OPEN,
    sendable: true,
    automatic: true,
    withdrawable: true,
    unsent: true,
    duplicable: true,
    resolved: true,
    tally: 'notSent',
  },
  sending: { ...OPEN, sendable: true, automatic: true, possiblySent: true, duplicable: true, tally: 'unknown' },
  booked: { ...NO, terminal: true, duplicable: true, resolved: true, tally: 'accepted' },
  'booked-awaiting-number': {
    ...OPEN,
    needsPerson: true,
    possiblySent: true,
    takesNumber: true,
    verifiesNumber: true,
    duplicable: true,
    tally: 'accepted',
  },
  refused: { ...OPEN, sendable: true, needsPerson: true, withdrawable: true, unsent: true, tally: 'refused' },
  'in-doubt': {
    ...OPEN,
    sendable: true,
    needsPerson: true,
    possiblySent: true,
    takesNumber: true,
    duplicable: true,
    tally: 'unknown',
  },
  held: {
    ...OPEN,
    sendable: true,
    needsPerson: true,
    withdrawable: true,
    unsent: true,
    duplicable: true,
    tally: 'notSent',
  },
  withdrawn: { ...NO, terminal: true, unsent: true, resolved: true, tally: 'withdrawn' },
  'placed-by-phone': {
    ...NO,
    unsent: true,
    takesNumber: true,
    verifiesNumber: true,
    duplicable: true,
    resolved: true,
    tally: 'byPhone',
  },
}

/** Returns the states that match every given fact, in the order of `ENTRY_STATES`. */
export function statesWhere(facts: Partial<StateFacts>): readonly EntryState[] {
  const wanted = Object.entries(facts)
  return ENTRY_STATES.filter((state) => {
    const has: Readonly<Record<string, unknown>> = STATE_FACTS[state]
    return wanted.every(([fact, value]) => has[fact] === value)
  })
}

/** Returns `statesWhere(facts)` as the right side of an SQL `IN`, for example `('waiting', 'sending')`. */
export function sqlStates(facts: Partial<StateFacts>): string {
  return sqlList(statesWhere(facts))
}

/** Formats words as an SQL list, without escaping. Callers pass constants of this program only. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`
}
