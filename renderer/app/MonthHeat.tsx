import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { dateOf, weekdayOf } from '../../shared/time/time.ts'
import { classNames } from '../ui/class-names.ts'
import { useMedia } from '../ui/use-media.ts'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'
import { dayByKey, heatOf, turnMonth } from './state/month.ts'
import { dayLabel, MONTH, monthTitle, WEEKDAYS } from './text/month-text.ts'
import css from './MonthHeat.module.css'

const ROOM = '(min-width: 1600px) and (min-height: 640px)'

/** The days of a month, each tinted by its number of bookings. Nothing where the rail has no room for them. */
export function MonthHeat({ status }: { readonly status: DeskStatus }) {
  return useMedia(ROOM) && <Month status={status} />
}

function Month({ status }: { readonly status: DeskStatus }) {
  const { day, month, navigation } = useAllStores()
  const days = useStore(month.list, (state) => state.data)
  const onDay = useStore(navigation, (state) => state.screen === 'day')
  const chosen = useStore(day, (state) => state.date)
  const [focused, setFocused] = useState('')
  const today = dateOf(status.now, status.rooftop.zone)
  const shown = onDay ? (chosen ?? today) : null

  useEffect(() => month.show(chosen), [month, chosen])
  useEffect(() => {
    month.list.enter()
    return month.list.leave
  }, [month])

  const first = days?.[0]?.date
  if (days === null || first === undefined) return null
  const most = Math.max(...days.map(({ bookings }) => bookings))
  const isHere = (date: string | null) => days.some((one) => one.date === date)
  const tabStop = [focused, shown, today].find(isHere) ?? first

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const to = dayByKey(event.key, tabStop, days)
    if (to === null) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus()
  }
  const turn = (by: -1 | 1) => {
    const date = turnMonth(first, by)
    month.show(date.slice(0, 7) === today.slice(0, 7) ? null : date)
  }
  return (
    <section aria-label={MONTH.label} className={css['month']} data-testid="month" data-month={first.slice(0, 7)}>
      <div className={css['head']}>
        <h2>{monthTitle(first, today)}</h2>
        <button type="button" aria-label={MONTH.previous} data-tip={MONTH.previous} onClick={() => turn(-1)}>
          <ChevronLeft size={14} aria-hidden="true" />
        </button>
        <button type="button" aria-label={MONTH.next} data-tip={MONTH.next} onClick={() => turn(1)}>
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      </div>
      <div className={css['days']} role="presentation" onKeyDown={walk}>
        {WEEKDAYS.map((letter, at) => (
          <span key={at} className={css['weekday']} aria-hidden="true">
            {letter}
          </span>
        ))}
        {days.map(({ date, bookings }) => (
          <button
            key={date}
            type="button"
            className={classNames(css['day'], date === shown && css['shown'])}
            style={date === first ? { gridColumnStart: (weekdayOf(first) % 7) + 1 } : undefined}
            aria-label={dayLabel(date, bookings)}
            aria-current={date === today ? 'date' : undefined}
            tabIndex={date === tabStop ? 0 : -1}
            data-date={date}
            data-heat={heatOf(bookings, most)}
            data-tip={dayLabel(date, bookings)}
            data-tip-place="right"
            onFocus={() => setFocused(date)}
            onClick={() => {
              day.go(date === today ? null : date)
              navigation.go('day')
            }}
          >
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
    </section>
  )
}
