import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type FocusEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { Day as DayOfBookings } from '../../shared/day.ts'
import { sayTime, sayZone } from '../../shared/time-words.ts'
import { dateAfter, dateOf } from '../../shared/time.ts'
import { names } from '../parts/class-names.ts'
import { Copied } from '../parts/Copied.tsx'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DateBox } from '../parts/DateBox.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { useStore } from '../parts/use-store.ts'
import type { DayStore } from '../state/day.ts'
import { rowsOf, sayClockChange, sayDayCount, sayDayTitle, type DayRow } from '../state/day-words.ts'
import { KEYS } from '../state/keys.ts'
import type { Screens } from '../state/screens.ts'
import { DayCard, type DayActs } from './DayCard.tsx'
import css from './Day.module.css'

type DayProps = Pick<DayActs, 'onOpen' | 'onChange' | 'onCopy' | 'onFindOut'> & {
  readonly status: DeskStatus
  readonly day: DayStore
  readonly screens: Screens
}

/** The screen of one day of the rooftop: what is late on top, then every booking by its time with the line of now. */
export function Day({ status, day, screens, ...acts }: DayProps) {
  const copied = useStore(day.copying, (state) => state.outcome)
  const { day: shown, date, trouble, outcome } = useStore(day, (state) => state)
  const arrival = useStore(screens, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const { zone } = status.rooftop
  const today = dateOf(status.now, zone)
  const here = date ?? today

  useEffect(() => {
    day.enter()
    return day.leave
  }, [day])

  useEffect(() => {
    if (arrival.landing !== 'heading') return
    title.current?.focus()
    screens.landed()
  }, [arrival, screens])

  const listed = shown?.bookings.length
  useEffect(() => {
    // The card that held the focus is gone: it was taken back.
    if (listed !== undefined && document.activeElement === document.body) title.current?.focus()
  }, [listed])

  const go = (to: string) => day.go(to === today ? null : to)
  const noteCard = ({ target }: FocusEvent) =>
    day.select(target.closest('[data-fact="day-booking"]')?.getAttribute('data-booking-id') ?? null)
  return (
    <div
      className={css['day']}
      data-fact="day"
      data-date={shown?.date ?? ''}
      data-count={shown?.bookings.length ?? ''}
      onFocus={noteCard}
    >
      <div className={css['head']}>
        <h1 ref={title} tabIndex={-1}>
          {sayDayTitle(here, status.now, zone)}
        </h1>
        {shown !== null && (
          <span role="status" className={css['count']}>
            {sayDayCount(shown, status.now)}
          </span>
        )}
        <Copied outcome={copied} />
        <div className={css['turn']} role="group" aria-label="Choose the day">
          <ActionButton icon={<ChevronLeft size={14} aria-hidden="true" />} onPress={() => go(dateAfter(here, -1))}>
            Day before
          </ActionButton>
          <ActionButton isDisabled={date === null} onPress={() => day.go(null)}>
            Today
          </ActionButton>
          <ActionButton icon={<ChevronRight size={14} aria-hidden="true" />} onPress={() => go(dateAfter(here, 1))}>
            Day after
          </ActionButton>
          <DateBox
            id="day-date"
            label="Day"
            value={here}
            today={today}
            onChange={(to) => {
              if (to !== '') go(to)
            }}
            onLeave={() => {}}
            problem={undefined}
            isReadOnly={false}
          />
        </div>
      </div>
      <p className={css['about']}>
        Times in {sayZone(zone, status.now)}. {shown === null ? null : sayClockChange(shown)}
      </p>
      <p role="status" className={names(css['outcome'], outcome?.good === false && css['bad'])} data-fact="outcome">
        {outcome?.words}
      </p>
      <Trouble title="This day could not be read" words={trouble} onAgain={day.again} />
      {shown?.bookings.length === 0 && trouble === null && (
        <EmptyState
          title="Nothing is booked for this day"
          words="What is booked for it stands here by its time, with where each driver is."
          action="New booking"
          keys={KEYS.newBooking}
          onAction={() => screens.go('schedule', 'first-field')}
        />
      )}
      {shown !== null && (
        <Rows
          shown={shown}
          status={status}
          onWithdraw={(bookingId) => void day.withdraw(bookingId)}
          onClip={(bookingId) => void day.copying.copyMove(bookingId, null)}
          {...acts}
        />
      )}
    </div>
  )
}

type RowsProps = DayActs & { readonly status: DeskStatus; readonly shown: DayOfBookings }

function Rows({ shown, status, ...acts }: RowsProps) {
  const { late, byTime } = rowsOf(shown, status.now)
  const card = (row: DayRow) =>
    row.kind === 'now' ? (
      <li key="now" className={css['now']} data-fact="now">
        <span>Now, {sayTime(status.now, status.rooftop.zone, status.now)}</span>
      </li>
    ) : (
      <DayCard key={row.booking.id} booking={row.booking} status={status} {...acts} />
    )
  return (
    <>
      {late.length > 0 && (
        <section aria-label="Late" className={css['group']}>
          <h2>Late</h2>
          <ul className={css['cards']}>{late.map(card)}</ul>
        </section>
      )}
      {byTime.length > 0 && (
        <section aria-label="By time" className={css['group']}>
          <h2>By time</h2>
          <ul className={css['cards']}>{byTime.map(card)}</ul>
        </section>
      )}
    </>
  )
}
