import { provider, providerFirst } from '../../booking/text/phone-text.ts'
import { describeFilters } from './lookup-text.ts'
import type { LookupFilter } from '../../../shared/views/lookup.ts'

/** Words of the empty result list: a title, one line, and the button of the one action. */

type EmptyWords = { readonly title: string; readonly text: string; readonly action: string }

/** Nothing was ever booked. */
export const NO_BOOKINGS: EmptyWords = {
  title: 'No bookings yet',
  text: 'Bookings show up here as soon as they are saved, online or offline.',
  action: 'New booking',
}

const CLEAR = 'Clear search'

/** The provider can be asked for a move number that no booking of this desk has. */
export function offerToAsk(text: string, number: number, fetching: boolean): EmptyWords {
  return {
    title: `No results for "${text}"`,
    text: fetching
      ? `Asking ${provider()}…`
      : `No booking here has this number. ${providerFirst()} may know a move by it.`,
    action: `Ask ${provider()} for move ${number}`,
  }
}

/** The filters leave nothing. */
export function describeFilteredOut(text: string, filters: readonly LookupFilter[]): EmptyWords {
  return {
    title: `No bookings ${text === '' ? '' : `for "${text}" `}${describeFilters(filters)}`,
    text: 'Clear the filters to search all bookings.',
    action: 'Clear filters',
  }
}

/** A short text is searched among the newest bookings only. */
export function describeTooShort(text: string): EmptyWords {
  return {
    title: `Not among the newest bookings: '${text}'`,
    text: 'One or two letters search only the newest bookings. Type three or more to search all.',
    action: CLEAR,
  }
}

/** Nothing matches, and `asked` external moves were fetched by that number. */
export function describeNothing(text: string, asked: number, isNumber: boolean): EmptyWords {
  if (asked > 0)
    return { title: `No booking here for '${text}'`, text: 'The move you asked for is below.', action: CLEAR }
  return {
    title: `No results for "${text}"`,
    text: isNumber
      ? `If it is a move number, you can ask ${provider()} once you're back online.`
      : 'Try fewer letters: part of a name, the last 4 of a phone, the end of a VIN, an RO, stock or move number.',
    action: CLEAR,
  }
}
