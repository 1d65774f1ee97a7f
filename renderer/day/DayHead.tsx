import {
  ArrowDownLeft,
  ArrowUpRight,
  ChartGantt,
  ChevronLeft,
  ChevronRight,
  List,
  MoveRight,
  Printer,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { dateOf } from '../../shared/time/time.ts'
import type { Day } from '../../shared/views/day.ts'
import { BoardAge } from '../app/board/BoardAge.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { DateField } from '../ui/DateField.tsx'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { countDay, countFiltered, FILTERS, type Filter } from './state/groups.ts'
import { Segments } from './Segments.tsx'
import { dayTitle, describeCounts, filterLabel, TEXT, viewLabel, weekDay, bookingsLabel } from './text/day-text.ts'
import css from './DayHead.module.css'

type DayHeadProps = { readonly status: DeskStatus; readonly shown: Day | null }

const FILTER_ICONS = {
  all: null,
  pickup: <ArrowDownLeft size={13} aria-hidden="true" />,
  return: <ArrowUpRight size={13} aria-hidden="true" />,
  'one-way': <MoveRight size={13} aria-hidden="true" />,
} satisfies Record<Filter, unknown>

/** The title with the counts of the day, the choice of the day, and what the screen shows of it. */
export function DayHead({ status, shown }: DayHeadProps) {
  const { commands, day, navigation } = useStores()
  const { date, view } = useStore(day, (state) => state)
  const arrival = useStore(navigation, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const today = dateOf(status.now, status.rooftop.zone)
  const here = date ?? today

  useEffect(() => {
    if (arrival.focus !== 'heading') return
    title.current?.focus()
    navigation.focusArrived()
  }, [arrival, navigation])

  const listed = shown?.bookings.length
  useEffect(() => {
    // No element has the focus after the focused row is gone, for example because its booking was withdrawn.
    if (listed !== undefined && document.activeElement === document.body) title.current?.focus()
  }, [listed])

  return (
    <div className={css['head']}>
      <div className={css['line']}>
        <h1 ref={title} tabIndex={-1}>
          {dayTitle(here, status.now, status.rooftop.zone)}
        </h1>
        <div className={css['turn']} role="group" aria-label={TEXT.chooseDay}>
          <ActionButton isDisabled={date === null} keys="T" onPress={() => day.go(null)}>
            {TEXT.today}
          </ActionButton>
          <TurnButton label={TEXT.previousDay} icon={ChevronLeft} onPress={() => commands.run('day-before')} />
          <TurnButton label={TEXT.nextDay} icon={ChevronRight} onPress={() => commands.run('day-after')} />
        </div>
        <Counts shown={shown} status={status} />
        <div className={classNames(css['tools'], css['view'])}>
          <Segments
            label={TEXT.view}
            value={view}
            options={[
              { value: 'timeline', text: viewLabel('timeline'), icon: <ChartGantt size={14} aria-hidden="true" /> },
              { value: 'list', text: viewLabel('list'), icon: <List size={14} aria-hidden="true" /> },
            ]}
            onChange={day.setView}
          />
        </div>
        <div className={css['print']}>
          <ActionButton
            keys="Ctrl P"
            icon={<Printer size={14} aria-hidden="true" />}
            onPress={() => commands.run('print-day')}
          >
            {TEXT.runSheet}
          </ActionButton>
        </div>
      </div>
      <div className={css['line']}>
        <Week shown={shown} here={here} today={today} />
        <div className={css['date']}>
          <DateField
            id="day-date"
            label={TEXT.dateField}
            value={here}
            today={today}
            onChange={(to) => {
              if (to !== '') day.go(to === today ? null : to)
            }}
            onLeave={() => {}}
            problem={undefined}
            isReadOnly={false}
          />
        </div>
        <div className={css['tools']}>
          <Filters shown={shown} />
        </div>
      </div>
    </div>
  )
}

type TurnButtonProps = { readonly label: string; readonly icon: typeof ChevronLeft; readonly onPress: () => void }

function TurnButton({ label, icon: Icon, onPress }: TurnButtonProps) {
  return (
    <button type="button" className={css['turner']} aria-label={label} title={label} onClick={onPress}>
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}

function Counts({ shown, status }: { readonly shown: Day | null; readonly status: DeskStatus }) {
  const counts = shown === null ? [] : describeCounts(countDay(shown.bookings, status.now), shown.more)
  return (
    <p className={css['counts']} data-testid="day-counts">
      {counts.map(({ count, word, tone }) => (
        <span key={word} className={classNames(css['count'], css[tone])}>
          <b>{count}</b> {word}
        </span>
      ))}
      <BoardAge status={status} />
      <Announced>{counts.map(({ count, word }) => `${count} ${word}`).join(', ')}</Announced>
    </p>
  )
}

type WeekProps = { readonly shown: Day | null; readonly here: string; readonly today: string }

function Week({ shown, here, today }: WeekProps) {
  const { day } = useStores()
  const week = shown?.week ?? []
  const most = Math.max(1, ...week.map(({ bookings }) => bookings))
  return (
    <div className={css['week']} role="group" aria-label={TEXT.chooseDay}>
      {week.map(({ date, bookings }) => {
        const { weekday, day: number } = weekDay(date)
        return (
          <button
            key={date}
            type="button"
            className={classNames(css['weekDay'], date === today && css['today'])}
            data-empty={bookings === 0}
            aria-current={date === here ? 'date' : undefined}
            onClick={() => day.go(date === today ? null : date)}
          >
            <span>
              {weekday} <b>{number}</b>
            </span>
            <span className={css['weekCount']}>{bookings}</span>
            <span className="unseen"> {bookingsLabel(bookings)}</span>
            <span className={css['weekBar']} style={{ width: `calc((100% - 16px) * ${bookings / most})` }} />
          </button>
        )
      })}
    </div>
  )
}

function Filters({ shown }: { readonly shown: Day | null }) {
  const { day } = useStores()
  const filter = useStore(day, (state) => state.filter)
  const bookings = shown?.bookings ?? []
  return (
    <Segments
      label={TEXT.show}
      value={filter}
      options={FILTERS.map((value) => ({
        value,
        text: `${filterLabel(value)} ${countFiltered(bookings, value)}`,
        icon: FILTER_ICONS[value],
      }))}
      onChange={day.setFilter}
    />
  )
}
