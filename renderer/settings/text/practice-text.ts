import { PROFILE_FACTS, type ProviderProfile } from '../../../shared/desk/provider-profile.ts'

/*
 * Texts about the practice service and its profile.
 */

export const PRACTICE_CHOICES: readonly { readonly value: ProviderProfile; readonly label: string }[] = [
  { value: 'baseline', label: PROFILE_FACTS.baseline.label },
  { value: 'hopdrive', label: 'Like HopDrive' },
]

export const PRACTICE_QUESTION = 'Choose what to practice'

export const PRACTICE_PROFILE_LABEL = 'Practice provider type'

/** Says what a person can practice in a profile; null describes both. */
export function describePracticeProfile(profile: ProviderProfile | null): string {
  if (profile === 'hopdrive') return HOPDRIVE
  return profile === 'baseline' ? BASELINE : `${BASELINE} ${HOPDRIVE}`
}

const BASELINE = `${PROFILE_FACTS.baseline.label}: books and tracks. Cancel and change by phone.`
const HOPDRIVE = 'Like HopDrive: also cancels and changes, and rejects a repeated booking.'

export const ABOUT_PRACTICE =
  'Practice bookings stay on this computer, and no drivers are sent. The page of a move shows the texts that the customer would get.'

export const LOSE_ANSWER = 'Lose the next reply'
export const KEEP_ANSWER = 'Keep the next reply'
export const ABOUT_LOST_ANSWER =
  'The next booking is made, but its reply gets lost, so you can practice “Check with provider”. The list of moves shows what practice has.'
export const OPEN_MOVES = 'Open list of moves'
