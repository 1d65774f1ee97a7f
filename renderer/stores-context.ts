import { createContext, use } from 'react'
import type { Stores } from './stores.ts'

export const StoresContext = createContext<Stores | null>(null)

/** Returns the window's stores. Throws outside `StoresContext`. */
export function useStores(): Stores {
  const stores = use(StoresContext)
  if (stores === null) throw new Error('This component stands outside the window of the desk.')
  return stores
}
