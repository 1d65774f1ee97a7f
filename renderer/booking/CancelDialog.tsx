import { cancelableMoves } from '../../shared/outbox/amendment-rules.ts'
import { hasLoaner, type BookedMoves, type Move } from '../../shared/move/move.ts'
import { effectiveVehicle } from '../../shared/booking/added-facts.ts'
import { formatVehicleOf } from '../../shared/booking/loaners.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import { BOTH_MOVES, type AmendmentDialogStore } from './state/amendments.ts'
import {
  CANCEL,
  describeChoice,
  describeFee,
  describePartialPair,
  KEEP,
  NOT_UNDONE,
  WHICH,
} from './text/cancel-question-text.ts'
import { bookingInSentence, roleLabel } from './text/booking-text.ts'
import { useEffect } from 'react'
import { RequesterField } from './RequesterField.tsx'
import { cancelTitle } from './text/dialog-text.ts'
import css from './CancelDialog.module.css'

const FORM = 'cancel-form'

/**
 * Asks before a cancellation request is saved. Shows the moves, the likely fee, and what is left if only half of a
 * pair is canceled.
 */
export function CancelDialog({
  booking,
  amendmentDialog,
}: {
  readonly booking: BookedMoves
  readonly amendmentDialog: AmendmentDialogStore
}) {
  const question = useStore(amendmentDialog, (state) => state.question)
  const alert = useStore(amendmentDialog, (state) => state.alert)
  const busy = useStore(amendmentDialog, (state) => state.busy)
  const isOpen = question?.kind === 'cancel' && question.bookingId === booking.id

  useEffect(() => {
    if (isOpen && amendmentDialog.resolutions.getState().who === '') document.getElementById('asks-who')?.focus()
  }, [isOpen, amendmentDialog])

  if (question?.kind !== 'cancel' || question.bookingId !== booking.id) return null

  const cancelable = cancelableMoves(booking)
  const chosen = question.which === BOTH_MOVES ? cancelable : booking.moves.filter((move) => move.id === question.which)
  const [half] = chosen
  const rest =
    hasLoaner(booking) && chosen.length === 1 && half !== undefined ? describePartialPair(booking, half) : null
  return (
    <Dialog
      title={cancelTitle(bookingInSentence(booking), hasLoaner(booking) ? null : describeNumber(cancelable[0]))}
      testId="cancel-question"
      alert={alert}
      isGrave
      onClose={amendmentDialog.close}
      actions={
        <>
          <ActionButton onPress={amendmentDialog.close}>{KEEP}</ActionButton>
          <ActionButton
            look="danger"
            type="submit"
            form={FORM}
            isFirst={amendmentDialog.resolutions.getState().who !== ''}
            isDisabled={busy}
          >
            {CANCEL}
          </ActionButton>
        </>
      }
    >
      <form
        id={FORM}
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void amendmentDialog.requestCancellation(cancelable.map((move) => move.id))
        }}
      >
        {cancelable.length > 1 && (
          <div className={css['cards']}>
            <RadioGroup
              id="cancel-which"
              label={WHICH}
              labelUnseen
              value={question.which}
              options={[
                { value: BOTH_MOVES, label: describeChoice(booking, null) },
                ...cancelable.map((move) => ({ value: move.id, label: describeChoice(booking, move) })),
              ]}
              onChange={amendmentDialog.choose}
              isDisabled={busy}
              wide
            />
          </div>
        )}
        {chosen.map((move) => (
          <p key={move.id}>
            <strong>
              {roleLabel(move.role)}, {describeNumber(move)}
            </strong>
            : {formatVehicleOf(move.role, effectiveVehicle(booking, move))}
          </p>
        ))}
        {rest !== null && <p data-testid="partial-pair">{rest}</p>}
        <p>{describeFee(chosen.length === 0 ? cancelable : chosen)}</p>
        <p>{NOT_UNDONE}</p>
        <RequesterField amendmentDialog={amendmentDialog} />
      </form>
    </Dialog>
  )
}

function describeNumber(move: Move | undefined): string {
  return move?.number.known === true ? `move ${move.number.value}` : 'number to come'
}
