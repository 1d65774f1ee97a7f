import type { DeskStatus } from '../../shared/bridge.ts'
import { sayState } from '../../shared/move.ts'
import { canWithdraw } from '../../shared/outbox.ts'
import { sayTime } from '../../shared/time-words.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { names } from '../parts/class-names.ts'
import { StatePill } from '../parts/StatePill.tsx'
import { useStore } from '../parts/use-store.ts'
import type { Draft } from '../state/draft.ts'
import type { Saved } from '../state/saved.ts'
import { sayBooking, sayOutcome, saySentAs } from '../state/words.ts'
import css from './Messages.module.css'

type ConfirmationProps = {
  readonly saved: Saved
  readonly draft: Draft
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
}

/** The last saved booking, where it was typed; its state is told as it changes. */
export function Confirmation({ saved, draft, status, onOpen }: ConfirmationProps) {
  const { booking, form, withdrawing, refusal } = useStore(saved, (state) => state)
  const formIsEmpty = useStore(draft, (state) => state.kept === 'empty')
  if (booking === null) return null
  const withdrawable = canWithdraw(booking.entry)
  return (
    <section
      aria-labelledby="saved-title"
      data-fact="saved"
      data-booking-id={booking.id}
      data-state={booking.state}
      className={names(css['message'], css['saved'])}
    >
      <div className={css['top']}>
        <StatePill state={booking.state} words={sayState(booking.state)} />
        <h2 id="saved-title">{sayBooking(booking)}</h2>
        <span className={css['time']}>{sayTime(booking.time.utc, booking.time.zone, status.now)}</span>
      </div>
      <p>{sayOutcome(booking, status.link)}</p>
      {refusal !== null && <p className={css['refusal']}>Not taken back. {refusal}</p>}
      <div className={css['actions']}>
        <ActionButton onPress={() => onOpen(booking.id)}>Open it</ActionButton>
        {withdrawable && (
          <ActionButton isDisabled={withdrawing} onPress={() => void saved.withdraw()}>
            Take it back
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
        {booking.state === 'in-doubt' && <span className={css['sent']}>{saySentAs(booking)}</span>}
      </div>
    </section>
  )
}
