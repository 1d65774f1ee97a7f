import { Navigation as Arrow } from 'lucide-react'
import { formatPhone } from '../../shared/booking/phone.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { hasReached, type BookedMoves } from '../../shared/move/move.ts'
import { formatTime } from '../../shared/time/format.ts'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { describeLive } from './text/page-text.ts'
import css from './Detail.module.css'

/** The driver under way: name, car and stage. */
export function LiveLine({ booking }: { readonly booking: BookedMoves }) {
  const move = booking.moves.find(
    ({ stages }) => hasReached(stages, 'pickup_started') && !hasReached(stages, 'delivery_successful'),
  )
  if (move === undefined || move.providerReadAt === null) return null
  const title = describeLive(booking, move)
  return (
    <p className={css['live']} data-testid="live">
      <Arrow size={16} aria-hidden="true" />
      <strong>{title}</strong>
    </p>
  )
}

type KeyFactsProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly onCopy: (text: string) => void
}

/** What people read out first: phone and time. */
export function KeyFacts({ booking, status, onCopy }: KeyFactsProps) {
  const phone = booking.customerPhone === null ? null : formatPhone(booking.customerPhone)
  return (
    <p className={css['key']}>
      {phone !== null && (
        <span className={css['phone']}>
          {phone}
          <CopyButton what={`Phone ${phone}`} onPress={() => onCopy(phone)} />
        </span>
      )}
      <span data-testid="booking-time">{formatTime(booking.time.utc, booking.time.zone, status.now)}</span>
    </p>
  )
}

/** The state in a sentence. The badge and the moves of a booked booking say the same on the screen. */
export function Reason({ booking, children }: { readonly booking: BookedMoves; readonly children: string }) {
  const { state } = booking
  const tone =
    state === 'refused' ? css['refused'] : state === 'in-doubt' || state === 'held' ? css['attention'] : undefined
  return (
    <p className={state === 'booked' ? 'unseen' : classNames(css['reason'], tone)} data-testid="reason">
      {children}
    </p>
  )
}
