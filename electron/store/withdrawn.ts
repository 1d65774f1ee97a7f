import { readSetting, writeSetting } from './desk.ts'
import type { Tx, View } from './store.ts'

/*
 * A recorded contract test (`duplicate_check`) that its remote went back on. Kept by the time at which it was recorded, so
 * that one which is made anew counts again.
 */

const KEY = 'contract-withdrawn'

export function isWithdrawn(view: View, recordedAt: string): boolean {
  return readSetting(view, KEY) === recordedAt
}

export function withdraw(tx: Tx, recordedAt: string): void {
  writeSetting(tx, KEY, recordedAt)
}
