import type { LookupFilter } from '../../../shared/views/lookup.ts'
import type { ResultPage } from './result-list.ts'

export type LookupState = {
  /** The text of the search box. */
  readonly text: string
  /** The filters, kept like the text when a person returns. */
  readonly filters: readonly LookupFilter[]
  /** The list on the screen; null before the first answer. */
  readonly answer: ResultPage | null
  /** A newer list for the same text that would move rows, so it waits until a person asks for it. */
  readonly newer: ResultPage | null
  /** The selected row. */
  readonly moveId: string | null
  /** The shown booking, which may have no row in the list. */
  readonly bookingId: string | null
  /** The booking whose data was read: the previous booking until the data of `bookingId` arrives. */
  readonly readId: string | null
  /** Why there is no list. */
  readonly trouble: string | null
  /** Why the shown booking could not be read. */
  readonly unreadable: string | null
  readonly withdrawing: boolean
  /** The result of an action on the booking, as a sentence. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

/** The state before the first request. */
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
