import { done, failed, type Result } from '../../shared/failure.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { readBooking } from '../store/bookings.ts'
import { isDamage, isDiskFault, StoreFault } from '../store/database.ts'
import type { Remote } from '../store/outbox.ts'
import type { Store, Tx } from '../store/store.ts'

const NOT_SAVED =
  'Not saved: the disk is full or cannot be written. Free some space, then save again. Nothing typed is lost.'
const UNTOLD =
  'Not saved for certain: the disk failed meanwhile, and it may stand there all the same. Do not do it again yet: close Lanekeeper, ' +
  'have the disk looked at, start it anew and look. Nothing typed is lost.'
const DAMAGED = 'Not saved: the file of the bookings is damaged. Nothing typed is lost.'

/**
 * Writes, and reads the answer in the same transaction: what follows a commit must not be able to deny it, and a booking
 * that cannot be read back is not saved. `not-saved`.
 */
export function saveAndRead(
  { store, remote }: { readonly store: Store; readonly remote: Remote },
  bookingId: string,
  write: (tx: Tx) => void,
): Result<BookedMoves> {
  try {
    return store.write((tx) => {
      write(tx)
      const booking = readBooking(tx, bookingId, remote)
      if (booking === null) throw new Error('what was written is not there')
      return done(booking)
    })
  } catch (error) {
    if (isDamage(error)) return failed('not-saved', DAMAGED)
    if (error instanceof StoreFault && error.code === 'untold') return failed('not-saved', UNTOLD)
    if (isDiskFault(error)) return failed('not-saved', NOT_SAVED)
    throw error
  }
}
