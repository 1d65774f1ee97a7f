import type { DeskStatus } from '../../shared/bridge.ts'
import { sayState } from '../../shared/move.ts'
import { canChange, canWithdraw } from '../../shared/outbox.ts'
import type { QueuedBooking } from '../../shared/queue.ts'
import { sayTime } from '../../shared/time-words.ts'
import { sayMark } from '../../shared/wish.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { StatePill } from '../parts/StatePill.tsx'
import { saySendBy, sayNext, whyQueued } from '../state/queue-words.ts'
import { markOfBooking, sayBooking, saySentAs } from '../state/words.ts'
import type { QueueActs } from './Queue.tsx'
import css from './Queue.module.css'

type QueuedRowProps = QueueActs & {
  readonly queued: QueuedBooking
  readonly status: DeskStatus
  readonly busy: boolean
  readonly onWithdraw: (bookingId: string) => void
  /** Leads through finding out about what may be booked. */
  readonly onFindOut: (bookingId: string) => void
}

/** One booking of the queue: what it is, why it stands here, by when it must leave, and what fits. */
export function QueuedRow({ queued, status, busy, onOpen, onChange, onWithdraw, onFindOut }: QueuedRowProps) {
  const { booking, attention } = queued
  const mark = booking.state === 'booked' ? markOfBooking(booking) : null
  const sendBy = saySendBy(queued, status)
  const hasNotLeft = canWithdraw(booking.entry)
  const title = `queued-${booking.id}`
  return (
    <li
      className={css['row']}
      aria-labelledby={title}
      data-fact="queued"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-attention={attention}
    >
      <div className={css['what']}>
        <StatePill state={mark ?? booking.state} words={mark === null ? sayState(booking.state) : sayMark(mark)} />
        <h3 id={title}>{sayBooking(booking)}</h3>
        <span className={css['time']}>
          {[booking.reference, sayTime(booking.time.utc, booking.time.zone, status.now)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </div>
      <div className={css['why']}>
        {whyQueued(booking, status).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {booking.state === 'in-doubt' && <p className={css['sent']}>{saySentAs(booking)}</p>}
        {sendBy !== null && <p data-fact="send-by">{sendBy}</p>}
      </div>
      <div className={css['acts']} role="group" aria-label={`What to do about ${sayBooking(booking)}`}>
        {booking.state === 'in-doubt' && (
          <ActionButton look="go" onPress={() => onFindOut(booking.id)}>
            Find out…
          </ActionButton>
        )}
        <ActionButton
          look={attention && booking.state !== 'in-doubt' ? 'go' : 'plain'}
          onPress={() => onOpen(booking.id)}
        >
          {sayNext(booking.state)}
        </ActionButton>
        {canChange(booking.entry) && <ActionButton onPress={() => onChange(booking)}>Change it</ActionButton>}
        {hasNotLeft && (
          <ActionButton isDisabled={busy} onPress={() => onWithdraw(booking.id)}>
            Take it back
          </ActionButton>
        )}
      </div>
    </li>
  )
}
