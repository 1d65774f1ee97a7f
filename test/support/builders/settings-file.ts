import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProviderProfile } from '../../../shared/desk/provider-profile.ts'

/** A rooftop that is not the practice service's, as a settings file names it. */
export const FILE_ROOFTOP = {
  name: 'Lakeside Auto',
  address: { addressOne: '780 Harbor Rd', city: 'Richmond', state: 'VA', zip: '23231' },
  zone: 'America/New_York',
}

/** A provider that speaks the description alone. */
export const BASELINE = {
  profile: 'baseline',
  clientId: null,
  rooftopNumber: null,
  linkHosts: [] as readonly string[],
  caFile: null,
} as const

/** A provider as tests name it. */
export type NamedProvider = {
  readonly address: string
  readonly token: string
  readonly profile?: ProviderProfile
  readonly clientId?: string
}

/** Puts a `desk.json` with a provider and a rooftop into a profile, as IT would. */
export function writeDeskFile(folder: string, provider: Partial<NamedProvider>, more: object = {}): string {
  const file = join(folder, 'desk.json')
  writeFileSync(file, JSON.stringify({ provider, rooftop: FILE_ROOFTOP, ...more }))
  return file
}
