import type { DeskStatus } from '../../shared/bridge.ts'
import { isLate } from '../../shared/day.ts'
import { sayState, type BookedMoves } from '../../shared/move.ts'
import { sayPhone } from '../../shared/phone.ts'
import { sayClock, sayTime } from '../../shared/time-words.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { sayMark } from '../../shared/wish.ts'
import { canChange, canWithdraw } from '../../shared/outbox.ts'
import { ActMenu, MenuArea, type MenuAct } from '../parts/ActMenu.tsx'
import { ActionButton } from '../parts/ActionButton.tsx'
import { names } from '../parts/class-names.ts'
import { StatePill } from '../parts/StatePill.tsx'
import { sayLeg, sayLoaner } from '../state/day-words.ts'
import { markOfBooking, sayBooking, sayRole } from '../state/words.ts'
import css from './Day.module.css'

export type DayActs = {
  readonly onOpen: (bookingId: string) => void
  readonly onChange: (booking: BookedMoves) => void
  readonly onWithdraw: (bookingId: string) => void
  /** Leads to where it is found out whether it is booked. */
  readonly onFindOut: (bookingId: string) => void
  readonly onCopy: (booking: BookedMoves, how: 'like' | 'return') => void
  /** Puts it onto the clipboard. */
  readonly onClip: (bookingId: string) => void
}

type DayCardProps = DayActs & { readonly booking: BookedMoves; readonly status: DeskStatus }

/** One booking of the day: its time, whose it is, and each of its moves as a leg with where its driver is. */
export function DayCard({ booking, status, ...acts }: DayCardProps) {
  const { zone } = status.rooftop
  const mark = markOfBooking(booking)
  const late = isLate(booking, status.now)
  const loaner = sayLoaner(booking)
  const title = `day-${booking.id}`
  const about = [booking.reference, booking.customerPhone === null ? null : sayPhone(booking.customerPhone)]
  return (
    <li
      aria-labelledby={title}
      data-fact="day-booking"
      data-booking-id={booking.id}
      data-state={booking.state}
      data-late={late}
    >
      <MenuArea className={names(css['card'])}>
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
        <div className={css['acts']}>
          <ActionButton onPress={() => acts.onOpen(booking.id)}>Open it</ActionButton>
          <ActMenu label={sayBooking(booking)} acts={actsOf(booking, acts)} />
        </div>
      </MenuArea>
    </li>
  )
}

/** What fits a booking, from the board. There is nothing to drag: all of it stands here. */
function actsOf(booking: BookedMoves, acts: DayActs): readonly MenuAct[] {
  const { id } = booking
  const hasNotLeft = canWithdraw(booking.entry)
  const all: readonly (MenuAct | null)[] = [
    { id: 'open', words: 'Open it', act: () => acts.onOpen(id) },
    booking.state === 'in-doubt' ? { id: 'find-out', words: 'Find out…', act: () => acts.onFindOut(id) } : null,
    canChange(booking.entry) ? { id: 'change', words: 'Change it', act: () => acts.onChange(booking) } : null,
    hasNotLeft ? { id: 'withdraw', words: 'Take it back', act: () => acts.onWithdraw(id) } : null,
    booking.action === 'pickup'
      ? { id: 'return', words: 'Book the return', act: () => acts.onCopy(booking, 'return') }
      : null,
    { id: 'like', words: 'Book another like this', act: () => acts.onCopy(booking, 'like') },
    { id: 'copy', words: 'Copy', act: () => acts.onClip(id) },
  ]
  return all.filter((one) => one !== null)
}
