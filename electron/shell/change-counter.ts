import type { Reply } from '../../shared/bridge/calls.ts'
import type { Result } from '../../shared/result.ts'

export type ChangeCounter = {
  /** Counts the change that is being announced, and returns its number, from 1. */
  next(): number
  /** Runs a handler and marks its reply with the newest change that the reply includes. */
  reply<T>(handle: () => Result<T> | Promise<Result<T>>): Promise<Reply<T>>
}

/** Numbers the changes that the window is told of, so that the window can order events and replies. */
export function createChangeCounter(): ChangeCounter {
  let last = 0
  return {
    next: () => (last += 1),
    async reply(handle) {
      const before = last
      const answer = handle()
      // A handler that saves reads its answer in the transaction of that commit, whose event is the first event of the
      // call. A later event, in the same call or while the handler waits, is newer than the answer.
      const asOf = Math.min(last, before + 1)
      return { ...(await answer), asOf }
    },
  }
}
