import { Ban, Check, CircleHelp, CircleX, Clock, Hand, Send, type LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { statusOf } from '../../shared/outbox/booking-status.ts'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import { assertNever } from '../../shared/result.ts'
import { formatClock } from '../../shared/time/format.ts'
import type { InboxItem, SettledItem } from '../../shared/views/inbox.ts'
import { useBooking } from '../booking/use-booking.ts'
import { classNames } from '../ui/class-names.ts'
import { describeDeadline, describeKindAndTime, describeTurn, inboxName, rowReason } from './text.ts'
import css from './InboxRow.module.css'

type RowActions = {
  readonly status: DeskStatus
  readonly isShown: boolean
  readonly onShow: (bookingId: string) => void
  /** Moves the focus by so many rows. */
  readonly onStep: (rowsDown: number) => void
  /** Moves the focus into the pane of the shown booking. */
  readonly onEnter: () => void
}

/** A row of the inbox: the booking, why it is listed, and the deadline. Enter goes to what the booking needs. */
export function OpenRow({ item, status, ...act }: RowActions & { readonly item: InboxItem }) {
  const booking = useBooking(item.booking.id) ?? item.booking
  const { left, by, isNear } = describeDeadline({ ...item, booking }, status)
  return (
    <Row
      booking={booking}
      status={status}
      attention={item.attention}
      turn={booking.state === 'waiting' ? item.turn : null}
      why={rowReason(booking, status)}
      end={
        <>
          <b className={isNear && item.attention ? css['near'] : undefined}>{left}</b>
          <span>{by}</span>
        </>
      }
      {...act}
    />
  )
}

/** A row of the bookings that were settled today. */
export function SettledRow({ item, status, ...act }: RowActions & { readonly item: SettledItem }) {
  const booking = useBooking(item.booking.id) ?? item.booking
  return (
    <Row
      booking={booking}
      status={status}
      attention={false}
      turn={null}
      why={rowReason(booking, status)}
      end={<span>{formatClock(item.at, status.rooftop.zone)}</span>}
      {...act}
    />
  )
}

type RowProps = RowActions & {
  readonly booking: BookedMoves
  readonly attention: boolean
  readonly turn: number | null
  readonly why: string
  readonly end: ReactNode
}

function Row({ booking, status, attention, turn, why, end, isShown, onShow, onStep, onEnter }: RowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { icon: Icon, tone } = lookOf(booking)
  const [name, when] = [inboxName(booking), describeKindAndTime(booking, status)]
  return (
    <li
      className={classNames(css['row'], isShown && css['shown'])}
      data-testid="inbox-row"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-attention={attention}
    >
      <button
        ref={button}
        type="button"
        className={css['press']}
        tabIndex={isShown ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        onFocus={() => onShow(booking.id)}
        onClick={() => onShow(booking.id)}
        onDoubleClick={onEnter}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.altKey) return
          if (event.key === 'Enter') onEnter()
          else if (event.key === 'ArrowDown') onStep(1)
          else if (event.key === 'ArrowUp') onStep(-1)
          else return
          event.preventDefault()
        }}
      >
        <span
          className={classNames(css['icon'], css[tone])}
          data-turn={turn ?? undefined}
          title={turn === null ? undefined : describeTurn(turn)}
        >
          {turn === null ? <Icon size={16} aria-hidden="true" /> : <b aria-hidden="true">{turn}</b>}
          {turn !== null && <span className="unseen">{describeTurn(turn)}: </span>}
        </span>
        <span className={css['words']}>
          <span className={css['first']} title={`${name} ${when}`}>
            <b>{name}</b> <span className={css['kind']}>{when}</span>
          </span>
          <span className={css['why']} title={why} data-why>
            {why}
          </span>
        </span>
        <span className={css['end']}>{end}</span>
      </button>
    </li>
  )
}

type Look = { readonly icon: LucideIcon; readonly tone: 'warn' | 'bad' | 'wait' | 'ok' }

function lookOf(booking: BookedMoves): Look {
  const { flag } = statusOf(booking)
  switch (flag) {
    case null:
      return LOOKS[booking.state]
    case 'canceled':
    case 'stopped':
      return { icon: Ban, tone: 'wait' }
    case 'cancel-requested':
    case 'cancel-started':
    case 'change-requested':
      return { icon: Clock, tone: 'wait' }
    case 'moved':
    case 'missing':
    case 'cancel-refused':
    case 'change-refused':
      return { icon: CircleHelp, tone: 'warn' }
    default:
      return assertNever(flag)
  }
}

const LOOKS: Readonly<Record<EntryState, Look>> = {
  waiting: { icon: Clock, tone: 'wait' },
  sending: { icon: Send, tone: 'wait' },
  booked: { icon: Check, tone: 'ok' },
  'booked-awaiting-number': { icon: Check, tone: 'warn' },
  refused: { icon: CircleX, tone: 'bad' },
  'in-doubt': { icon: CircleHelp, tone: 'warn' },
  held: { icon: Hand, tone: 'warn' },
  withdrawn: { icon: Check, tone: 'wait' },
  'placed-by-phone': { icon: Check, tone: 'wait' },
}
