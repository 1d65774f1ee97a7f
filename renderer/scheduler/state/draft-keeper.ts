import type { Bridge } from '../../../shared/bridge/calls.ts'
import { isEmpty, toStoredDraft, type BookingForm } from './form.ts'

/** The state that the draft keeper reads and updates. `form` and `cleared` survive a crash. */
export type KeptState = {
  readonly form: BookingForm
  readonly kept: 'empty' | 'typing' | 'kept'
  /**
   * The form that a person can put back. Typing into a new booking discards this form, typing into a change keeps it.
   */
  readonly cleared: BookingForm | null
}

type KeptDraft = {
  readonly getState: () => KeptState
  readonly setState: (part: Pick<KeptState, 'kept'>) => void
}

/** Milliseconds without a keystroke after which the draft is stored. */
const DRAFT_PAUSE_MS = 400

/** Stores the newest form after a pause in typing, with one write at a time. */
export function createDraftKeeper(bridge: Bridge, store: KeptDraft) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  /**
   * True if `keep` ran since the last `stop`. The write of `keep` may have stored the draft again after the commit of
   * the booking had cleared the draft.
   */
  let keptSinceStop = false

  function keep() {
    clearTimeout(timer)
    timer = undefined
    keptSinceStop = true
    const { form, cleared } = store.getState()
    const empty = isEmpty(form)
    // A failed write is repeated at the next keystroke. The save of the booking reports what is wrong with the disk.
    last = last
      .then(() =>
        empty && cleared === null ? bridge.clearDraft(null) : bridge.saveDraft({ form: toStoredDraft(form, cleared) }),
      )
      .then((answer) => {
        if (store.getState().form !== form) return
        if (answer.ok) store.setState({ kept: empty ? 'empty' : 'kept' })
        // `busy` means that the desk is opening or recovering its store or is changing its provider, so the same write
        // can succeed soon.
        else if (answer.failure.code === 'busy') timer = setTimeout(keep, DRAFT_PAUSE_MS)
      })
  }

  return {
    soon: () => {
      clearTimeout(timer)
      if (isEmpty(store.getState().form)) {
        store.setState({ kept: 'empty' })
        keep()
        return
      }
      store.setState({ kept: 'typing' })
      timer = setTimeout(keep, DRAFT_PAUSE_MS)
    },
    now: () => {
      if (timer !== undefined) keep()
    },
    stop: async () => {
      clearTimeout(timer)
      timer = undefined
      keptSinceStop = false
      await last
    },
    /**
     * Called when the form was emptied for a saved booking. The commit of that booking has already cleared the draft.
     */
    saved: () => {
      clearTimeout(timer)
      timer = undefined
      if (keptSinceStop || store.getState().cleared !== null) keep()
      else store.setState({ kept: 'empty' })
    },
  }
}
