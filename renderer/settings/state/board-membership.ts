import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { BoardView } from '../../../shared/desk/board-membership.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { BOARD_PAGE, describeJoined } from '../text/board-page-text.ts'

export type BoardMembershipState = {
  /** Null before the first reply. */
  readonly view: BoardView | null
  /** The pasted invitation; empty once the desk joined, so that the key in the text does not stay in the page. */
  readonly invitation: string
  /** Why the invitation was not taken. */
  readonly problem: string | undefined
  /** Grows with each refused invitation, so that its field takes the focus again. */
  readonly refusals: number
  readonly busy: boolean
  /** True while the dialog asks whether to leave the board. */
  readonly leaving: boolean
  /** Why the desk could not leave; null otherwise. */
  readonly alert: string | null
  /** What the last act brought, or why the board could not be read. */
  readonly outcome: { readonly good: boolean; readonly message: string } | null
}

export type BoardMembershipStore = StoreApi<BoardMembershipState> & {
  readonly read: () => Promise<void>
  readonly type: (invitation: string) => void
  /** Joins the board of the pasted invitation. */
  readonly join: () => Promise<void>
  readonly askToLeave: () => void
  readonly stay: () => void
  /** Leaves the board. Returns false after a failure, which `alert` then tells. */
  readonly leave: () => Promise<boolean>
}

/** Store of the page "Board" of the settings: the invitation, and the board that this desk joined. */
export function createBoardMembership(bridge: Bridge): BoardMembershipStore {
  const store = createStore<BoardMembershipState>(() => ({
    view: null,
    invitation: '',
    problem: undefined,
    refusals: 0,
    busy: false,
    leaving: false,
    alert: null,
    outcome: null,
  }))
  const refuse = (problem: string) =>
    store.setState(({ refusals }) => ({ problem, refusals: refusals + 1, busy: false, outcome: null }))
  return {
    ...store,
    read: async () => {
      const answer = await bridge.readBoard(null)
      store.setState(
        answer.ok
          ? { view: answer.value }
          : { view: null, outcome: { good: false, message: describeFailure(answer.failure) } },
      )
    },
    type: (invitation) => store.setState({ invitation, problem: undefined, outcome: null }),
    join: async () => {
      const { invitation, busy } = store.getState()
      if (busy) return
      if (invitation.trim() === '') return refuse(BOARD_PAGE.missing)
      store.setState({ busy: true, problem: undefined, outcome: null })
      const answer = await bridge.joinBoard({ invitation: invitation.trim() })
      if (!answer.ok) return refuse(describeFailure(answer.failure))
      const view = answer.value
      store.setState({ view, invitation: '', busy: false, outcome: { good: true, message: describeJoined(view) } })
    },
    askToLeave: () => store.setState({ leaving: true, alert: null, outcome: null }),
    stay: () => store.setState({ leaving: false, alert: null }),
    leave: async () => {
      if (store.getState().busy) return false
      store.setState({ busy: true, alert: null })
      const answer = await bridge.leaveBoard(null)
      if (answer.ok) {
        const outcome = { good: true, message: BOARD_PAGE.left }
        store.setState({ view: answer.value, busy: false, leaving: false, outcome })
      } else store.setState({ busy: false, alert: describeFailure(answer.failure) })
      return answer.ok
    },
  }
}
