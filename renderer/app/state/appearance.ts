import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { DEFAULT_APPEARANCE, type Appearance } from '../../../shared/desk/window-preferences.ts'
import { describeFailure } from '../text/failure-text.ts'

export type AppearanceState = {
  readonly appearance: Appearance
  /** Why the last change was not stored; null otherwise. */
  readonly errorMessage: string | null
}

export type AppearanceStore = StoreApi<AppearanceState> & {
  readonly read: () => Promise<void>
  /** Applies the change at once, then stores the change. If storing fails, the change holds until the page closes. */
  readonly change: (part: Partial<Appearance>) => Promise<void>
}

/**
 * Appearance of the desk on this workstation. Writes the values to data attributes of `root`, where the CSS reads them.
 */
export function createAppearance(bridge: Bridge, root: HTMLElement, wantsContrast: MediaQueryList): AppearanceStore {
  const store = createStore<AppearanceState>(() => ({ appearance: DEFAULT_APPEARANCE, errorMessage: null }))
  const show = () => {
    const { theme, density } = store.getState().appearance
    root.dataset['theme'] = theme
    root.dataset['density'] = density
    root.dataset['contrast'] = theme === 'contrast' || wantsContrast.matches ? 'more' : 'usual'
  }
  store.subscribe(show)
  wantsContrast.addEventListener('change', show)
  show()
  return {
    ...store,
    read: async () => {
      const answer = await bridge.readAppearance(null)
      if (answer.ok) store.setState({ appearance: answer.value })
    },
    change: async (part) => {
      const appearance = { ...store.getState().appearance, ...part }
      store.setState({ appearance, errorMessage: null })
      const answer = await bridge.changeAppearance(appearance)
      if (!answer.ok) store.setState({ errorMessage: describeFailure(answer.failure) })
    },
  }
}
