import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { stateLabel } from '../../shared/move/move.ts'
import { effectiveReference, latestNote } from '../../shared/booking/added-facts.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import type { InboxItem } from '../../shared/views/inbox.ts'
import { formatTime } from '../../shared/time/format.ts'
import { moveFlagLabel } from '../../shared/outbox/amendment.ts'
import { useBooking } from '../booking/use-booking.ts'
import type { DialogResolution } from '../booking/ResolutionDialog.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { StatePill } from '../ui/StatePill.tsx'
import { lacksReplacement } from '../../shared/outbox/moves-to-replace.ts'
import { timeToTell } from '../../shared/outbox/time-to-tell.ts'
import { cancelLabel, describeSendBy, describeNext, inboxReason } from './text.ts'
import { bookingBadge, describeBooking, describeSentAs } from '../booking/text/booking-text.ts'
import css from './InboxScreen.module.css'

export type InboxActions = {
  /** Opens the page of the booking, which offers all resolutions. */
  readonly onOpen: (bookingId: string) => void
  readonly onChange: (booking: BookedMoves) => void
}

type InboxRowProps = InboxActions & {
  readonly queued: InboxItem
  readonly status: DeskStatus
  readonly busy: boolean
  readonly onWithdraw: (bookingId: string) => void
  /** Opens the guide for a booking in doubt. */
  readonly onFindOut: (bookingId: string) => void
  /** Opens the dialog of a resolution. */
  readonly onResolve: (bookingId: string, kind: DialogResolution) => void
  /** Opens the question whether to cancel, or the script of a call where the provider takes no cancellation. */
  readonly onCancel: (booking: BookedMoves) => void
}

/** A row of the inbox: the booking, why it is listed, its send-by time, and the actions that fit. */
export function InboxRow({ queued, status, busy, onOpen, onChange, onWithdraw, onFindOut, ...act }: InboxRowProps) {
  const { attention } = queued
  const booking = useBooking(queued.booking.id) ?? queued.booking
  const mark = booking.state === 'booked' ? bookingBadge(booking) : null
  const sendBy = describeSendBy(queued, status)
  const mustTell = timeToTell(booking) !== null
  const lacksNumber = booking.moves.some(lacksReplacement)
  const hasNotLeft = canWithdraw(booking.entry)
  const note = latestNote(booking)
  const title = `queued-${booking.id}`
  return (
    <li
      className={css['row']}
      aria-labelledby={title}
      data-testid="inbox-row"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-attention={attention}
    >
      <div className={css['what']}>
        <StatePill
          state={mark ?? booking.state}
          label={mark === null ? stateLabel(booking.state) : moveFlagLabel(mark)}
        />
        <h3 id={title}>{describeBooking(booking)}</h3>
        <span className={css['time']}>
          {[effectiveReference(booking), formatTime(booking.time.utc, booking.time.zone, status.now)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </div>
      <div className={css['why']}>
        {inboxReason(booking, status).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {booking.state === 'in-doubt' && <p className={css['sent']}>{describeSentAs(booking)}</p>}
        {note !== null && <p>Note: {note}</p>}
        {sendBy !== null && <p data-testid="send-by">{sendBy}</p>}
      </div>
      <div className={css['acts']} role="group" aria-label={`What to do about ${describeBooking(booking)}`}>
        {booking.state === 'in-doubt' && (
          <ActionButton look="go" onPress={() => onFindOut(booking.id)}>
            Find out…
          </ActionButton>
        )}
        {lacksNumber && (
          <ActionButton look="go" onPress={() => act.onResolve(booking.id, 'replacement-number')}>
            Enter the new number…
          </ActionButton>
        )}
        {mustTell && (
          <>
            <ActionButton look="go" onPress={() => act.onResolve(booking.id, 'customer-told')}>
              Customer was told…
            </ActionButton>
            <ActionButton onPress={() => act.onCancel(booking)}>{cancelLabel(booking)}</ActionButton>
          </>
        )}
        <ActionButton
          look={attention && booking.state !== 'in-doubt' && !mustTell && !lacksNumber ? 'go' : 'plain'}
          onPress={() => onOpen(booking.id)}
        >
          {describeNext(booking.state)}
        </ActionButton>
        {canChange(booking.entry) && <ActionButton onPress={() => onChange(booking)}>Change it</ActionButton>}
        {hasNotLeft && (
          <ActionButton isDisabled={busy} onPress={() => onWithdraw(booking.id)}>
            Withdraw
          </ActionButton>
        )}
      </div>
    </li>
  )
}
