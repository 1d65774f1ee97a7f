import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProviderProfile } from '../../../shared/desk/provider-profile.ts'

/** A rooftop other than the practice service's, as a settings file names it. */
export const FILE_ROOFTOP = {
  name: 'Lakeside Auto',
  address: { addressOne: '780 Harbor Rd', city: 'Richmond', state: 'VA', zip: '23231' },
  zone: 'America/New_York',
}

/** A provider of the profile `baseline`. */
export const BASELINE = {
  profile: 'baseline',
  clientId: null,
  rooftopNumber: null,
  payerNumber: null,
  linkHosts: [] as readonly string[],
  name: null,
  phone: null,
  caFile: null,
} as const

/** A provider as a test names it. */
export type NamedProvider = {
  readonly address: string
  readonly token: string
  readonly profile?: ProviderProfile
  readonly clientId?: string
  readonly linkHosts?: readonly string[]
}

/** Writes a `desk.json` with a provider and a rooftop into a data folder, as IT would. */
export function writeDeskFile(folder: string, provider: Partial<NamedProvider>, more: object = {}): string {
  const file = join(folder, 'desk.json')
  writeFileSync(file, JSON.stringify({ provider, rooftop: FILE_ROOFTOP, ...more }), { mode: 0o600 })
  return file
}
