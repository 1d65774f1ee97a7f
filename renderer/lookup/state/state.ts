import type { LookupFilter } from '../../../shared/views/lookup.ts'
import type { ResultPage } from './result-list.ts'

export type LookupState = {
  /** What stands in the find box. */
  readonly text: string
  /** What the search is narrowed to; kept, like the text, when one comes back. */
  readonly filters: readonly LookupFilter[]
  /** The list that stands on the screen; null before the first answer. */
  readonly answer: ResultPage | null
  /** A newer list for the same text, which would move rows: it waits until it is asked for. */
  readonly newer: ResultPage | null
  /** The selected row. */
  readonly moveId: string | null
  /** The booking whose facts are shown; also one that no row of the list stands for. */
  readonly bookingId: string | null
  /** The booking whose facts were read: the one before `bookingId` until its own are there. */
  readonly readId: string | null
  /** Why there is no list. */
  readonly trouble: string | null
  /** Why the facts of the booking that is looked at are not there. */
  readonly unreadable: string | null
  readonly withdrawing: boolean
  /** What came of an action on the booking, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

/** Before anything was asked. */
export const EMPTY_STATE: LookupState = {
  text: '',
  filters: [],
  answer: null,
  newer: null,
  moveId: null,
  bookingId: null,
  readId: null,
  trouble: null,
  unreadable: null,
  withdrawing: false,
  outcome: null,
}
