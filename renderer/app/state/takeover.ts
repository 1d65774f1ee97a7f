import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { TakeableDesk } from '../../../shared/desk/board-status.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import { requesterSchema } from '../../../shared/outbox/resolution.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ResolutionStore } from '../../booking/state/resolutions.ts'
import { describeTakenBooking } from '../../booking/text/desk-text.ts'
import { DIALOG } from '../../booking/text/dialog-text.ts'
import { describeFailure } from '../text/failure-text.ts'
import { describeFieldIssue } from '../text/field-issue-text.ts'
import { describeTakenBack, HANDOVER } from '../text/handover-text.ts'
import { describeTaken } from '../text/takeover-text.ts'
import type { DeskStatusStore } from './desk-status.ts'

/**
 * What a dialog asks: to take over from a desk or one booking of a desk, to hand over what waits here, or to take that
 * back.
 */
export type BoardQuestion = TakeableDesk | { readonly booking: BookedMoves } | 'hand-over' | 'take-back'

/** What a person can hide: a notice, or the alarm of one booking. */
export type Hidden = 'taken' | 'taken-over' | { readonly bookingId: string }

export type TakeoverState = {
  /** The question of the open dialog, with the desk as it was then; null while no dialog is open. */
  readonly question: BoardQuestion | null
  readonly whoProblem: string | undefined
  /** Why the act failed, as a sentence; null otherwise. */
  readonly alert: string | null
  readonly busy: boolean
  /** Grows with each name that is refused, so that the focus moves to its field. */
  readonly refusals: number
}

export type TakeoverStore = StoreApi<TakeoverState> & {
  /** Holds the person's name from one act to the next. */
  readonly resolutions: ResolutionStore
  readonly open: (question: BoardQuestion) => void
  readonly typeWho: (who: string) => void
  /** True if the name of an earlier act can be used again. */
  readonly knowsWho: () => boolean
  /**
   * Does what the dialog asks, or without a dialog what `question` asks, and tells the desk status what that brought.
   * Returns false after a failure, which `alert` then tells.
   */
  readonly act: (question?: BoardQuestion | null) => Promise<boolean>
  readonly close: () => void
  /**
   * Hides what the last act brought (`taken`), or ends the notice that other desks took bookings over, or the alarm of
   * one booking that another desk may have sent too. Returns why that failed, or null.
   */
  readonly hide: (subject: Hidden) => Promise<string | null>
}

const CLOSED: TakeoverState = { question: null, whoProblem: undefined, alert: null, busy: false, refusals: 0 }

/** The store of the dialog that takes bookings of another desk over, hands own bookings over, or takes them back. */
export function createTakeover(bridge: Bridge, resolutions: ResolutionStore, desk: DeskStatusStore): TakeoverStore {
  const store = createStore<TakeoverState>(() => CLOSED)
  const readWho = () => requesterSchema.safeParse(resolutions.getState().who)

  /** Does what the question asks, and returns what that brought as a sentence, or null where the status says that. */
  async function answerOf(question: BoardQuestion, who: string): Promise<Result<string | null>> {
    if (typeof question === 'object' && 'booking' in question) {
      const { booking } = question
      const answer = await bridge.takeBooking({ bookingId: booking.id, who })
      return answer.ok ? ok(describeTakenBooking(booking)) : answer
    }
    if (typeof question === 'object') {
      const answer = await bridge.takeOver({ role: question.role, who })
      return answer.ok ? ok(describeTaken(answer.value, question)) : answer
    }
    const withdrawn = question === 'take-back'
    const answer = await bridge.handOver({ who, withdrawn })
    if (!answer.ok) return answer
    const { count } = answer.value
    if (withdrawn) return ok(describeTakenBack(count))
    return ok(count === 0 ? HANDOVER.none : null)
  }

  return {
    ...store,
    resolutions,
    open: (question) => {
      desk.setState({ boardOutcome: null })
      store.setState({ ...CLOSED, question })
    },
    typeWho: (who) => {
      resolutions.type('who', who)
      store.setState({ whoProblem: undefined })
    },
    knowsWho: () => readWho().success,
    act: async (question = store.getState().question) => {
      const { busy, refusals } = store.getState()
      if (question === null || busy) return false
      const read = readWho()
      if (!read.success) {
        const [issue] = fieldIssues(read.error)
        const whoProblem = issue === undefined ? undefined : describeFieldIssue(issue, DIALOG.yourName)
        store.setState({ whoProblem, alert: null, refusals: refusals + 1 })
        return false
      }
      store.setState({ busy: true, alert: null, whoProblem: undefined })
      const answer = await answerOf(question, read.data)
      if (answer.ok) {
        store.setState(CLOSED)
        desk.setState({ boardOutcome: answer.value })
      } else store.setState({ busy: false, alert: describeFailure(answer.failure) })
      return answer.ok
    },
    close: () => {
      if (!store.getState().busy) store.setState(CLOSED)
    },
    hide: async (subject) => {
      if (subject === 'taken') {
        desk.setState({ boardOutcome: null })
        return null
      }
      const answer = await (subject === 'taken-over'
        ? bridge.markTakenOverSeen(null)
        : bridge.markDoubleSendSeen({ bookingId: subject.bookingId }))
      return answer.ok ? null : describeFailure(answer.failure)
    },
  }
}
