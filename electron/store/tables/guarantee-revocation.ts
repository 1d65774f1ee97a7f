import { readSetting, writeSetting } from './settings.ts'
import type { Tx, View } from '../tx.ts'

/*
 * The revocation of a duplicate guarantee that its provider violated. Stored with the time of the recorded test, so
 * that a newer test counts again.
 */

const KEY = 'duplicate-guarantee-revoked'

export function isGuaranteeRevoked(view: View, recordedAt: string): boolean {
  return readSetting(view, KEY) === recordedAt
}

export function revokeGuarantee(tx: Tx, recordedAt: string): void {
  writeSetting(tx, KEY, recordedAt)
}
