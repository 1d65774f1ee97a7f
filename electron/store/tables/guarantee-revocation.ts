import { readSetting, writeSetting } from './settings.ts'
import type { Tx, View } from '../tx.ts'

/*
 * A recorded contract test (`duplicate_check`) that its remote went back on. Kept by the time at which it was recorded, so
 * that one which is made anew counts again.
 */

const KEY = 'duplicate-guarantee-revoked'

export function isGuaranteeRevoked(view: View, recordedAt: string): boolean {
  return readSetting(view, KEY) === recordedAt
}

export function revokeGuarantee(tx: Tx, recordedAt: string): void {
  writeSetting(tx, KEY, recordedAt)
}
