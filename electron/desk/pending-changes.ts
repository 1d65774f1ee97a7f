import type { Changes } from '../../shared/desk/changes.ts'

/** The bookings that commits changed and of which the window was not told yet. */
export type PendingChanges = {
  /** Adds bookings, and announces them after the call that runs now has its answer. */
  add(changes: Changes): void
  /** Returns the bookings and forgets them, because the caller announces them now. */
  take(): Changes
  /** Announces nothing more. */
  end(): void
}

/**
 * Calls `announce` once for all bookings that are added while a call runs, in the next turn of the event loop, so that
 * the page gets the answer of the call first. Bookings that `announce` fails to take stay for the next announcement.
 */
export function createPendingChanges(announce: () => void): PendingChanges {
  const bookings = new Set<string>()
  let news = false
  let turn: NodeJS.Immediate | null = null
  let hasEnded = false
  const cancel = () => {
    if (turn !== null) clearImmediate(turn)
    turn = null
  }
  return {
    add({ bookingIds, hasNews }) {
      if (hasEnded) return
      for (const id of bookingIds) bookings.add(id)
      news ||= hasNews
      turn ??= setImmediate(() => {
        turn = null
        announce()
      })
    },
    take() {
      cancel()
      const taken = { bookingIds: [...bookings], hasNews: news }
      bookings.clear()
      news = false
      return taken
    },
    end() {
      hasEnded = true
      cancel()
    },
  }
}
