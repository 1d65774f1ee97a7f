import type { Reply } from '../../shared/bridge/calls.ts'
import type { Result } from '../../shared/result.ts'

export type ChangeCounter = {
  /** Counts a commit of which the window will be told. */
  count(): void
  /** The number of the newest change, from 1; 0 before the first change. */
  newest(): number
  /** Runs a handler and marks its reply with the newest change that the reply includes. */
  reply<T>(handle: () => Result<T> | Promise<Result<T>>): Promise<Reply<T>>
}

/**
 * Numbers the changes that the window is told of, so that the window can order events and replies. An event tells of
 * every change up to its number.
 */
export function createChangeCounter(): ChangeCounter {
  let last = 0
  return {
    count() {
      last += 1
    },
    newest: () => last,
    async reply(handle) {
      const before = last
      const answer = handle()
      // A handler that saves reads its answer in the transaction of that commit, which is the first commit of the call.
      // A later commit, in the same call or while the handler waits, is newer than the answer.
      const asOf = Math.min(last, before + 1)
      return { ...(await answer), asOf }
    },
  }
}
