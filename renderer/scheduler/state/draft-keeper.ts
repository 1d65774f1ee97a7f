import type { Bridge } from '../../../shared/bridge/calls.ts'
import { isEmpty, toStoredDraft, type BookingForm } from './form.ts'

/** What of the form outlives a crash. */
export type KeptState = {
  /** What stands in the form. */
  readonly form: BookingForm
  readonly kept: 'empty' | 'typing' | 'kept'
  /** What was taken out of the form, kept until something is typed into another new booking; a change lets it wait. */
  readonly cleared: BookingForm | null
}

type KeptStore = {
  readonly getState: () => KeptState
  readonly setState: (part: Pick<KeptState, 'kept'>) => void
}

/** Milliseconds without a keystroke after which the draft is kept. */
const DRAFT_PAUSE_MS = 400

/** Keeps the draft after a pause, one write at a time, always the latest. */
export function createDraftKeeper(bridge: Bridge, store: KeptStore) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  /** A draft was kept since the last `stop`, so perhaps after the commit of the booking. */
  let keptSinceStop = false

  function keep() {
    clearTimeout(timer)
    timer = undefined
    keptSinceStop = true
    const { form, cleared } = store.getState()
    const empty = isEmpty(form)
    // A draft that cannot be kept now is tried again with the next keystroke; saving says what is wrong with the disk.
    last = last
      .then(() =>
        empty && cleared === null ? bridge.clearDraft(null) : bridge.saveDraft({ form: toStoredDraft(form, cleared) }),
      )
      .then((answer) => {
        if (store.getState().form !== form) return
        if (answer.ok) store.setState({ kept: empty ? 'empty' : 'kept' })
        // Nothing was refused: the desk is between two remotes, and will be there in a moment.
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
    /** The form was emptied because its booking was saved. The commit of the booking has cleared the draft already. */
    saved: () => {
      clearTimeout(timer)
      timer = undefined
      if (keptSinceStop || store.getState().cleared !== null) keep()
      else store.setState({ kept: 'empty' })
    },
  }
}
