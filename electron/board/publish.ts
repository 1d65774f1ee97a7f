import { composeLines, dropLines, queuedLines } from '../store/board/link.ts'
import type { Store } from '../store/store.ts'
import type { HubSession } from './hub-session.ts'

/** So much is composed and sent at once, so that the window waits for no more. */
const LINES_AT_ONCE = 20

export type PublishParts = {
  readonly store: Store
  readonly isHeld: (bookingId: string) => boolean
  readonly isEnded: () => boolean
  /** True once this session read all that the hub had. */
  readonly isRead: () => boolean
}

type Publish = (parts: PublishParts, on: HubSession, onTold: () => void) => Promise<void>

/** Sends the lines that are in the queue. `onTold` is called when the hub acknowledged lines. */
export const sendQueued: Publish = async ({ store, isEnded }, on, onTold) => {
  for (;;) {
    const lines = store.read((view) => queuedLines(view, LINES_AT_ONCE))
    if (lines.length === 0) return
    const lastN = await on.append(lines)
    if (isEnded()) return
    store.write((tx) => dropLines(tx, lastN))
    onTold()
  }
}

/**
 * Tells the hub what changed, until nothing is left. No booking is offered before the hub has the lines of the queue,
 * so that a hub which takes nothing holds up no new booking.
 */
export const publishLines: Publish = async (parts, on, onTold) => {
  const { store, isHeld, isEnded, isRead } = parts
  for (;;) {
    await sendQueued(parts, on, onTold)
    if (isEnded()) return
    const isNothingNew = store.write((tx) => {
      composeLines(tx, LINES_AT_ONCE, isHeld, isRead())
      return queuedLines(tx, 1).length === 0
    })
    if (isNothingNew) return
  }
}
