import { createContext, use } from 'react'
import type { LaterStores } from './later-stores.ts'
import type { Stores } from './stores.ts'

export const StoresContext = createContext<Stores | null>(null)

/** The stores that load after the first paint; null until then. */
export const LaterStoresContext = createContext<LaterStores | null>(null)

/** Returns the stores of the first screen. Throws outside `StoresContext`. */
export function useStores(): Stores {
  const stores = use(StoresContext)
  if (stores === null) throw new Error('This component stands outside the window of the desk.')
  return stores
}

/** Returns all stores, for a component of `later.ts`. Throws while those that load later are not there. */
export function useAllStores(): Stores & LaterStores {
  const later = use(LaterStoresContext)
  if (later === null) throw new Error('This component needs a store that is still to be loaded.')
  return { ...useStores(), ...later }
}
