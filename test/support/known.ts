import { confirmMove } from '../../electron/store/moves.ts'
import { entryOfBooking, moveEntry } from '../../electron/store/outbox.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { DeskStore } from './desk-store.ts'
import { START } from './system.ts'
import { toldMove } from './told.ts'

/** Makes a booking one that the provider has taken, without a sender: its first move carries the number. */
export function withNumber({ store }: DeskStore, booked: BookedMoves, number: number, seenAt = START): void {
  const entry = store.read((view) => entryOfBooking(view, booked.id))
  if (entry === null) throw new Error('no entry')
  store.write((tx) => {
    moveEntry(tx, entry, entry.state, { state: 'booked', code: 'booked', reason: null }, START)
    confirmMove(tx, booked.moves[0]?.id ?? '', toldMove(number), seenAt)
  })
}
