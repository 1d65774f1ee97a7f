import { notCancelableReason } from '../../shared/outbox/amendment-rules.ts'
import { hasLoaner, type BookedMoves, type Move } from '../../shared/move/move.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AmendmentDialogStore } from './state/amendments.ts'
import { describeFee, describePartialPair } from './text/cancel-question-text.ts'
import { describeBooking, roleLabel } from './text/booking-text.ts'
import { RequesterField } from './RequesterField.tsx'

const BOTH = 'both'

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
  if (question?.kind !== 'cancel' || question.bookingId !== booking.id) return null

  const cancelable = booking.moves.filter((move) => notCancelableReason(booking, move) === null)
  const chosen = question.which === BOTH ? cancelable : booking.moves.filter((move) => move.id === question.which)
  const [half] = chosen
  const rest =
    hasLoaner(booking) && chosen.length === 1 && half !== undefined ? describePartialPair(booking, half) : null
  return (
    <Dialog
      title={
        hasLoaner(booking)
          ? `Cancel ${describeBooking(booking)}?`
          : `Cancel ${describeBooking(booking)}, ${describeNumber(cancelable[0])}?`
      }
      testId="cancel-question"
      alert={alert}
      isGrave
      onClose={amendmentDialog.close}
      actions={
        <>
          <ActionButton isFirst onPress={amendmentDialog.close}>
            Keep booking
          </ActionButton>
          <ActionButton
            look="go"
            isDisabled={busy}
            onPress={() => void amendmentDialog.requestCancellation(cancelable.map((move) => move.id))}
          >
            Cancel booking
          </ActionButton>
        </>
      }
    >
      {cancelable.length > 1 && (
        <RadioGroup
          id="cancel-which"
          label="What should be canceled?"
          value={question.which}
          options={[
            { value: BOTH, label: 'Both moves' },
            ...cancelable.map((move) => ({ value: move.id, label: roleLabel(move.role) })),
          ]}
          onChange={amendmentDialog.choose}
          isDisabled={busy}
          wide
        />
      )}
      {chosen.map((move) => (
        <p key={move.id}>
          <strong>
            {roleLabel(move.role)}, {describeNumber(move)}
          </strong>
          : {formatVehicle(move.vehicle)}
        </p>
      ))}
      {rest !== null && <p data-testid="partial-pair">{rest}</p>}
      <p>{describeFee(chosen.length === 0 ? cancelable : chosen)}</p>
      <p>This can’t be undone once sent.</p>
      <RequesterField amendmentDialog={amendmentDialog} />
    </Dialog>
  )
}

function describeNumber(move: Move | undefined): string {
  return move?.number.known === true ? `move ${move.number.value}` : 'number to come'
}
