import { useSyncExternalStore } from 'react'

type Readable<State> = {
  readonly getState: () => State
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Subscribes to a part of a store. `select` must return a value that the state holds; a new object on each call would
 * render forever.
 */
export function useStore<State, Part>(store: Readable<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}
