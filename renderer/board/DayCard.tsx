import type { DeskStatus } from '../../shared/bridge.ts'
import { isLate } from '../../shared/day.ts'
import { sayState, type BookedMoves } from '../../shared/move.ts'
import { sayPhone } from '../../shared/phone.ts'
import { sayClock, sayTime } from '../../shared/time.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { sayMark } from '../../shared/wish.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { StatePill } from '../parts/StatePill.tsx'
import { sayLeg, sayLoaner } from '../state/day-words.ts'
import { markOfBooking, sayBooking, sayRole } from '../state/words.ts'
import css from './Day.module.css'

type DayCardProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
}

/** One booking of the day: its time, whose it is, and each of its moves as a leg with where its driver is. */
export function DayCard({ booking, status, onOpen }: DayCardProps) {
  const { zone } = status.rooftop
  const mark = markOfBooking(booking)
  const late = isLate(booking, status.now)
  const loaner = sayLoaner(booking)
  const title = `day-${booking.id}`
  const about = [booking.reference, booking.customerPhone === null ? null : sayPhone(booking.customerPhone)]
  return (
    <li
      className={css['card']}
      aria-labelledby={title}
      data-fact="day-booking"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-late={late}
    >
      <time className={css['time']} dateTime={booking.time.utc} title={sayTime(booking.time.utc, zone, status.now)}>
        {sayClock(booking.time.utc, zone)}
      </time>
      <div className={css['what']}>
        <span className={css['pills']}>
          <StatePill state={mark ?? booking.state} words={mark === null ? sayState(booking.state) : sayMark(mark)} />
          {late && <span className={css['late']}>Late</span>}
        </span>
        <h3 id={title}>{sayBooking(booking)}</h3>
        <p className={css['about']}>{about.filter((part) => part !== null).join(' · ')}</p>
        {loaner !== null && <p className={css['about']}>{loaner}</p>}
      </div>
      <ul className={css['legs']}>
        {booking.moves.map((move) => (
          <li key={move.id} data-role={move.role}>
            <strong>{sayRole(move.role)}</strong>
            <span>{sayVehicle(move.vehicle)}</span>
            <span className={css['way']}>
              {move.pickup.name} → {move.delivery.name}
            </span>
            <span className={css['stage']}>{sayLeg(move, zone)}</span>
          </li>
        ))}
      </ul>
      <ActionButton onPress={() => onOpen(booking.id)}>Open it</ActionButton>
    </li>
  )
}
