import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { stateLabel } from '../../shared/move/move.ts'
import { canWithdraw } from '../../shared/outbox/machine.ts'
import { formatTime } from '../../shared/time/format.ts'
import { useBooking } from '../booking/use-booking.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { StatePill } from '../ui/StatePill.tsx'
import { useStore } from '../ui/use-store.ts'
import type { DraftStore } from './state/draft.ts'
import type { LastSaved } from './state/last-saved.ts'
import { describeBooking, describeOutcome, describeSentAs } from '../booking/text/booking-text.ts'
import css from './Messages.module.css'

type ConfirmationProps = {
  readonly saved: LastSaved
  readonly draft: DraftStore
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
}

/** The confirmation of the last saved booking, above the form. The shown state follows the booking. */
export function Confirmation({ saved, draft, status, onOpen }: ConfirmationProps) {
  const { bookingId, form, withdrawing, refusal } = useStore(saved, (state) => state)
  const booking = useBooking(bookingId)
  const formIsEmpty = useStore(draft, (state) => state.kept === 'empty')
  if (booking === null) return null
  const withdrawable = canWithdraw(booking.entry)
  return (
    <section
      aria-labelledby="saved-title"
      data-testid="saved"
      data-booking-id={booking.id}
      data-state={booking.state}
      className={classNames(css['message'], css['saved'])}
    >
      <div className={css['top']}>
        <StatePill state={booking.state} label={stateLabel(booking.state)} />
        <h2 id="saved-title">{describeBooking(booking)}</h2>
        <span className={css['time']}>{formatTime(booking.time.utc, booking.time.zone, status.now)}</span>
      </div>
      <p>{describeOutcome(booking, status)}</p>
      {refusal !== null && <p className={css['refusal']}>Not withdrawn. {refusal}</p>}
      <div className={css['actions']}>
        <ActionButton onPress={() => onOpen(booking.id)}>Open it</ActionButton>
        {withdrawable && (
          <ActionButton isDisabled={withdrawing} onPress={() => void saved.withdraw()}>
            Withdraw
          </ActionButton>
        )}
        {booking.state === 'withdrawn' && form !== null && formIsEmpty && (
          <ActionButton
            onPress={() => {
              saved.dismiss()
              draft.fill(form)
            }}
          >
            Put it back into the form
          </ActionButton>
        )}
        <ActionButton look="quiet" onPress={saved.dismiss}>
          Dismiss
        </ActionButton>
        {booking.state === 'in-doubt' && <span className={css['sent']}>{describeSentAs(booking)}</span>}
      </div>
    </section>
  )
}
