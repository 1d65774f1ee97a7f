import { confirmMove } from '../../electron/store/moves.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { DeskStore } from './desk-store.ts'
import { bringTo } from './entries.ts'
import { START } from './system.ts'
import { toldMove } from './told.ts'

/** Makes a booking one that the provider has taken, without a sender: its first move carries the number. */
export function withNumber({ store }: DeskStore, booked: BookedMoves, number: number, seenAt = START): void {
  bringTo(store, booked, 'booked')
  store.write((tx) => confirmMove(tx, booked.moves[0]?.id ?? '', toldMove(number), seenAt))
}
