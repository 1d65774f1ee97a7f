import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { SilentDesk } from '../../../shared/desk/board-status.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import { requesterSchema } from '../../../shared/outbox/resolution.ts'
import type { ResolutionStore } from '../../booking/state/resolutions.ts'
import { DIALOG } from '../../booking/text/dialog-text.ts'
import { describeFailure } from '../text/failure-text.ts'
import { describeFieldIssue } from '../text/field-issue-text.ts'
import type { DeskStatusStore } from './desk-status.ts'

export type TakeoverState = {
  /** The silent desk whose dialog is open, as it was then; null while no dialog is open. */
  readonly from: SilentDesk | null
  readonly whoProblem: string | undefined
  /** Why the takeover failed, as a sentence; null otherwise. */
  readonly alert: string | null
  readonly busy: boolean
  /** Grows with each name that is refused, so that the focus moves to its field. */
  readonly refusals: number
}

export type TakeoverStore = StoreApi<TakeoverState> & {
  /** Holds the person's name from one act to the next. */
  readonly resolutions: ResolutionStore
  readonly open: (desk: SilentDesk) => void
  readonly typeWho: (who: string) => void
  /** Takes the bookings over and tells the desk status what that brought. Returns whether the dialog closed. */
  readonly takeOver: () => Promise<boolean>
  readonly close: () => void
  /** Hides what the last takeover brought. */
  readonly hideOutcome: () => void
  /** Ends the notice that other desks took over bookings. Returns why that failed, or null. */
  readonly markSeen: () => Promise<string | null>
}

const CLOSED: TakeoverState = { from: null, whoProblem: undefined, alert: null, busy: false, refusals: 0 }

/** The store of the dialog that takes the bookings of a silent desk over. */
export function createTakeover(bridge: Bridge, resolutions: ResolutionStore, desk: DeskStatusStore): TakeoverStore {
  const store = createStore<TakeoverState>(() => CLOSED)
  const hideOutcome = () => desk.setState({ takeover: null })
  return {
    ...store,
    resolutions,
    hideOutcome,
    open: (from) => {
      hideOutcome()
      store.setState({ ...CLOSED, from })
    },
    typeWho: (who) => {
      resolutions.type('who', who)
      store.setState({ whoProblem: undefined })
    },
    takeOver: async () => {
      const { from, busy, refusals } = store.getState()
      if (from === null || busy) return false
      const read = requesterSchema.safeParse(resolutions.getState().who)
      if (!read.success) {
        const [issue] = fieldIssues(read.error)
        const whoProblem = issue === undefined ? undefined : describeFieldIssue(issue, DIALOG.yourName)
        store.setState({ whoProblem, alert: null, refusals: refusals + 1 })
        return false
      }
      store.setState({ busy: true, alert: null, whoProblem: undefined })
      const answer = await bridge.takeOver({ role: from.role, who: read.data })
      if (answer.ok) {
        store.setState(CLOSED)
        desk.setState({ takeover: { taken: answer.value, desk: from.name } })
      } else store.setState({ busy: false, alert: describeFailure(answer.failure) })
      return answer.ok
    },
    close: () => {
      if (!store.getState().busy) store.setState(CLOSED)
    },
    markSeen: async () => {
      const answer = await bridge.markTakenOverSeen(null)
      return answer.ok ? null : describeFailure(answer.failure)
    },
  }
}
