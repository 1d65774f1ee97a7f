import type { Seal } from './settings/token.ts'

export function openVault(): Seal | null {
  return null
}
