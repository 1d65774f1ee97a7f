import type { FoundBooking, LookupFilter } from '../../../shared/views/lookup.ts'
import type { ResultPage } from './result-list.ts'

/** A list that waits to be shown. `kept` is the selected row with its place in this list, if it has one. */
export type NewerList = ResultPage & { readonly kept: readonly [number, FoundBooking] | null }

export type LookupState = {
  /** Text of the global search. */
  readonly text: string
  /** Filters of the search. Filters and text stay when the user leaves the screen. */
  readonly filters: readonly LookupFilter[]
  /** List on the screen; null before the first reply. */
  readonly answer: ResultPage | null
  /** Newer list for the same search. Its rows have other places, so the list waits until the user asks to see it. */
  readonly newer: NewerList | null
  /** Id of the selected booking, which may have no row in the list. */
  readonly bookingId: string | null
  /** Id of the booking on the screen. While `bookingId` is being read, the previous booking stays on the screen. */
  readonly readId: string | null
  /** Why the list could not be read; null otherwise. An older list stays on the screen. */
  readonly errorMessage: string | null
  /** Why the selected booking could not be read; null otherwise. */
  readonly unreadable: string | null
  readonly withdrawing: boolean
  /** Result of the last action on the booking, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

/** State before the first search. */
export const EMPTY_STATE: LookupState = {
  text: '',
  filters: [],
  answer: null,
  newer: null,
  bookingId: null,
  readId: null,
  errorMessage: null,
  unreadable: null,
  withdrawing: false,
  outcome: null,
}
