import { constants, PerformanceObserver } from 'node:perf_hooks'

/** Counts the collections that this process demands of V8, by their kind. `take` returns those since the last call. */
export function observeForcedCollections(): { take(): Promise<readonly number[]>; end(): void } {
  const kinds: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind, flags } = (entry as unknown as { readonly detail: Readonly<Record<'kind' | 'flags', number>> })
        .detail
      if ((flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) kinds.push(kind)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    async take() {
      // The entries of a collection come in a later turn.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
      return kinds.splice(0)
    },
    end: () => observer.disconnect(),
  }
}
