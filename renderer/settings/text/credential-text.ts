import { PROFILE_FACTS, PROFILES } from '../../../shared/desk/provider-profile.ts'

/** Returns what a person enters to sign in with a profile; the window calls only a long-lived token a token. */
export function credentialName(profile: string | undefined): 'token' | 'client secret' {
  const known = PROFILES.find((one) => one === profile) ?? 'baseline'
  return PROFILE_FACTS[known].signsIn === 'client' ? 'client secret' : 'token'
}

export function describeMissingCredential(profile: string): string {
  return credentialName(profile) === 'token' ? 'Enter the API token.' : 'Enter the client secret.'
}
