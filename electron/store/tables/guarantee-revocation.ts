import type { UtcInstant } from '../../../shared/time/time.ts'
import { readSetting, writeSetting } from './settings.ts'
import type { Tx, View } from '../tx.ts'

/*
 * The moment up to which no recorded test of a duplicate guarantee counts
 * (test/spec/reliability.md#duplicate-guarantee). A violation, a new store and a recovery that may have lost a
 * violation move that moment.
 */

const KEY = 'duplicate-guarantee-revoked'

export function isGuaranteeRevoked(view: View, recordedAt: UtcInstant): boolean {
  const revoked = readSetting(view, KEY)
  return revoked !== null && inWholeSeconds(recordedAt) <= revoked
}

/** Revokes every guarantee whose test was recorded at `recordedAt` or earlier. An earlier moment changes nothing. */
export function revokeGuarantee(tx: Tx, recordedAt: UtcInstant): void {
  if (!isGuaranteeRevoked(tx, recordedAt)) writeSetting(tx, KEY, inWholeSeconds(recordedAt))
}

/** A fraction of a second would break the order of the texts: `05.5Z` sorts before `05Z`. */
function inWholeSeconds(at: UtcInstant): string {
  return at.replace(/\.\d+Z$/, 'Z')
}
