import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BoardStatus, SilentDesk } from '../../shared/desk/board-status.ts'
import { DIALOG } from '../booking/text/dialog-text.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { TakeoverStore } from './state/takeover.ts'
import { BOARD_AWAY } from './text/failure-text.ts'
import { describeNotFree, describePlan, takeOverLabel, takeoverTitle } from './text/takeover-text.ts'

const FORM = 'take-over-form'
const WHO = 'take-over-who'

type TakeOverDialogProps = {
  readonly status: DeskStatus
  readonly takeover: TakeoverStore
  /** Called after the dialog closed because of a takeover. The caller must place the focus. */
  readonly onTaken: () => void
}

/** Asks before the bookings of a silent desk are taken over, and says what that means. */
export function TakeOverDialog({ status, takeover, onTaken }: TakeOverDialogProps) {
  const from = useStore(takeover, (state) => state.from)
  return from !== null && <Question from={from} status={status} takeover={takeover} onTaken={onTaken} />
}

function Question({ from, status, takeover, onTaken }: TakeOverDialogProps & { readonly from: SilentDesk }) {
  const { whoProblem, alert, busy, refusals } = useStore(takeover, (state) => state)
  const who = useStore(takeover.resolutions, (state) => state.who)
  const { board, rooftop, now } = status
  // The bookings that are left change while the dialog is open.
  const silent = silentNow(board, from.role)
  const reason = silent === undefined && !busy ? notPossibleReason(board, from) : null

  useEffect(() => {
    if (refusals === 0 || whoProblem !== undefined) document.getElementById(WHO)?.focus()
  }, [refusals, whoProblem])

  const take = async () => {
    if (reason !== null || !(await takeover.takeOver())) return
    // The closing dialog gives the focus to a button of the strip that is about to go.
    await afterPaint()
    onTaken()
  }
  return (
    <Dialog
      title={takeoverTitle(from)}
      testId="take-over"
      alert={alert ?? reason}
      isGrave
      onClose={takeover.close}
      actions={
        <>
          <ActionButton onPress={takeover.close}>{DIALOG.cancel}</ActionButton>
          <ActionButton look="go" type="submit" form={FORM} isDisabled={busy || reason !== null}>
            {takeOverLabel(silent ?? from)}
          </ActionButton>
        </>
      }
    >
      {describePlan(silent ?? from, { zone: rooftop.zone, now, noticeMinutes: rooftop.noticeMinutes }).map((step) => (
        <p key={step}>{step}</p>
      ))}
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault()
          void take()
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

function silentNow(board: BoardStatus | null, role: string): SilentDesk | undefined {
  return board?.kind === 'live' ? board.silent.find((desk) => desk.role === role) : undefined
}

function notPossibleReason(board: BoardStatus | null, { name }: SilentDesk): string {
  return board?.kind === 'live' ? describeNotFree(name) : BOARD_AWAY
}
