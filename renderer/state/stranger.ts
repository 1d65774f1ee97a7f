import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AskedMove } from '../../shared/asked-move.ts'
import type { Bridge } from '../../shared/bridge.ts'

export type StrangerState = {
  readonly asking: boolean
  /** What the provider showed; null while nothing is shown. */
  readonly move: AskedMove | null
  /** Why it shows none, or why its page was not opened. */
  readonly trouble: string | null
}

export type StrangerStore = StoreApi<StrangerState> & {
  readonly ask: (number: number) => Promise<void>
  readonly openLink: (url: string) => Promise<void>
  readonly close: () => void
}

const NOTHING: StrangerState = { asking: false, move: null, trouble: null }

/** The longest number that a move can have. */
const NUMBER = /^[1-9]\d{0,14}$/

/** The move number that a search can mean; null for any other text. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}

/** A move that no booking of this desk is, asked for at the provider and kept nowhere. */
export function makeStranger(bridge: Bridge): StrangerStore {
  const store = createStore<StrangerState>(() => NOTHING)
  let asked = 0
  return {
    ...store,
    ask: async (number) => {
      if (store.getState().asking) return
      asked += 1
      const mine = asked
      store.setState({ ...NOTHING, asking: true })
      const answer = await bridge.askMove({ number })
      if (mine !== asked) return
      store.setState(answer.ok ? { ...NOTHING, move: answer.value } : { ...NOTHING, trouble: answer.failure.message })
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({ trouble: answer.ok ? null : `The page was not opened. ${answer.failure.message}` })
    },
    close: () => {
      asked += 1
      store.setState(NOTHING)
    },
  }
}
