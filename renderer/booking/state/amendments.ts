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
import { describeFailure } from '../../app/text/failure-text.ts'

/** The question that stands open: which moves to cancel, or how to change one. */
export type AmendmentDialog =
  | {
      readonly kind: 'cancel'
      readonly bookingId: string
      readonly moveId: string
      /** Of a pair: a move's id, or `both`; empty until it is chosen. */
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

/** `unseen` is read out and not shown, because what stands at the move shows it. */
type Outcome = {
  readonly look: 'good' | 'bad' | 'unseen'
  readonly words: string
  readonly moveId: string
}

export type AmendmentDialogState = {
  readonly question: AmendmentDialog | null
  readonly busy: boolean
  /** Why nothing was saved. */
  readonly alert: string | null
  /** What is wrong with the name of who asks. */
  readonly whoProblem: string | undefined
  /** Grows with each refused save of the open question, so that the focus goes to what is wrong with it. */
  readonly refusals: number
  /** What came of the last action, in words, and the move at which it was asked for. */
  readonly outcome: Outcome | null
  /** The move whose heading the focus goes to, because what was pressed is gone. */
  readonly landing: string | null
}

export type AmendmentDialogStore = StoreApi<AmendmentDialogState> & {
  /** Keeps who asks, from one decision to the next. */
  readonly ways: ResolutionStore
  readonly openCancel: (booking: BookedMoves, move: Move, isAlone: boolean) => void
  readonly openChange: (booking: BookedMoves, move: Move, zone: string) => void
  readonly choose: (which: string) => void
  readonly type: (form: Partial<ChangeForm>) => void
  /** Saves that the chosen moves are to be canceled; `both` stands for `moveIds`. */
  readonly requestCancellation: (moveIds: readonly string[]) => Promise<void>
  readonly requestChange: (zone: string, now: UtcInstant) => Promise<void>
  readonly withdraw: (amendmentId: string, moveId: string) => Promise<void>
  readonly close: () => void
  readonly landed: () => void
}

const NOTHING: AmendmentDialogState = {
  question: null,
  busy: false,
  alert: null,
  whoProblem: undefined,
  refusals: 0,
  outcome: null,
  landing: null,
}

const SAVED = 'Saved on this PC. It goes to the provider by itself.'

/** What is asked of booked moves, between the button and the saved amendment. */
export function createAmendmentDialog(bridge: Bridge, ways: ResolutionStore): AmendmentDialogStore {
  const store = createStore<AmendmentDialogState>(() => NOTHING)

  /** One at a time; a failure leaves the question open with its words. */
  async function save(moveId: string, call: () => Promise<Result<unknown>>): Promise<void> {
    if (store.getState().busy) return
    store.setState({ busy: true, alert: null })
    const answer = await call()
    if (answer.ok) {
      store.setState({ ...NOTHING, outcome: { look: 'unseen', words: SAVED, moveId }, landing: moveId })
      return
    }
    const { question } = store.getState()
    const sorted = sortIssues(answer.failure.issues)
    store.setState(({ refusals }) => ({
      busy: false,
      refusals: refusals + 1,
      alert: answer.failure.issues.length === 0 ? describeFailure(answer.failure) : (sorted.loose ?? SOME_WRONG),
      ...(question?.kind === 'change' ? { question: { ...question, problems: sorted.problems } } : {}),
    }))
  }

  /** Who asks; null where that is not said, which is then shown. */
  function whoAsks(): string | null {
    const read = requesterSchema.safeParse(ways.getState().who)
    store.setState({ whoProblem: read.success ? undefined : read.error.issues[0]?.message })
    return read.success ? read.data : null
  }

  function refuse(alert: string, more: Partial<AmendmentDialogState> = {}) {
    store.setState(({ refusals }) => ({ alert, refusals: refusals + 1, ...more }))
  }

  return {
    ...store,
    ways,
    openCancel: (booking, move, isAlone) =>
      store.setState({
        ...NOTHING,
        question: { kind: 'cancel', bookingId: booking.id, moveId: move.id, which: isAlone ? move.id : '' },
      }),
    openChange: (booking, move, zone) => {
      const form = changeFormFrom(booking, move, zone)
      store.setState({
        ...NOTHING,
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
      store.setState({ question: { ...question, form: { ...question.form, ...typed }, problems }, alert: null })
    },
    requestCancellation: async (moveIds) => {
      const { question } = store.getState()
      if (question?.kind !== 'cancel') return
      const who = whoAsks()
      if (question.which === '') return refuse('Choose what to cancel: both moves, or one of them.')
      if (who === null) return refuse(SOME_WRONG)
      const chosen = question.which === 'both' ? moveIds : [question.which]
      await save(question.moveId, () => bridge.requestCancellation({ moveIds: chosen, who }))
    },
    requestChange: async (zone, now) => {
      const { question } = store.getState()
      if (question?.kind !== 'change') return
      const checked = checkChange(question.form, question.before, zone, now)
      const who = whoAsks()
      if (!checked.ok) {
        return refuse(checked.loose ?? SOME_WRONG, { question: { ...question, problems: checked.problems } })
      }
      if (who === null) return refuse(SOME_WRONG, { question: { ...question, problems: {} } })
      await save(question.moveId, () => bridge.requestChange({ moveId: question.moveId, change: checked.change, who }))
    },
    withdraw: async (amendmentId, moveId) => {
      if (store.getState().busy) return
      store.setState({ busy: true, outcome: null })
      const answer = await bridge.withdrawAmendment({ amendmentId })
      store.setState({
        busy: false,
        ...(answer.ok ? { landing: moveId } : {}),
        outcome: answer.ok
          ? { look: 'good', words: 'Withdrawn. The provider is not asked.', moveId }
          : { look: 'bad', words: `Not withdrawn. ${describeFailure(answer.failure)}`, moveId },
      })
    },
    close: () => {
      if (!store.getState().busy) store.setState({ question: null, alert: null })
    },
    landed: () => store.setState({ landing: null }),
  }
}

const SOME_WRONG = 'Nothing was saved yet: see what is marked.'
