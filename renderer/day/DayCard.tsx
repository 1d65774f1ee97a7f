import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { isLate } from '../../shared/views/day.ts'
import { stateLabel, type BookedMoves } from '../../shared/move/move.ts'
import { formatPhone } from '../../shared/booking/phone.ts'
import { formatClock, formatTime } from '../../shared/time/format.ts'
import { effectiveReference, effectiveVehicle, latestNote } from '../../shared/booking/added-facts.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { moveFlagLabel } from '../../shared/outbox/amendment.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import { ActionMenu, MenuArea, type MenuAction } from '../ui/ActionMenu.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { StatePill } from '../ui/StatePill.tsx'
import { describeLeg, describeLoaner } from './text.ts'
import { bookingBadge, describeBooking, roleLabel } from '../booking/text/booking-text.ts'
import css from './DayScreen.module.css'

export type DayActions = {
  readonly onOpen: (bookingId: string) => void
  readonly onChange: (booking: BookedMoves) => void
  readonly onWithdraw: (bookingId: string) => void
  /** Opens the guide for a booking in doubt. */
  readonly onFindOut: (bookingId: string) => void
  readonly onCopy: (booking: BookedMoves, how: 'like' | 'return') => void
  /** Copies every move of the booking to the clipboard as text. */
  readonly onCopyText: (bookingId: string) => void
}

type DayCardProps = DayActions & { readonly listed: BookedMoves; readonly status: DeskStatus }

/** A booking of the day: its time, its customer, and each of its moves with the progress of the driver. */
export function DayCard({ listed, status, ...acts }: DayCardProps) {
  const booking = useBooking(listed.id) ?? listed
  const { zone } = status.rooftop
  const mark = bookingBadge(booking)
  const late = isLate(booking, status.now)
  const loaner = describeLoaner(booking)
  const title = `day-${booking.id}`
  const note = latestNote(booking)
  const about = [
    effectiveReference(booking),
    booking.customerPhone === null ? null : formatPhone(booking.customerPhone),
  ]
  return (
    <li
      aria-labelledby={title}
      data-testid="day-booking"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-late={late}
    >
      <MenuArea className={classNames(css['card'])}>
        <time
          className={css['time']}
          dateTime={booking.time.utc}
          title={formatTime(booking.time.utc, zone, status.now)}
        >
          {formatClock(booking.time.utc, zone)}
        </time>
        <div className={css['what']}>
          <span className={css['pills']}>
            <StatePill
              state={mark ?? booking.state}
              label={mark === null ? stateLabel(booking.state) : moveFlagLabel(mark)}
            />
            {late && <span className={css['late']}>Late</span>}
          </span>
          <h3 id={title}>{describeBooking(booking)}</h3>
          <p className={css['about']}>{about.filter((part) => part !== null).join(' · ')}</p>
          {loaner !== null && <p className={css['about']}>{loaner}</p>}
          {note !== null && <p className={css['about']}>Note: {note}</p>}
        </div>
        <ul className={css['legs']}>
          {booking.moves.map((move) => (
            <li key={move.id} data-role={move.role}>
              <strong>{roleLabel(move.role)}</strong>
              <span>{formatVehicle(effectiveVehicle(booking, move))}</span>
              <span className={css['way']}>
                {move.pickup.name} → {move.delivery.name}
              </span>
              <span className={css['stage']}>{describeLeg(move, zone)}</span>
            </li>
          ))}
        </ul>
        <div className={css['acts']}>
          <ActionButton onPress={() => acts.onOpen(booking.id)}>Open it</ActionButton>
          <ActionMenu label={describeBooking(booking)} acts={actsOf(booking, acts)} />
        </div>
      </MenuArea>
    </li>
  )
}

/**
 * Lists the actions that fit the state of a booking. The board has no drag and drop, so the menu has every action that
 * the board offers.
 */
function actsOf(booking: BookedMoves, acts: DayActions): readonly MenuAction[] {
  const { id } = booking
  const hasNotLeft = canWithdraw(booking.entry)
  // A booking in doubt may exist at the provider, so no action offers to book it again.
  const canRebook = booking.state !== 'in-doubt'
  const all: readonly (MenuAction | null)[] = [
    { id: 'open', label: 'Open it', act: () => acts.onOpen(id) },
    booking.state === 'in-doubt' ? { id: 'find-out', label: 'Find out…', act: () => acts.onFindOut(id) } : null,
    canChange(booking.entry) ? { id: 'change', label: 'Change it', act: () => acts.onChange(booking) } : null,
    hasNotLeft ? { id: 'withdraw', label: 'Withdraw', act: () => acts.onWithdraw(id) } : null,
    booking.action === 'pickup' && canRebook
      ? { id: 'return', label: 'Book the return', act: () => acts.onCopy(booking, 'return') }
      : null,
    canRebook ? { id: 'like', label: 'Book another like this', act: () => acts.onCopy(booking, 'like') } : null,
    { id: 'copy', label: 'Copy', act: () => acts.onCopyText(id) },
  ]
  return all.filter((one) => one !== null)
}
