import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { describeMove } from '../../lookup/text/lookup-text.ts'
import { describeFailure } from '../text/failure-text.ts'

export type ClipboardState = {
  /** What came of the last copy, in words; null before it, and after the screen was left. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type Clipboard = StoreApi<ClipboardState> & {
  /** Puts a text onto the clipboard, and says so. */
  readonly copy: (text: string) => Promise<void>
  /** Puts a move onto the clipboard as one line; with null every move of the booking. */
  readonly copyMove: (bookingId: string, moveId: string | null) => Promise<void>
  readonly leave: () => void
}

/** The longest text that the bridge takes. */
const MAX_LENGTH = 2000

/** What is put onto the clipboard for a person to paste elsewhere. */
export function createClipboard(bridge: Bridge): Clipboard {
  const store = createStore<ClipboardState>(() => ({ outcome: null }))
  const say = (good: boolean, words: string) => store.setState({ outcome: { good, words } })

  async function copy(text: string) {
    // Emptied first, so that the same words are said again.
    store.setState({ outcome: null })
    const answer = await bridge.copyText({ text: text.slice(0, MAX_LENGTH) })
    if (answer.ok) say(true, `Copied: ${text}`)
    else say(false, `Not copied. ${describeFailure(answer.failure)}`)
  }

  return {
    ...store,
    copy,
    copyMove: async (bookingId, moveId) => {
      // Read anew: what stands on the screen may still be the booking before, or know of no link yet.
      const answer = await bridge.getBooking({ bookingId })
      if (answer.ok) await copy(describeMove(answer.value, moveId))
      else say(false, `Not copied. ${describeFailure(answer.failure)}`)
    },
    leave: () => store.setState({ outcome: null }),
  }
}
