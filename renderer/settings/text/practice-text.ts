import type { ProviderProfile } from '../../../shared/desk/provider-profile.ts'
import type { PracticeConnection } from '../../../shared/desk/practice.ts'
import { assertNever } from '../../../shared/result.ts'

/*
 * Texts about the practice service and its profile.
 */

export const PRACTICE_CHOICES: readonly { readonly value: ProviderProfile; readonly label: string }[] = [
  { value: 'baseline', label: 'Basic' },
  { value: 'hopdrive', label: 'Like HopDrive' },
]

export const PRACTICE_QUESTION = 'Choose what practice can do'

export const PRACTICE_PROFILE_LABEL = 'Practice works'

/** Says what a person can practice in a profile; null describes both. */
export function describePracticeProfile(profile: ProviderProfile | null): string {
  if (profile === 'hopdrive') return HOPDRIVE
  return profile === 'baseline' ? BASELINE : `${BASELINE} ${HOPDRIVE}`
}

const BASELINE = 'Basic: books and tracks; cancellations and changes go by phone.'
const HOPDRIVE = 'Like HopDrive: also takes cancellations and changes, and refuses a repeated booking.'

export const ABOUT_PRACTICE =
  'Bookings go to a service on this PC and no driver is sent. They are kept apart and never reach a provider. The portal page of a move shows the texts that the customer would get.'

export const LOSE_ANSWER = 'Lose the next answer'
export const KEEP_ANSWER = 'Keep the next answer'
export const ABOUT_LOST_ANSWER =
  'Practice takes the next booking and its answer gets lost, so you see a booking in doubt. The list of moves tells what practice has.'
export const OPEN_MOVES = 'Open the list of moves'

export function describePracticeLink(connection: PracticeConnection): string {
  switch (connection) {
    case 'up':
      return 'On. Switch it off to try the desk offline.'
    case 'cut':
      return 'Cut. Switch it on to send what waits.'
    case 'lossy':
      return 'On. The answer to the next booking gets lost.'
    default:
      return assertNever(connection)
  }
}
