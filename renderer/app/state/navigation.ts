import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Screen } from '../../../shared/desk/commands.ts'

/** Where the focus goes on arrival at a screen; `stay` leaves the focus in place, for example in the global search. */
export type FocusTarget = 'heading' | 'first-field' | 'when' | 'detail' | 'attention' | 'resolve' | 'find' | 'stay'

export type NavigationState = {
  readonly screen: Screen
  /** `turn` grows with each arrival, so that going to the current screen moves the focus again. */
  readonly arrival: { readonly focus: FocusTarget; readonly turn: number }
}

export type Navigation = StoreApi<NavigationState> & {
  readonly go: (screen: Screen, focus?: FocusTarget) => void
  /** Marks the focus as placed. The focus does not move again until the next arrival. */
  readonly focusArrived: () => void
}

/** Store of the current screen and of the focus target on arrival. */
export function createNavigation(): Navigation {
  const store = createStore<NavigationState>(() => ({
    screen: 'schedule',
    arrival: { focus: 'first-field', turn: 0 },
  }))
  return {
    ...store,
    focusArrived: () => store.setState(({ arrival }) => ({ arrival: { focus: 'stay', turn: arrival.turn } })),
    go: (screen, focus = 'heading') =>
      store.setState((before) => ({ screen, arrival: { focus, turn: before.arrival.turn + 1 } })),
  }
}
