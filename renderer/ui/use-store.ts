import { useSyncExternalStore } from 'react'

type Readable<State> = {
  readonly getState: () => State
  readonly subscribe: (listener: () => void) => () => void
}

/** Reads a part of a store. `select` must give back what the state holds, not something made anew each time. */
export function useStore<State, Part>(store: Readable<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}
