import type { BookedMoves } from '../../../shared/move/move.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { describeDuplicate } from './ready-text.ts'

/** The words of the question before a duplicate or an unusual booking is saved. */
export const DUPLICATE_TEXT = {
  back: 'Go back',
  openOne: (place: number, state: string) => `Open ${place}: ${state}`,
  openExisting: 'Open existing',
  anyway: 'Book anyway',
  who: 'Your name',
  whoHint: 'optional, saved with the booking',
  table: 'Side by side',
  line: 'Line',
  typed: 'New',
  existing: 'Existing',
  same: 'Same',
} as const

/** The title of the question about these candidates. */
export function describeDuplicates(others: readonly BookedMoves[], zone: string, now: UtcInstant): string {
  const [only] = others
  if (only === undefined) return 'Check before booking'
  return others.length === 1
    ? describeDuplicate(only, zone, now).replace(/\.$/, '')
    : `${others.length} possible duplicates`
}
