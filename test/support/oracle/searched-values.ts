import { decisionsOn } from '../../../electron/store/tables/decisions.ts'
import { readBooking } from '../../../electron/store/tables/bookings.ts'
import { entryOfBooking, type ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import type { Store } from '../../../electron/store/store.ts'
import { phoneDigits } from '../../../shared/booking/phone.ts'
import { formatPlace } from '../../../shared/booking/place.ts'
import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import { normalizeForSearch } from '../../../shared/views/lookup.ts'

/*
 * What a search must find a move by, read from the booking and its decisions without the search table, and a full scan
 * over these values.
 */

export type SearchedMove = { readonly moveId: string; readonly values: readonly string[] }

/** The moves of a booking with the values of each. */
export function searchedMoves(store: Store, bookingId: string, remote: ProviderIdentity): readonly SearchedMove[] {
  return store.read((view) => {
    const booking = readBooking(view, bookingId, remote)
    const entry = entryOfBooking(view, bookingId)
    if (booking === null || entry === null) throw new Error('no booking')
    const phoneReference =
      decisionsOn(view, entry.id).findLast(({ kind }) => kind === 'placed-by-phone')?.detail ?? null
    return booking.moves.map((move) => {
      const reported = view.sql('SELECT reported_number FROM moves WHERE id = ?').pluck().get(move.id) as number | null
      const all = [...valuesOf(booking, move), phoneReference, reported === null ? null : String(reported)]
      return { moveId: move.id, values: all.filter((value) => value !== null) }
    })
  })
}

function valuesOf(booking: BookedMoves, move: Move): readonly (string | null)[] {
  const { vehicle } = move
  const isPickup = booking.action === 'pickup'
  const places =
    booking.kind === 'one-way'
      ? [move.pickup, move.delivery]
      : [isPickup === (move.role === 'customer') ? move.pickup : move.delivery]
  return [
    move.number.known ? String(move.number.value) : null,
    move.reference,
    booking.customerName,
    booking.customerPhone === null ? null : phoneDigits(booking.customerPhone),
    ...(vehicle === null ? [] : [vehicle.vin, vehicle.stock, vehicle.year, vehicle.make, vehicle.model, vehicle.color]),
    ...places.map(formatPlace),
    move.specialInstructions,
    booking.kind === 'one-way' ? move.dealerContact : null,
  ]
}

/** True if a full scan of the values finds every word, as a person typed the value or without its punctuation. */
export function isFoundByScan({ values }: SearchedMove, words: readonly string[]): boolean {
  const texts = values.map(normalizeForSearch).flatMap((text) => [text, text.replace(/['().\-/]/g, '')])
  return words.every((word) => texts.some((text) => text.includes(word)))
}
