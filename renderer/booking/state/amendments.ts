import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { Result } from '../../../shared/result.ts'
import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { requesterSchema } from '../../../shared/outbox/resolution.ts'
import {
  changeFormFrom,
  checkChange,
  sortIssues,
  type ChangeForm,
  type ChangeProblems,
} from '../../scheduler/state/change-form.ts'
import type { ResolutionStore } from './resolutions.ts'
import { cancelableMoves } from '../../../shared/outbox/amendment-rules.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { describePromisedLoaner, promisedBookingOf } from '../text/loaner-text.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'

/** The open dialog: which moves to cancel, or how to change a move. */
export type AmendmentDialog =
  | {
      readonly kind: 'cancel'
      readonly bookingId: string
      readonly moveId: string
      /** The id of a move, or `BOTH_MOVES`. */
      readonly which: string
    }
  | {
      readonly kind: 'change'
      readonly bookingId: string
      readonly moveId: string
      readonly before: ChangeForm
      readonly form: ChangeForm
      readonly problems: ChangeProblems
    }

/** The choice of every move of a pair that can be canceled. */
export const BOTH_MOVES = 'both'

/** An `unseen` outcome is announced to screen readers only, because the panel of the move already shows it. */
type Outcome = {
  readonly look: 'good' | 'bad' | 'unseen'
  readonly message: string
  readonly moveId: string
}

export type AmendmentDialogState = {
  readonly question: AmendmentDialog | null
  readonly busy: boolean
  /** Why the request was not saved, as a sentence; null otherwise. */
  readonly alert: string | null
  /** The error of the requester's name; undefined if the name is valid. */
  readonly whoProblem: string | undefined
  /** Grows with each refused save of the open dialog, so that the focus moves to the field with the error. */
  readonly refusals: number
  /** The bookings to whose customers the loaner is promised, while the dialog of a change asks about them. */
  readonly promised: readonly string[]
  /** The result of the last action, with the id of the amended move. */
  readonly outcome: Outcome | null
  /** Id of the move whose heading takes the focus, because the pressed button no longer exists. */
  readonly focusedMoveId: string | null
}

export type AmendmentDialogStore = StoreApi<AmendmentDialogState> & {
  /** Holds the requester's name from one request to the next. */
  readonly resolutions: ResolutionStore
  /** Opens the question with every move chosen that can be canceled; does nothing without such a move. */
  readonly openCancel: (booking: BookedMoves) => void
  readonly openChange: (booking: BookedMoves, move: Move, zone: string) => void
  readonly choose: (which: string) => void
  readonly type: (form: Partial<ChangeForm>) => void
  /** Saves a cancellation request for the chosen move, or for all of `moveIds` if `both` is chosen. */
  readonly requestCancellation: (moveIds: readonly string[]) => Promise<void>
  readonly requestChange: (zone: string, now: UtcInstant) => Promise<void>
  readonly withdraw: (amendmentId: string, moveId: string) => Promise<void>
  readonly close: () => void
  readonly focusArrived: () => void
}

const EMPTY_STATE: AmendmentDialogState = {
  question: null,
  busy: false,
  alert: null,
  whoProblem: undefined,
  refusals: 0,
  promised: [],
  outcome: null,
  focusedMoveId: null,
}

const SAVED = 'Saved.'

