import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type FocusEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Day as DayOfBookings } from '../../shared/views/day.ts'
import { formatTime, formatZone } from '../../shared/time/format.ts'
import { dateAfter, dateOf } from '../../shared/time/time.ts'
import { classNames } from '../ui/class-names.ts'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { DateField } from '../ui/DateField.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorMessage } from '../ui/ErrorMessage.tsx'
import { useStore } from '../ui/use-store.ts'
import { rowsOf, describeDstChange, describeDayCount, dayTitle, type DayRow } from './text.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { useResolve } from '../app/use-resolve.ts'
import { useStores } from '../stores-context.ts'
import { DayCard, type DayActions } from './DayCard.tsx'
import css from './DayScreen.module.css'

type DayScreenProps = Pick<DayActions, 'onOpen'> & { readonly status: DeskStatus }

/** The day board: late bookings on top, then the other bookings by time; today has a line at the current time. */
export function DayScreen({ status, onOpen }: DayScreenProps) {
  const { day, navigation, rebook } = useStores()
  const resolve = useResolve()
  const copied = useStore(day.copying, (state) => state.outcome)
  const { data: shown, errorMessage } = useStore(day.list, (state) => state)
  const { date, outcome } = useStore(day, (state) => state)
  const arrival = useStore(navigation, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const { zone } = status.rooftop
  const today = dateOf(status.now, zone)
  const here = date ?? today

  useEffect(() => {
    day.enter()
    return day.leave
  }, [day])

  useEffect(() => {
    if (arrival.focus !== 'heading') return
    title.current?.focus()
    navigation.focusArrived()
  }, [arrival, navigation])

  const listed = shown?.bookings.length
  useEffect(() => {
    // No element has the focus after the focused card is gone, for example because its booking was withdrawn.
    if (listed !== undefined && document.activeElement === document.body) title.current?.focus()
  }, [listed])

  const go = (to: string) => day.go(to === today ? null : to)
  const noteCard = ({ target }: FocusEvent) =>
    day.select(target.closest('[data-testid="day-booking"]')?.getAttribute('data-booking-id') ?? null)
  return (
    <div
      className={css['day']}
      data-testid="day"
      data-date={shown?.date ?? ''}
      data-count={shown?.bookings.length ?? ''}
      onFocus={noteCard}
    >
      <div className={css['head']}>
        <h1 ref={title} tabIndex={-1}>
          {dayTitle(here, status.now, zone)}
        </h1>
        {shown !== null && (
          <span role="status" className={css['count']}>
            {describeDayCount(shown, status.now)}
          </span>
        )}
        <CopyStatus outcome={copied} />
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
          <DateField
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
        Times in {formatZone(zone, status.now)}. {shown === null ? null : describeDstChange(shown)}
      </p>
      <p
        role="status"
        className={classNames(css['outcome'], outcome?.good === false && css['bad'])}
        data-testid="outcome"
      >
        {outcome?.message}
      </p>
      <ErrorMessage title="This day could not be read" message={errorMessage} onAgain={day.list.refresh} />
      {shown?.bookings.length === 0 && errorMessage === null && (
        <EmptyState
          title="Nothing is booked for this day"
          text="What is booked for it stands here by its time, with where each driver is."
          action="New booking"
          keys={KEYS.newBooking}
          onAction={() => navigation.go('schedule', 'first-field')}
        />
      )}
      {shown !== null && (
        <Rows
          shown={shown}
          status={status}
          onWithdraw={(bookingId) => void day.withdraw(bookingId)}
          onCopyText={(bookingId) => void day.copying.copyMove(bookingId, null)}
          onOpen={onOpen}
          onChange={rebook.change}
          onCopy={rebook.copy}
          onFindOut={resolve}
        />
      )}
    </div>
  )
}

type RowsProps = DayActions & { readonly status: DeskStatus; readonly shown: DayOfBookings }

function Rows({ shown, status, ...acts }: RowsProps) {
  const { late, byTime } = rowsOf(shown, status.now)
  const card = (row: DayRow) =>
    row.kind === 'now' ? (
      <li key="now" className={css['now']} data-testid="now">
        <span>Now, {formatTime(status.now, status.rooftop.zone, status.now)}</span>
      </li>
    ) : (
      <DayCard key={row.booking.id} listed={row.booking} status={status} {...acts} />
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
