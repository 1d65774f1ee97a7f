import { providerToCall } from '../../booking/text/phone-text.ts'
import { assertNever } from '../../../shared/result.ts'

/*
 * Texts of the window's frame: top bar, strip, status bar and practice menu.
 */

export const OFFLINE = 'You are offline.'

/** Says what still works without a connection. */
export function describeWhatWorks(what: 'disk' | 'all' | 'saving'): string {
  switch (what) {
    case 'disk':
      return 'Search works.'
    case 'all':
      return 'Keep booking: bookings are saved on this computer and send by themselves.'
    case 'saving':
      return 'Bookings made now are saved on this computer and wait. Search works.'
    default:
      return assertNever(what)
  }
}

export const STRIP = {
  label: 'Messages',
  doNotBookAgain: () => `Do not book it again: ask ${providerToCall()}.`,
  notDone: 'Not done.',
  resolve: 'Resolve',
  later: 'Remind me later',
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
