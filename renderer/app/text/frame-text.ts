import { providerToCall } from '../../booking/text/phone-text.ts'
import { assertNever } from '../../../shared/result.ts'

/*
 * Texts of the window's frame: top bar, strip, status bar and practice menu.
 */

export const OFFLINE = "You're offline."

/** Says what still works without a connection. */
export function describeWhatWorks(what: 'disk' | 'all' | 'saving'): string {
  switch (what) {
    case 'disk':
      return 'Search works.'
    case 'all':
      return 'Keep booking: everything is saved and sends later. Driver updates are paused.'
    case 'saving':
      return 'Keep booking: everything is saved and waits here. Search works.'
    default:
      return assertNever(what)
  }
}

/** Says since when the connection is down, how many bookings wait, and when the next try is. */
export function describeOutage(since: string, waiting: number, next: string | null): string {
  const wait = waiting === 0 ? 'No bookings wait' : waiting === 1 ? '1 booking waits' : `${waiting} bookings wait`
  return `Since ${since}. ${wait}.${next === null ? '' : ` Next try ${next}.`}`
}

export const FRAME = {
  opening: 'Opening…',
  closeApp: 'Close Lanekeeper',
  skip: 'Skip to the screen',
  screens: 'Screens',
  hasNotice: ' has a notice',
} as const

/** What follows the number of bookings beside "Inbox" for a screen reader. */
export function attentionWords(count: number): string {
  return count === 1 ? ' needs attention' : ' need attention'
}

export const STRIP = {
  label: 'Messages',
  doNotBookAgain: () => `Don't book it again: ask ${providerToCall()}.`,
  notDone: 'Not done.',
  resolve: 'Resolve…',
  later: 'Later',
  hide: 'Hide this notice',
  hideUntilStart: 'Hide this notice until the next start',
  all: 'All messages',
  details: 'Details',
  more: (count: number) => `+${count}`,
  moreLabel: (count: number) => `${count} more ${count === 1 ? 'message' : 'messages'}`,
} as const

export const TOP = {
  search: 'Name, phone, VIN, RO, stock or move number',
  clear: 'Clear the search',
  newBooking: 'New booking',
} as const

export const PRACTICE = {
  pill: 'Practice',
  menu: 'Practice mode. No drivers are sent.',
  cut: 'Simulate offline',
  restore: 'Reconnect',
  live: 'Go live…',
} as const

export const STATUS = {
  online: 'Online',
  offline: 'Offline',
  checking: 'Connecting…',
  since: (time: string) => `since ${time}`,
  nextTry: (time: string) => `Next try ${time}`,
  nothingSent: 'Nothing sent yet',
  allSent: (time: string) => `All sent · last at ${time}`,
  notSent: (count: number) => `${count} not sent`,
  attention: (count: number) => (count === 1 ? '1 needs attention' : `${count} need attention`),
  reminder: (time: string) => `Reminder at ${time}`,
  unreadable: (count: number) =>
    count === 1 ? 'News of 1 move cannot be read' : `News of ${count} moves cannot be read`,
  undo: 'Undo',
  open: 'Open',
  putBack: 'Put back in the form',
  notUndone: (why: string) => `Not undone. ${why}`,
} as const

export const SYSTEM_NOTICES = 'For IT'
