import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Screen } from '../../../shared/desk/commands.ts'

/** Where the focus goes on arrival. `stay` leaves it unchanged, for example in the search box. */
export type FocusTarget = 'heading' | 'first-field' | 'when' | 'detail' | 'attention' | 'find' | 'stay'

export type NavigationState = {
  readonly screen: Screen
  /** `turn` grows with each arrival, so that going to the current screen moves the focus again. */
  readonly arrival: { readonly landing: FocusTarget; readonly turn: number }
}

export type Navigation = StoreApi<NavigationState> & {
  readonly go: (screen: Screen, landing?: FocusTarget) => void
  /** The focus has arrived and stays until the next arrival. */
  readonly focusArrived: () => void
}

/** The current screen, and the focus target on arrival. */
export function createNavigation(): Navigation {
  const store = createStore<NavigationState>(() => ({
    screen: 'schedule',
    arrival: { landing: 'first-field', turn: 0 },
  }))
  return {
    ...store,
    focusArrived: () => store.setState(({ arrival }) => ({ arrival: { landing: 'stay', turn: arrival.turn } })),
    go: (screen, landing = 'heading') =>
      store.setState((before) => ({ screen, arrival: { landing, turn: before.arrival.turn + 1 } })),
  }
}
