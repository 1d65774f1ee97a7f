import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { describeMove } from '../../lookup/text/move-line.ts'
import { describeFailure } from '../text/failure-text.ts'

export type ClipboardState = {
  /** Result of the last copy as a sentence; null before the first copy and after `leave`. */
  readonly outcome: { readonly good: boolean; readonly message: string } | null
}

export type Clipboard = StoreApi<ClipboardState> & {
  /** Puts a text on the clipboard and sets `outcome`. */
  readonly copy: (text: string) => Promise<void>
  /** Puts one move on the clipboard as one line; with `moveId` null, every move of the booking. */
  readonly copyMove: (bookingId: string, moveId: string | null) => Promise<void>
  readonly leave: () => void
}

/** Longest text that `copyText` accepts, in characters. */
const MAX_LENGTH = 2000

/** Puts texts on the clipboard for a person to paste elsewhere. */
export function createClipboard(bridge: Bridge): Clipboard {
  const store = createStore<ClipboardState>(() => ({ outcome: null }))
  const say = (good: boolean, message: string) => store.setState({ outcome: { good, message } })

  async function copy(text: string) {
    // `outcome` is cleared first, so that a screen reader announces the same words again.
    store.setState({ outcome: null })
    const answer = await bridge.copyText({ text: text.slice(0, MAX_LENGTH) })
    if (answer.ok) say(true, `Copied: ${text}`)
    else say(false, `Not copied. ${describeFailure(answer.failure)}`)
  }

  return {
    ...store,
    copy,
    copyMove: async (bookingId, moveId) => {
      // Reads the booking again, because the screen may still show another booking, or an older version without the
      // tracking link.
      const answer = await bridge.getBooking({ bookingId })
      if (answer.ok) await copy(describeMove(answer.value, moveId))
      else say(false, `Not copied. ${describeFailure(answer.failure)}`)
    },
    leave: () => store.setState({ outcome: null }),
  }
}
