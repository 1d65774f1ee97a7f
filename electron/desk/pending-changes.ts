/** The bookings that commits changed and of which the window was not told yet. */
export type PendingChanges = {
  /** Adds bookings, and announces them after the call that runs now has its answer. */
  add(bookingIds: readonly string[]): void
  /** Returns the bookings and forgets them, because the caller announces them now. */
  take(): readonly string[]
  /** Announces nothing more. */
  end(): void
}

/**
 * Calls `announce` once for all bookings that are added while a call runs, in the next turn of the event loop, so that
 * the page gets the answer of the call first. Bookings that `announce` fails to take stay for the next announcement.
 */
export function createPendingChanges(announce: () => void): PendingChanges {
  const bookings = new Set<string>()
  let turn: NodeJS.Immediate | null = null
  let hasEnded = false
  const cancel = () => {
    if (turn !== null) clearImmediate(turn)
    turn = null
  }
  return {
    add(bookingIds) {
      if (hasEnded) return
      for (const id of bookingIds) bookings.add(id)
      turn ??= setImmediate(() => {
        turn = null
        announce()
      })
    },
    take() {
      cancel()
      const taken = [...bookings]
      bookings.clear()
      return taken
    },
    end() {
      hasEnded = true
      cancel()
    },
  }
}