/** The store of the amendment dialogs, from the button to the saved amendment. */
export function createAmendmentDialog(bridge: Bridge, resolutions: ResolutionStore): AmendmentDialogStore {
  const store = createStore<AmendmentDialogState>(() => EMPTY_STATE)

  /** Runs one save at a time. A failure leaves the dialog open and sets `alert`. */
  async function save(moveId: string, call: () => Promise<Result<unknown>>): Promise<void> {
    if (store.getState().busy) return
    store.setState({ busy: true, alert: null })
    const answer = await call()
    if (answer.ok) {
      store.setState({ ...EMPTY_STATE, outcome: { look: 'unseen', message: SAVED, moveId }, focusedMoveId: moveId })
      return
    }
    const { question } = store.getState()
    const { failure } = answer
    const sorted = sortIssues(failure.issues)
    const isPromised = failure.code === 'loaner-promised'
    const why = isPromised ? describePromisedLoaner(failure.fields, PROMISED) : describeFailure(failure)
    store.setState(({ refusals, promised }) => ({
      busy: false,
      refusals: refusals + 1,
      alert: failure.issues.length === 0 ? why : (sorted.loose ?? SOME_WRONG),
      promised: isPromised ? [...promised, promisedBookingOf(failure)] : promised,
      ...(question?.kind === 'change' ? { question: { ...question, problems: sorted.problems } } : {}),
    }))
  }

  /** Returns the requester's name; null if the name is not valid, with the reason in `whoProblem`. */
  function readRequester(): string | null {
    const read = requesterSchema.safeParse(resolutions.getState().who)
    const issue = read.success ? undefined : fieldIssues(read.error)[0]
    store.setState({ whoProblem: issue === undefined ? undefined : describeFieldIssue(issue, 'Your name') })
    return read.success ? read.data : null
  }

  function refuse(alert: string, more: Partial<AmendmentDialogState> = {}) {
    store.setState(({ refusals }) => ({ alert, refusals: refusals + 1, ...more }))
  }

  return {
    ...store,
    resolutions,
    openCancel: (booking) => {
      const [first, ...others] = cancelableMoves(booking)
      if (first === undefined) return
      const which = others.length === 0 ? first.id : BOTH_MOVES
      store.setState({
        ...EMPTY_STATE,
        question: { kind: 'cancel', bookingId: booking.id, moveId: first.id, which },
      })
    },
    openChange: (booking, move, zone) => {
      const form = changeFormFrom(booking, move, zone)
      store.setState({
        ...EMPTY_STATE,
        question: { kind: 'change', bookingId: booking.id, moveId: move.id, before: form, form, problems: {} },
      })
    },
    choose: (which) => {
      const { question } = store.getState()
      if (question?.kind === 'cancel') store.setState({ question: { ...question, which }, alert: null })
    },
    type: (typed) => {
      const { question } = store.getState()
      if (question?.kind !== 'change') return
      const problems = Object.fromEntries(Object.entries(question.problems).filter(([name]) => !(name in typed)))
      const form = { ...question.form, ...typed }
      store.setState({ question: { ...question, form, problems }, alert: null, promised: [] })
    },
    requestCancellation: async (moveIds) => {
      const { question } = store.getState()
      if (question?.kind !== 'cancel') return
      const who = readRequester()
      if (who === null) return refuse(SOME_WRONG)
      const chosen = question.which === BOTH_MOVES ? moveIds : [question.which]
      await save(question.moveId, () => bridge.requestCancellation({ moveIds: chosen, who }))
    },
    requestChange: async (zone, now) => {
      const { question } = store.getState()
      if (question?.kind !== 'change') return
      const checked = checkChange(question.form, question.before, zone, now)
      const who = readRequester()
      if (!checked.ok) {
        return refuse(checked.loose ?? SOME_WRONG, { question: { ...question, problems: checked.problems } })
      }
      if (who === null) return refuse(SOME_WRONG, { question: { ...question, problems: {} } })
      const { moveId } = question
      const { promised } = store.getState()
      await save(moveId, () => bridge.requestChange({ moveId, change: checked.change, who, promised }))
    },
    withdraw: async (amendmentId, moveId) => {
      if (store.getState().busy) return
      store.setState({ busy: true, outcome: null })
      const answer = await bridge.withdrawAmendment({ amendmentId })
      store.setState({
        busy: false,
        ...(answer.ok ? { focusedMoveId: moveId } : {}),
        outcome: answer.ok
          ? { look: 'good', message: 'Withdrawn. The provider is not asked.', moveId }
          : { look: 'bad', message: `Not withdrawn. ${describeFailure(answer.failure)}`, moveId },
      })
    },
    close: () => {
      if (!store.getState().busy) store.setState({ question: null, alert: null })
    },
    focusArrived: () => store.setState({ focusedMoveId: null }),
  }
}

const PROMISED = 'Choose another loaner or time, or request the change anyway.'
const SOME_WRONG = 'Nothing was saved yet: see what is marked.'
