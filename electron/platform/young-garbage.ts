import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { readonly type: 'minor' }) => void

let collect: Collect | null = null

/**
 * Frees the garbage of the objects that were made since the last collection. A moment without work has the one or two
 * milliseconds, for which V8 would otherwise stop a booking.
 */
export function collectYoungGarbage(): void {
  collect ??= findCollector()
  collect({ type: 'minor' })
}

/** V8 gives its collector to each new context while the flag is set, but not to the context that runs already. */
function findCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const found = runInNewContext('globalThis.gc') as Collect | undefined
  setFlagsFromString('--no-expose-gc')
  return found ?? (() => {})
}
