import { useSyncExternalStore } from 'react'
import type * as Parts from './later.ts'
import type { LaterStores } from './later-stores.ts'
import type { Stores } from './stores.ts'

type Later = typeof Parts & { readonly stores: LaterStores }

let loaded: Later | null = null
let failure: Error | null = null
const listeners = new Set<() => void>()

/** Loads the parts of the window that the first screen does not show, once. Called after the first paint. */
export async function loadLater(stores: Stores): Promise<void> {
  try {
    const parts = await import('./later.ts')
    loaded ??= { ...parts, stores: parts.createLaterStores(stores) }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
  }
  for (const listener of listeners) listener()
}

/** The parts of the window that load after the first paint; null until then. Throws if they cannot be loaded. */
export function useLater(): Later | null {
  const failed = useSyncExternalStore(subscribe, () => failure)
  const parts = useSyncExternalStore(subscribe, () => loaded)
  // The crash screen offers to load the window again.
  if (failed !== null) throw failed
  return parts
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
