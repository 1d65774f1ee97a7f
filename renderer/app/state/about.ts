import { createStore, type StoreApi } from 'zustand/vanilla'
import type { About } from '../../../shared/desk/about.ts'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { formatSupportDetails } from '../text/about-text.ts'
import { describeFailure } from '../text/failure-text.ts'

export type AboutState = {
  /** Null before the first reply. */
  readonly about: About | null
  /** Result of the last copy, or why the details could not be read; null otherwise. */
  readonly outcome: { readonly good: boolean; readonly message: string } | null
}

export type AboutStore = StoreApi<AboutState> & {
  readonly read: () => Promise<void>
  /** Reads the details again and puts them on the clipboard. */
  readonly copy: () => Promise<void>
}

/** Store of the dialog "About Lanekeeper". */
export function createAbout(bridge: Bridge): AboutStore {
  const store = createStore<AboutState>(() => ({ about: null, outcome: null }))

  async function read(): Promise<About | null> {
    store.setState({ outcome: null })
    const answer = await bridge.readAbout(null)
    if (answer.ok) store.setState({ about: answer.value })
    else store.setState({ about: null, outcome: { good: false, message: describeFailure(answer.failure) } })
    return answer.ok ? answer.value : null
  }

  return {
    ...store,
    read: async () => void (await read()),
    copy: async () => {
      const about = await read()
      if (about === null) return
      const answer = await bridge.copyText({ text: formatSupportDetails(about) })
      store.setState({
        outcome: answer.ok
          ? { good: true, message: 'Copied. Paste it into a message to support.' }
          : { good: false, message: `Not copied. ${describeFailure(answer.failure)}` },
      })
    },
  }
}
