import { useEffect } from 'react'
import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import type { BoardStatus, TakeableDesk } from '../../../shared/desk/board-status.ts'
import { OTHER_DESK, takeBookingPlan, takeBookingTitle } from '../../booking/text/desk-text.ts'
import { DIALOG } from '../../booking/text/dialog-text.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { afterPaint } from '../../ui/after-paint.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useStore } from '../../ui/use-store.ts'
import type { BoardQuestion, TakeoverStore } from '../state/takeover.ts'
import { BOARD_AWAY } from '../text/failure-text.ts'
import { HANDOVER, handoverPlan, takeBackPlan } from '../text/handover-text.ts'
import { describeNotFree, describePlan, takeOverLabel, takeoverTitle } from '../text/takeover-text.ts'

const FORM = 'board-form'
const WHO = 'board-who'

type BoardDialogProps = {
  readonly status: DeskStatus
  readonly takeover: TakeoverStore
  /** Called after the dialog closed because of its act. The caller must place the focus. */
  readonly onDone: () => void
}

/** Asks before bookings are taken over from a desk, handed over, or taken back, and says what that means. */
export function BoardDialog({ status, takeover, onDone }: BoardDialogProps) {
  const question = useStore(takeover, (state) => state.question)
  return question !== null && <Question question={question} status={status} takeover={takeover} onDone={onDone} />
}

function Question({ question, status, takeover, onDone }: BoardDialogProps & { readonly question: BoardQuestion }) {
  const { whoProblem, alert, busy, refusals } = useStore(takeover, (state) => state)
  const who = useStore(takeover.resolutions, (state) => state.who)
  const { title, testId, plan, action, ...words } = wordsOf(question, status)
  const reason = busy ? null : words.reason

  useEffect(() => {
    if (refusals === 0 || whoProblem !== undefined) document.getElementById(WHO)?.focus()
  }, [refusals, whoProblem])

  const act = async () => {
    if (reason !== null || !(await takeover.act())) return
    // The closing dialog gives the focus to a button that is about to go.
    await afterPaint()
    onDone()
  }
  return (
    <Dialog
      title={title}
      testId={testId}
      alert={alert ?? reason}
      isGrave={typeof question === 'object'}
      onClose={takeover.close}
      actions={
        <>
          <ActionButton onPress={takeover.close}>{DIALOG.cancel}</ActionButton>
          <ActionButton look="go" type="submit" form={FORM} isDisabled={busy || reason !== null}>
            {action}
          </ActionButton>
        </>
      }
    >
      {plan.map((step) => (
        <p key={step}>{step}</p>
      ))}
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault()
          void act()
        }}
      >
        <TextField
          id={WHO}
          label={DIALOG.yourName}
          isOwnName
          value={who}
          onChange={takeover.typeWho}
          onLeave={() => undefined}
          problem={whoProblem}
          isReadOnly={busy}
        />
      </form>
    </Dialog>
  )
}

type Words = {
  readonly title: string
  readonly testId: string
  readonly plan: readonly string[]
  readonly action: string
  /** Why the act is not possible now; null if it is possible. */
  readonly reason: string | null
}

/** The words of a question as the board is now, because the bookings that are left change while the dialog is open. */
function wordsOf(question: BoardQuestion, { board, rooftop, now }: DeskStatus): Words {
  switch (question) {
    case 'hand-over':
      return {
        title: HANDOVER.title,
        testId: 'hand-over',
        plan: handoverPlan(board),
        action: HANDOVER.action,
        reason: null,
      }
    case 'take-back':
      return {
        title: HANDOVER.backTitle,
        testId: 'take-back',
        plan: takeBackPlan(board),
        action: HANDOVER.back,
        reason: null,
      }
    default: {
      if ('booking' in question) {
        const { booking } = question
        return {
          title: takeBookingTitle(booking),
          testId: 'take-booking',
          plan: takeBookingPlan(booking),
          action: OTHER_DESK.action,
          reason: board?.kind === 'live' ? null : BOARD_AWAY,
        }
      }
      const takeable = takeableNow(board, question.role)
      return {
        title: takeoverTitle(question),
        testId: 'take-over',
        plan: describePlan(takeable ?? question, { zone: rooftop.zone, now, noticeMinutes: rooftop.noticeMinutes }),
        action: takeOverLabel(takeable ?? question),
        reason: takeable === undefined ? notPossibleReason(board, question) : null,
      }
    }
  }
}

function takeableNow(board: BoardStatus | null, role: string): TakeableDesk | undefined {
  return board?.kind === 'live' ? board.takeable.find((desk) => desk.role === role) : undefined
}

function notPossibleReason(board: BoardStatus | null, desk: TakeableDesk): string {
  return board?.kind === 'live' ? describeNotFree(desk) : BOARD_AWAY
}
