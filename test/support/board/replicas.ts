import type { Ids } from '../../../electron/platform/ids.ts'
import { composeBody, type BookingBody } from '../../../electron/store/board/booking-body.ts'
import { writeReplica } from '../../../electron/store/board/replicas.ts'
import { readBooking } from '../../../electron/store/tables/bookings.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { HOPDRIVE } from '../builders/amendment.ts'
import { openDeskStore, type DeskStore } from '../desk/test-store.ts'

/** The bookings of another desk in a store, without a hub. */

/** The desk of the replicas. */
export const OTHER_DESK = 'desk_2'

export const openReplicaDesk = (options: { readonly ids?: Ids } = {}) => openDeskStore({ remote: HOPDRIVE, ...options })

/** The published booking, as the board carries it. */
export function bodyOf({ store }: DeskStore, bookingId: string): BookingBody {
  const body = store.read((view) => composeBody(view, bookingId))
  if (body === null) throw new Error('no booking of this desk')
  return JSON.parse(JSON.stringify(body)) as BookingBody
}

/** Writes a body that the other desk published. */
export function replicate({ store }: DeskStore, body: BookingBody): boolean {
  return store.write((tx) => writeReplica(tx, OTHER_DESK, body))
}

export function readFrom({ store }: DeskStore, id: string): BookedMoves | null {
  return store.read((view) => readBooking(view, id, HOPDRIVE))
}
