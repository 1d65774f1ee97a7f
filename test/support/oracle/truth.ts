import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { LedgerLine } from './ledger.ts'

/** The part of a booking that the ledger can confirm or deny. */
export type JudgedBooking = Pick<BookedMoves, 'reference' | 'state'> & {
  readonly moves: readonly Pick<Move, 'reference' | 'number'>[]
}

/** States in which a booking is certainly not with the provider. */
const NOT_THERE: readonly EntryState[] = ['waiting', 'refused', 'held', 'withdrawn']

/**
 * Returns every breach of the two promises by the remote's ledger, one line each: nothing is booked twice, nothing is
 * called booked that the ledger lacks, and nothing in the ledger is called not booked.
 */
export function breachesOfTruth(bookings: readonly JudgedBooking[], ledger: readonly LedgerLine[]): readonly string[] {
  const known = new Set(bookings.flatMap((booking) => referencesOf(booking)))
  const externalMoves = ledger.filter((line) => !line.references.every((reference) => known.has(reference)))
  return [
    ...bookings.flatMap((booking) => breachesOf(booking, ledger)),
    ...externalMoves.map((line) => `${line.references.join(' and ')} is at the remote and not on the desk`),
  ]
}

function breachesOf(booking: JudgedBooking, ledger: readonly LedgerLine[]): readonly string[] {
  const ours = referencesOf(booking)
  const lines = ledger.filter((line) => line.references.some((reference) => ours.includes(reference)))
  const says = `${booking.reference} is ${booking.state} on the desk and ${lines.length} times at the remote`
  if (lines.length > 1) return [says]
  if (booking.state === 'booked-awaiting-number' && lines.length === 0) return [says]
  if (booking.state === 'booked') {
    const numbers = booking.moves.map(({ number }) => (number.known ? number.value : 0))
    if (lines.length === 0) return [says]
    const real = lines.flatMap((line) => line.move_ids)
    const same = sorted(numbers).join() === sorted(real).join()
    return same
      ? []
      : [`${booking.reference} carries ${numbers.join(', ')} on the desk and ${real.join(', ')} in truth`]
  }
  return lines.length > 0 && NOT_THERE.includes(booking.state) ? [says] : []
}

function referencesOf(booking: JudgedBooking): readonly string[] {
  return booking.moves.map((move) => move.reference)
}

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((one, other) => one - other)
}
