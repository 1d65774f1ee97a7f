import { ENTRY_STATES, type EntryState } from './entry-state.ts'

/*
 * The single table of what an entry's state means. The store's SQL lists and the screens' rules come from this table,
 * so that two places cannot disagree.
 */

/** How the day's tally counts a booking. */
export type TallyPart = 'accepted' | 'refused' | 'byPhone' | 'withdrawn' | 'unknown' | 'notSent'

type StateFacts = {
  /** Not settled. The partial index `outbox_open` contains exactly these entries. */
  readonly open: boolean
  /** No event leads out of the state. */
  readonly terminal: boolean
  /**
   * The entry may be sent from this state, by itself or after a resolution, so after a recovery it may have been sent
   * meanwhile.
   */
  readonly sendable: boolean
  /** The entry settles without a person. */
  readonly automatic: boolean
  /** A person must act. */
  readonly needsPerson: boolean
  /** Without an unresolved attempt the booking was certainly not made, so it can be changed or withdrawn here. */
  readonly withdrawable: boolean
  /**
   * The provider may have the booking under unknown numbers, so no other entry for the same vehicle is sent before it
   * settles.
   */
  readonly possiblySent: boolean
  /** The provider certainly has no request of this entry, so nothing can be canceled there. */
  readonly unsent: boolean
  /** The entry accepts a reported number. */
  readonly takesNumber: boolean
  /** A reported number is verified at the provider. */
  readonly verifiesNumber: boolean
  /** A later entry for the same vehicle and time may be a duplicate of this entry. */
  readonly duplicable: boolean
  /** The entry cannot have an unresolved attempt. */
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

/** The states with all of these facts, in the order of `ENTRY_STATES`. */
export function statesWhere(facts: Partial<StateFacts>): readonly EntryState[] {
  const wanted = Object.entries(facts)
  return ENTRY_STATES.filter((state) => {
    const has: Readonly<Record<string, unknown>> = STATE_FACTS[state]
    return wanted.every(([fact, value]) => has[fact] === value)
  })
}

/** The same states as the list after `IN` in SQL: `('waiting', 'sending')`. */
export function sqlStates(facts: Partial<StateFacts>): string {
  return sqlList(statesWhere(facts))
}

/** A list of codes for SQL. The codes must be our own, because they are not escaped. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`
}
