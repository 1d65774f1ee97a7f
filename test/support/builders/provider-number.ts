import { confirmMove } from '../../../electron/store/tables/moves.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { DeskStore } from '../desk/test-store.ts'
import { bringTo } from './outbox-entries.ts'
import { START } from '../fakes/system.ts'
import { toldMove } from './provider-response.ts'

/** Marks a booking as booked without a send queue: its first move has the number. */
export function withNumber({ store }: DeskStore, booked: BookedMoves, number: number, providerReadAt = START): void {
  bringTo(store, booked, 'booked')
  store.write((tx) => confirmMove(tx, booked.moves[0]?.id ?? '', toldMove(number), providerReadAt))
}
