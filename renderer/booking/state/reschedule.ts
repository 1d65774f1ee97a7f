import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { requesterSchema } from '../../../shared/outbox/resolution.ts'
import type { Kept, RescheduleStep } from '../../../shared/outbox/reschedule-link.ts'
import type { Result } from '../../../shared/result.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import type { DeskStatusStore } from '../../app/state/desk-status.ts'
import { describePromisedLoaner, promisedBookingOf } from '../text/loaner-text.ts'
import { RESCHEDULE_WORDS as WORDS, type SettleTimes } from '../text/reschedule-text.ts'
import { readNewTime, type MeantTime, type NewTime } from './new-time.ts'
import type { ResolutionStore } from './resolutions.ts'

/** The alarm that a person is about to end: the old booking, its replacement, and the step of the reschedule. */
export type Settling = {
  readonly bookingId: string
  readonly replacementId: string
  readonly step: RescheduleStep
  readonly times: SettleTimes
}

export type RescheduleState = {
  /** The booking whose dialog is open; null while no dialog is open. */
  readonly booking: BookedMoves | null
  readonly settling: Settling | null
  readonly spoken: string
  readonly meant: MeantTime
  readonly timeProblem: string | undefined
  readonly whoProblem: string | undefined
  /** Why nothing was saved, as a sentence; null otherwise. */
  readonly alert: string | null
  readonly busy: boolean
  /** The bookings to whose customers the loaner is promised, while the dialog asks about them. */
  readonly promised: readonly string[]
  /** Grows with each refused save, so that the focus moves to the field with the error. */
  readonly refusals: number
}

export type RescheduleStore = StoreApi<RescheduleState> & {
  /** Holds the person's name from one act to the next. */
  readonly resolutions: ResolutionStore
  readonly open: (booking: BookedMoves) => void
  readonly type: (spoken: string) => void
  readonly typeWho: (who: string) => void
  /** Takes one of the meanings of the typed time. */
  readonly choose: (time: NewTime) => void
  /**
   * Reschedules, and returns the booking that has the new time; null if nothing was saved. A promised loaner raises a
   * question first, and the next save answers that question.
   */
  readonly save: () => Promise<BookedMoves | null>
  readonly ask: (settling: Settling) => void
  readonly settle: (kept: Kept) => Promise<void>
  readonly close: () => void
}

const CLOSED: RescheduleState = {
  booking: null,
  settling: null,
  spoken: '',
  meant: { kind: 'blank' },
  timeProblem: undefined,
  whoProblem: undefined,
  alert: null,
  busy: false,
  promised: [],
  refusals: 0,
}

/** The store of the dialogs about rescheduling, from the button to the saved booking. */
export function createReschedule(bridge: Bridge, resolutions: ResolutionStore, desk: DeskStatusStore): RescheduleStore {
  const store = createStore<RescheduleState>(() => CLOSED)
  const refuse = (alert: string | null, more: Partial<RescheduleState> = {}) =>
    store.setState(({ refusals }) => ({ alert, busy: false, refusals: refusals + 1, ...more }))

  /** Returns the person's name; null if the name is not valid, with the reason in `whoProblem`. */
  function readWho(): string | null {
    const read = requesterSchema.safeParse(resolutions.getState().who)
    const issue = read.success ? undefined : fieldIssues(read.error)[0]
    store.setState({ whoProblem: issue === undefined ? undefined : describeFieldIssue(issue, WORDS.who) })
    return read.success ? read.data : null
  }

  async function call(request: () => Promise<Result<BookedMoves>>): Promise<BookedMoves | null> {
    store.setState({ busy: true, alert: null, timeProblem: undefined })
    const answer = await request()
    if (answer.ok) {
      store.setState(CLOSED)
      return answer.value
    }
    const { failure } = answer
    const [issue] = failure.issues
    if (failure.code === 'loaner-promised') {
      const promised = [...store.getState().promised, promisedBookingOf(failure)]
      refuse(describePromisedLoaner(failure.fields, WORDS.promised), { promised })
    } else if (issue === undefined) refuse(describeFailure(failure))
    else refuse(null, { timeProblem: describeFieldIssue(issue, WORDS.to) })
    return null
  }

  return {
    ...store,
    resolutions,
    open: (booking) => store.setState({ ...CLOSED, booking }),
    type: (spoken) => {
      const { booking } = store.getState()
      const { status } = desk.getState()
      if (booking === null || status === null) return
      const meant = readNewTime(spoken, booking, { now: status.now, zone: status.rooftop.zone })
      store.setState({ spoken, meant, timeProblem: undefined, alert: null, promised: [] })
    },
    typeWho: (who) => {
      resolutions.type('who', who)
      store.setState({ whoProblem: undefined })
    },
    choose: (time) =>
      store.setState({ meant: { kind: 'known', time, note: null }, timeProblem: undefined, alert: null, promised: [] }),
    save: async () => {
      const { booking, meant, busy, promised } = store.getState()
      if (booking === null || busy) return null
      const who = readWho()
      if (meant.kind !== 'known') {
        const timeProblem =
          meant.kind === 'unread' ? meant.message : meant.kind === 'ask' ? WORDS.timeOpen : WORDS.timeMissing
        refuse(null, { timeProblem })
        return null
      }
      if (who === null) {
        refuse(null)
        return null
      }
      const { window, ...time } = meant.time
      return call(() => bridge.rescheduleBooking({ bookingId: booking.id, time, window, who, promised }))
    },
    ask: (settling) => store.setState({ ...CLOSED, settling }),
    settle: async (kept) => {
      const { settling, busy } = store.getState()
      const who = readWho()
      if (settling === null || busy) return
      if (who === null) refuse(null)
      else {
        const { bookingId, replacementId } = settling
        await call(() => bridge.settleReschedule({ bookingId, replacementId, kept, who }))
      }
    },
    close: () => {
      if (!store.getState().busy) store.setState(CLOSED)
    },
  }
}
