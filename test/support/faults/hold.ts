import { createDeferred } from '../deferred.ts'

/** Keeps requests or connections of a proxy waiting until the test releases all of them. */
export type Hold = {
  /** Resolves when `count` requests or connections are held. */
  arrived(count: number): Promise<void>
  release(): void
}

export type HoldQueue = Hold & {
  /** Resolves when the test releases the hold. */
  wait(): Promise<void>
}

export function createHold(onRelease: () => void): HoldQueue {
  const released = createDeferred()
  const watchers = new Set<() => void>()
  let count = 0
  return {
    arrived: (wanted) =>
      new Promise((resolve) => {
        const check = () => {
          if (count >= wanted) resolve()
        }
        watchers.add(check)
        check()
      }),
    release() {
      onRelease()
      released.resolve()
    },
    wait() {
      count += 1
      for (const check of watchers) check()
      return released.promise
    },
  }
}
