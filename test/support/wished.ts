import type { Remote } from '../../electron/store/outbox.ts'
import { nextWish, wishById, type DueWish, type OpenWish } from '../../electron/store/wishes.ts'
import type { Store } from '../../electron/store/store.ts'
import { addMinutes } from '../../shared/time.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { changeSchema, type Change, type Wish } from '../../shared/wish.ts'
import { START } from './system.ts'

/** Who asks. */
export const WHO = 'Dana R.'

/** A remote that can be asked to cancel and to change. */
export const HOPDRIVE: Remote = { address: 'https://provider.example', profile: 'hopdrive' }

export const change = (parts: object): Change => changeSchema.parse(parts)

/** The wish that would leave now. */
export function dueWish(store: Store, now = START, remote = HOPDRIVE): DueWish | null {
  return store.read((view) => nextWish(view, remote, now, addMinutes(now, 10)))
}

export function wishOf(store: Store, id: string | undefined): OpenWish {
  const wish = store.read((view) => wishById(view, id ?? ''))
  if (wish === null) throw new Error('no wish')
  return wish
}

/** The newest wish of a booking's move. */
export function newestWish(booking: BookedMoves, place = 0): Wish {
  const wish = booking.moves[place]?.wishes[0]
  if (wish === undefined) throw new Error('no wish')
  return wish
}
