export const CRASH = {
  title: 'This window stopped working',
  text: 'Something went wrong in Lanekeeper. Your bookings and draft are safe and keep sending.',
  reopen: 'Reopen window',
} as const
