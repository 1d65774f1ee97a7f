/** Why nothing leaves, where no answer says so. */

export const NO_ANSWERS =
  'Bookings get no answer that can be believed, so no more are sent for a while. One is tried by itself after that.'
export const WHAT_TIME =
  'The provider’s answers do not agree on the time, so nothing leaves yet. It is asked again by itself. If this stays, look at the clock of this PC.'
export const DISK =
  'The disk is full or cannot be written. Nothing was sent. Free space; bookings leave by themselves then.'
export const FAULT = 'Sending stopped on a fault of this app and is tried again by itself. If it stays, call support.'
