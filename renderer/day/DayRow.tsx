import { ArrowDownLeft, ArrowUpRight, MoveRight, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { formatSureClock } from '../../shared/time/format.ts'
import { toMillis } from '../../shared/time/time.ts'
import { isLate } from '../../shared/views/day.ts'
import { useBooking } from '../booking/use-booking.ts'
import { WithDesk } from '../booking/WithDesk.tsx'
import { describeBooking } from '../booking/text/booking-text.ts'
import { ActionMenu, MenuArea } from '../ui/ActionMenu.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Axis } from '../../shared/views/day-axis.ts'
import type { Bars } from '../../shared/views/day-progress.ts'
import { isStruckThrough } from './state/groups.ts'
import { DayLane } from './DayLane.tsx'
import {
  describeRow,
  factOf,
  kindLabel,
  rowCar,
  rowLoaner,
  rowName,
  rowNote,
  rowReference,
  type Fact,
} from './text/facts-text.ts'
import { TEXT } from './text/day-text.ts'
import type { RowPlace } from './RowList.tsx'
import { useRowActions } from './use-row-actions.ts'
import { useUnchanged } from './use-unchanged.ts'
import css from './DayRow.module.css'

type DayRowProps = {
  readonly listed: BookedMoves
  readonly place: RowPlace
  /** Null for a booking without a planned trip. */
  readonly bars: Bars | null
  readonly axis: Axis
  readonly status: DeskStatus
  readonly isTabStop: boolean
  readonly isSelected: boolean
  readonly onOpen: (bookingId: string) => void
}

/** A booking of the day: its facts as text, and its drives as bars at their time. */
export function DayRow({ listed, place, bars, status, ...rest }: DayRowProps) {
  const booking = useBooking(listed.id) ?? listed
  const { zone } = status.rooftop
  const fact = factOf(booking, { now: status.now, zone, bars })
  const { position, size, gap } = place
  return (
    <li
      aria-posinset={position}
      aria-setsize={size}
      style={gap === 0 ? undefined : { marginTop: gap }}
      data-testid="day-booking"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-late={isLate(booking, status.now)}
    >
      <RowOfBooking booking={booking} bars={useUnchanged(bars)} fact={useUnchanged(fact)} zone={zone} {...rest} />
    </li>
  )
}

type RowProps = Omit<DayRowProps, 'listed' | 'place' | 'status'> & {
  readonly booking: BookedMoves
  readonly fact: Fact
  readonly zone: string
}

/** `memo` keeps the row from rendering again at each status and at each change of another booking. */
const RowOfBooking = memo(function RowOfBooking(props: RowProps) {
  const { booking, bars, axis, fact, zone, isTabStop, isSelected, onOpen } = props
  const actions = useRowActions(booking, onOpen)
  const [clock = '', half = '', turn] = formatSureClock(booking.time.utc, zone).split(' ')
  const loaner = rowLoaner(booking)
  const reference = rowReference(booking)
  const note = rowNote(booking)
  const Kind = KIND_ICONS[booking.action ?? 'one-way']
  return (
    <MenuArea of={booking.id} className={classNames(css['area'])}>
      <button
        type="button"
        className={css['row']}
        data-row={booking.id}
        tabIndex={isTabStop ? 0 : -1}
        // A single click selects, as in every list of the system. A key press and a screen reader click without a
        // count, and open the booking at once.
        onClick={({ detail }) => detail !== 1 && onOpen(booking.id)}
        data-selected={isSelected}
        data-struck={isStruckThrough(booking)}
        title={describeRow(booking)}
      >
        <time className={css['time']} data-twice={turn !== undefined} dateTime={booking.time.utc}>
          {clock} <small>{turn === undefined ? half : `${half} ${turn}`}</small>
        </time>
        <span className={css['kind']} data-kind={booking.action ?? 'one-way'}>
          <Kind size={14} aria-hidden="true" />
          <span className="unseen"> {kindLabel(booking)} </span>
        </span>
        <span className={css['name']}>{rowName(booking)}</span>{' '}
        <span className={css['car']}>
          <WithDesk desk={booking.desk}>{rowCar(booking)}</WithDesk>
        </span>{' '}
        <span className={css['reference']}>
          {reference !== '' && <span className={css['label']}>{`${TEXT.order} `}</span>}
          {reference}
        </span>
        <DayLane bars={bars} axis={axis} at={toMillis(booking.time.utc)} loaner={loaner} fact={fact} note={note} />
      </button>
      <span className={css['more']}>
        <ActionMenu label={describeBooking(booking)} acts={actions} isTabStop={isTabStop} />
      </span>
    </MenuArea>
  )
})

const KIND_ICONS: Readonly<Record<'pickup' | 'return' | 'one-way', LucideIcon>> = {
  pickup: ArrowDownLeft,
  return: ArrowUpRight,
  'one-way': MoveRight,
}
