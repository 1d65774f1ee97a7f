import { ENTRY_STATES, type EntryState } from './entry-state.ts'

/*
 * The one table of what an entry's state means. The store's SQL lists and the screens' rules are made from it, so that two
 * places cannot decide the same thing differently.
 */

/** What became of a booking, as the day's tally counts it. */
export type TallyPart = 'accepted' | 'refused' | 'byPhone' | 'withdrawn' | 'unknown' | 'notSent'

type StateFacts = {
  /** Not settled. The partial index `outbox_open` holds these entries alone. */
  readonly open: boolean
  /** No event leads out of it. */
  readonly terminal: boolean
  /** The entry may be sent from here, by itself or after a decision. After a recovery it may have been sent meanwhile. */
  readonly sendable: boolean
  /** It settles without a person. */
  readonly automatic: boolean
  /** A person must act. */
  readonly needsPerson: boolean
  /** Without an unresolved attempt it has certainly not been booked, and can be changed or withdrawn here. */
  readonly withdrawable: boolean
  /** The provider may hold it and its numbers are not known: no entry for the same vehicle is sent past it. */
  readonly possiblySent: boolean
  /** The provider certainly has no request of this entry, so there is nothing to cancel there. */
  readonly unsent: boolean
  /** A number that a person reports is accepted for it. */
  readonly takesNumber: boolean
  /** A reported number is verified at the provider. */
  readonly verifiesNumber: boolean
  /** A later entry for the same vehicle and time may be its duplicate. */
  readonly duplicable: boolean
  /** An attempt of it cannot be unresolved. */
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

/** The states that have all these facts, in the order of `ENTRY_STATES`. */
export function statesWhere(facts: Partial<StateFacts>): readonly EntryState[] {
  const wanted = Object.entries(facts)
  return ENTRY_STATES.filter((state) => {
    const has: Readonly<Record<string, unknown>> = STATE_FACTS[state]
    return wanted.every(([fact, value]) => has[fact] === value)
  })
}

/** The same states as the list behind an `IN` of SQL: `('waiting', 'sending')`. */
export function sqlStates(facts: Partial<StateFacts>): string {
  return sqlList(statesWhere(facts))
}

/** Words of this program as a list of SQL. */
export function sqlList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`
}
