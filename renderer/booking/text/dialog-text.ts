import { providerFirst, providerToCall } from './phone-text.ts'

/* The words of the dialogs about one booking. */

export const DIALOG = {
  back: 'Back',
  cancel: 'Cancel',
  openExisting: 'Open existing',
  add: 'Add',
  addAnyway: 'Add anyway',
  whatToAdd: 'What to add',
  yourName: 'Your name',
  neverMind: 'Never mind',
  requestChange: 'Request change',
  requestAnyway: 'Request anyway',
  readyByDate: 'Ready by, date',
  time: 'Time',
  theirReference: 'Their reference',
  whoConfirmed: 'Who confirmed it?',
  added: 'Added in Lanekeeper',
  sameReference: 'Another booking of this day has this repair order',
  sameReferences: 'Other bookings of this day have this repair order',
} as const

export const addTitle = (booking: string): string => `Add to ${booking}`
export const changeTitle = (move: string): string => `Change ${move}`
export const callTitle = (booking: string): string => `Call ${providerToCall()}: ${booking}`
export const readOut = (purpose: string): string => `${purpose}, read out`
export const providerHas = (): string => `${providerFirst()} has:`
export const moveNumberLabel = (role: string): string => `${role}, move`

/** The question of the dialog; a booking without a loaner names its number. */
export function cancelTitle(booking: string, number: string | null): string {
  return number === null ? `Cancel ${booking}?` : `Cancel ${booking}, ${number}?`
}

/** A time with the person who added a fact, asked for a change, or did what an event says. */
export function byPerson(what: string, who: string): string {
  return `${what}, by ${who}`
}

export function describeChangeable(): string {
  return `Only these can be changed from here. For anything else call ${providerToCall()}, or reschedule.`
}
