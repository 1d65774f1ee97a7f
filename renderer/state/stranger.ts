import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AskedAnswer, FoundAsked, KeptMove } from '../../shared/asked-move.ts'
import type { Bridge } from '../../shared/bridge.ts'
import type { Link } from '../../shared/link.ts'
import type { UtcInstant } from '../../shared/time.ts'

export type StrangerState = {
  readonly asking: boolean
  /** What the provider showed, now or when it was asked last; null while nothing is shown. */
  readonly shown: AskedAnswer | null
  /** Why it shows none, or why its page was not opened. */
  readonly trouble: string | null
  /** The kept ones that the search finds. */
  readonly found: FoundAsked
}

export type StrangerStore = StoreApi<StrangerState> & {
  readonly ask: (number: number) => Promise<void>
  /** Finds the kept ones for a text, and closes what was shown for another. */
  readonly find: (text: string) => Promise<void>
  /** Shows a kept one at once and asks for it anew: now, or when the link is back. */
  readonly show: (kept: KeptMove, desk: { readonly link: Link; readonly now: UtcInstant }) => void
  readonly openLink: (url: string) => Promise<void>
  readonly close: () => void
}

const CLOSED = { asking: false, shown: null, trouble: null }
const NONE: FoundAsked = { moves: [], more: false }

/** The longest number that a move can have. */
const NUMBER = /^[1-9]\d{0,14}$/

/** The move number that a search can mean; null for any other text. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}

/** Moves that no booking of this desk is, asked for at the provider by their number and kept to read. */
export function makeStranger(bridge: Bridge): StrangerStore {
  const store = createStore<StrangerState>(() => ({ ...CLOSED, found: NONE }))
  let asked = 0
  let searched = 0
  let text = ''
  let link: Link['kind'] = 'checking'

  async function search() {
    searched += 1
    const mine = searched
    const answer = text === '' ? null : await bridge.findAsked({ text })
    if (mine === searched) store.setState({ found: answer?.ok === true ? answer.value : NONE })
  }

  async function ask(number: number) {
    if (store.getState().asking) return
    asked += 1
    const mine = asked
    store.setState({ asking: true, trouble: null })
    const answer = await bridge.askMove({ number })
    if (mine !== asked) return
    const { shown } = store.getState()
    if (answer.ok) store.setState({ asking: false, shown: answer.value })
    else if (shown === null || answer.failure.code === 'not-found')
      store.setState({ ...CLOSED, trouble: answer.failure.message })
    else store.setState({ asking: false, shown: { ...shown, old: { words: answer.failure.message, againAt: null } } })
    await search()
  }

  bridge.on('deskChanged', (desk) => {
    const isBack = desk.link.kind === 'up' && link !== 'up'
    link = desk.link.kind
    const { shown, asking } = store.getState()
    const againAt = shown?.old?.againAt ?? null
    if (link !== 'up' || asking || shown === null || againAt === null) return
    // A question may have found the link gone, or the provider busy, where the desk did not.
    if (isBack || desk.now >= againAt) void ask(shown.move.number)
  })

  return {
    ...store,
    ask,
    find: async (typed) => {
      asked += 1
      text = typed
      store.setState(CLOSED)
      await search()
    },
    show: (kept, desk) => {
      const isUp = desk.link.kind === 'up'
      const words = desk.link.kind === 'down' ? desk.link.words : 'The link to the provider is being looked at.'
      store.setState({
        ...CLOSED,
        shown: { ...kept, old: isUp ? null : { words, againAt: desk.now }, notKept: null },
      })
      if (isUp) void ask(kept.move.number)
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({ trouble: answer.ok ? null : `The page was not opened. ${answer.failure.message}` })
    },
    close: () => {
      asked += 1
      store.setState(CLOSED)
    },
  }
}
