import type { Classification } from '../../electron/sync/classify-booking.ts'
import { describeWait, entryReason } from '../../renderer/booking/text/entry-text.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { PAIR } from './builders/booked-moves.ts'
import { START } from './fakes/system.ts'

/** The reason of a booking's state in the words of the window; null if the state says everything. */
export function reasonOf(booking: BookedMoves | null | undefined): string | null {
  if (booking === null || booking === undefined) return null
  return booking.waitReason === null ? entryReason(booking, START) : describeWait(booking.waitReason)
}

/** As above, for a booking with this outcome code. */
export function reasonOfVerdict({ proof, code, fields, providerMessage }: Classification): string | null {
  const state = proof === 'unknown' ? 'in-doubt' : proof === 'refused' ? 'refused' : 'held'
  return entryReason({ ...PAIR, state, entry: { ...PAIR.entry, state, code, fields, providerMessage } }, START)
}
