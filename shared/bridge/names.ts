/*
 * The names that cross the bridge between the window and the main process. The preload imports this file, so this file
 * imports no other: a schema would be loaded into every page before its first script.
 */

/** The names of all calls. The preload exposes only these. */
export const CALLS = [
  'readStatus',
  'checkConnection',
  'bookMove',
  'bookDespiteDuplicates',
  'findDuplicates',
  'findOpenPickup',
  'bookVisit',
  'suggestCustomers',
  'suggestVehicles',
  'readLoaners',
  'checkLoaner',
  'knownCustomer',
  'lookUpZip',
  'decodeVin',
  'getBooking',
  'readHistory',
  'copySupportDump',
  'copyText',
  'findBookings',
  'readInbox',
  'readDay',
  'printSheet',
  'dayLoad',
  'countBookings',
  'changeBooking',
  'rescheduleBooking',
  'settleReschedule',
  'withdrawBooking',
  'resolveBooking',
  'addFact',
  'findReferenceDuplicates',
  'snoozeReminder',
  'readBoard',
  'joinBoard',
  'leaveBoard',
  'takeOver',
  'takeBooking',
  'handOver',
  'markTakenOverSeen',
  'markDoubleSendSeen',
  'requestCancellation',
  'requestChange',
  'withdrawAmendment',
  'readDraft',
  'saveDraft',
  'clearDraft',
  'setPracticeConnection',
  'openLink',
  'fetchExternalMove',
  'searchExternalMoves',
  'distanceTo',
  'readSettings',
  'testConnection',
  'changeSettings',
  'markFileChangeSeen',
  'recoverStore',
  'readAppearance',
  'changeAppearance',
  'readAbout',
] as const

export type CallName = (typeof CALLS)[number]

export const EVENTS = ['movesChanged', 'deskChanged', 'deskDamaged', 'commandChosen'] as const

export type EventName = (typeof EVENTS)[number]

export function callChannel(name: CallName): string {
  return `call:${name}`
}

export function eventChannel(name: EventName): string {
  return `event:${name}`
}
