import { composeLines, dropLines, queuedLines } from '../store/board/link.ts'
import type { Store } from '../store/store.ts'
import type { HubSession } from './hub-session.ts'

/** So much is composed and sent at once, so that the window waits for no more. */
const LINES_AT_ONCE = 20

export type PublishParts = {
  readonly store: Store
  readonly isHeld: (bookingId: string) => boolean
  readonly isEnded: () => boolean
}

/** Tells the hub what changed, until nothing is left. `onTold` is called when the hub acknowledged lines. */
export async function publishLines(
  { store, isHeld, isEnded }: PublishParts,
  on: HubSession,
  onTold: () => void,
): Promise<void> {
  for (;;) {
    const lines = store.write((tx) => {
      composeLines(tx, LINES_AT_ONCE, isHeld)
      return queuedLines(tx, LINES_AT_ONCE)
    })
    if (lines.length === 0) return
    const lastN = await on.append(lines)
    if (isEnded()) return
    store.write((tx) => dropLines(tx, lastN))
    onTold()
  }
}
