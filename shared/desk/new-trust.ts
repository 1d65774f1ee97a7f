import type { Settings } from './settings.ts'

/**
 * What a change of the settings would trust beyond the present settings. A field is null or empty if the change trusts
 * nothing new there.
 */
export type NewTrust = {
  /** The address that would get this desk's bookings, or that a connection test would call. */
  readonly address: string | null
  readonly linkHosts: readonly string[]
  readonly caFile: string | null
}

/** Returns what `wanted` newly trusts; null if nothing. A change to the practice service trusts nothing new. */
export function newTrust(wanted: Pick<Settings, 'provider'>, present: Pick<Settings, 'provider'>): NewTrust | null {
  const { provider } = wanted
  if (provider === null) return null
  const before = present.provider
  const trust = {
    address: provider.address === before?.address ? null : provider.address,
    linkHosts: provider.linkHosts.filter((host) => before?.linkHosts.includes(host) !== true),
    caFile: provider.caFile === (before?.caFile ?? null) ? null : provider.caFile,
  }
  return trust.address === null && trust.linkHosts.length === 0 && trust.caFile === null ? null : trust
}
