import { ok, fail, type Result } from '../../shared/result.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { isDamageError, isDiskError, StoreError } from '../store/errors.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Tx } from '../store/tx.ts'

/**
 * Writes a booking and reads it back in one transaction: a booking that cannot be read back is not saved, and no failed
 * read can report a saved booking as not saved. Fails with `not-saved` when the store refuses.
 */
export function saveAndLoad(
  { store, remote }: { readonly store: Store; readonly remote: ProviderIdentity },
  bookingId: string,
  write: (tx: Tx) => void,
): Result<BookedMoves> {
  const saved = saveAndLoadAll({ store, remote }, [bookingId] as const, write)
  return saved.ok ? ok(saved.value[0]) : saved
}

/** As `saveAndLoad`, for several bookings in one transaction: all are saved or none. */
export function saveAndLoadAll<Ids extends readonly string[]>(
  { store, remote }: { readonly store: Store; readonly remote: ProviderIdentity },
  bookingIds: Ids,
  write: (tx: Tx) => void,
): Result<{ readonly [Index in keyof Ids]: BookedMoves }> {
  try {
    return store.write((tx) => {
      write(tx)
      const bookings = bookingIds.map((id) => {
        const booking = readBooking(tx, id, remote)
        if (booking === null) throw new Error('what was written is not there')
        return booking
      })
      return ok(bookings as { readonly [Index in keyof Ids]: BookedMoves })
    })
  } catch (error) {
    if (isDamageError(error)) return fail('not-saved', 'store-damaged')
    if (error instanceof StoreError && error.code === 'unacknowledged') return fail('not-saved', 'commit-uncertain')
    if (isDiskError(error)) return fail('not-saved', 'disk-full')
    throw error
  }
}
