import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { toMillis } from '../../shared/time/time.ts'
import { isLate, type Day } from '../../shared/views/day.ts'
import { classNames } from '../ui/class-names.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import { useResolve } from '../app/use-resolve.ts'
import { useStores } from '../stores-context.ts'
import { createAxis, positionOf, type Axis } from '../../shared/views/day-axis.ts'
import { DayRow } from './DayRow.tsx'
import { DoneRow, DONE_ROW } from './DoneRow.tsx'
import { groupBookings, GROUPS, type Group } from './state/groups.ts'
import { LoadStrip } from './LoadStrip.tsx'
import { RowList, type RowPlace } from './RowList.tsx'
import { useUnchanged } from './use-unchanged.ts'
import { barsOf, type Bars } from '../../shared/views/day-progress.ts'
import { groupTitle, TEXT } from './text/day-text.ts'
import css from './Timeline.module.css'

type TimelineProps = {
  readonly shown: Day
  /** The bookings of `shown` that pass the filter. */
  readonly bookings: readonly BookedMoves[]
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
  /** The line below the rows. */
  readonly foot: ReactNode
}

/**
 * The rows of a day in groups, with the load above. The rows are text in a list; bars and lines only repeat that text,
 * and a narrow screen leaves them out.
 */
export function Timeline({ shown, bookings, status, onOpen, foot }: TimelineProps) {
  const { day } = useStores()
  const resolve = useResolve()
  const [focused, setFocused] = useState('')
  const { zone } = status.rooftop
  const now = toMillis(status.now)
  const bars = barsOfDay(shown, shown.bookings, status)
  const groups = groupBookings(bookings, status.now)
  const toResolve = groups.check.find(({ desk }) => desk === null)
  const axis = useAxis(shown, bars, zone)
  const rows = useRef<HTMLDivElement>(null)
  const chosen = useStore(day, (state) => state.showsDone)
  const selected = useStore(day, (state) => state.selected)
  const fits = useDoneFits(rows, groups)
  const showsDone = chosen ?? fits
  const rowIds = rowIdsOf(groups, showsDone)
  const tabbable = rowIds.includes(focused) ? focused : rowIds[0]

  /** Moves the focus between the rows. The keys of an open menu and of other buttons in a row stay theirs. */
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined
    if (from === undefined) return
    const to = stepOf(event.key, rowIds.indexOf(from), rowIds.length)
    if (to === null) return
    event.preventDefault()
    const id = rowIds[to]
    if (id === undefined) return
    // A row out of sight is in the page only while it is the Tab stop.
    flushSync(() => setFocused(id))
    rows.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
  }

  const row = (booking: BookedMoves, place: RowPlace) => (
    <DayRow
      key={booking.id}
      listed={booking}
      place={place}
      bars={bars.get(booking.id) ?? null}
      axis={axis}
      status={status}
      isTabStop={booking.id === tabbable}
      isSelected={booking.id === selected}
      onOpen={onOpen}
    />
  )
  const onlyOpen = GROUPS.every((group) => group === 'open' || groups[group].length === 0)
  return (
    <section className={css['board']} aria-label={TEXT.board} data-axis-from={axis.from} data-axis-to={axis.to}>
      <div
        ref={rows}
        className={css['rows']}
        onFocus={({ target }) => setFocused(rowOf(target) ?? focused)}
        onKeyDown={walk}
        role="presentation"
      >
        <LoadStrip load={shown.load} axis={axis} status={status} />
        <div className={css['body']}>
          <Lines axis={axis} now={now} />
          {(['late', 'check'] as const).map(
            (group) =>
              groups[group].length > 0 && (
                <section key={group} aria-label={groupTitle(group)}>
                  <div className={classNames(css['groupHead'], css[group])}>
                    <h2>{groupTitle(group)}</h2> {groups[group].length}
                    {group === 'check' && toResolve !== undefined && (
                      <span className={css['groupAction']}>
                        <ActionButton onPress={() => resolve(toResolve.id)}>{TEXT.resolve}</ActionButton>
                      </span>
                    )}
                  </div>
                  <RowList bookings={groups[group]} {...{ row, scroller: rows, kept: tabbable }} />
                </section>
              ),
          )}
          {groups.open.length + groups.done.length > 0 && (
            <section aria-label={groupTitle('open')}>
              <div
                className={
                  onlyOpen ? 'unseen' : classNames(css['groupHead'], groups.done.length > 0 && css['withDone'])
                }
              >
                <h2>{groupTitle('open')}</h2> {groups.open.length + groups.done.length}
                {groups.done.length > 0 && (
                  <DoneRow done={groups.done} isTabStop={tabbable === DONE_ROW} {...{ bars, axis, zone, showsDone }} />
                )}
              </div>
              {showsDone && groups.done.length > 0 && (
                <RowList isDone bookings={groups.done} {...{ row, scroller: rows, kept: tabbable }} />
              )}
              <RowList bookings={groups.open} {...{ row, scroller: rows, kept: tabbable }} />
            </section>
          )}
        </div>
      </div>
      {foot}
    </section>
  )
}

/** The axis of the shown day, the same object until the axis changes. */
function useAxis({ date, from, to }: Day, bars: ReadonlyMap<string, Bars>, zone: string): Axis {
  const drawn = [...bars.values()]
  const first = Math.min(...drawn.map((bar) => bar.from))
  const last = Math.max(...drawn.map((bar) => bar.to))
  const spans = drawn.length === 0 ? [] : [{ from: first, to: last }]
  return useUnchanged(createAxis({ date, from, to }, zone, spans))
}

/** Returns the bars of these bookings of a day that have a planned trip. */
export function barsOfDay(
  { load }: Day,
  bookings: readonly BookedMoves[],
  status: DeskStatus,
): ReadonlyMap<string, Bars> {
  const trips = new Map(load.trips.map((trip) => [trip.bookingId, trip]))
  const now = toMillis(status.now)
  return new Map(
    bookings.flatMap((booking) => {
      const trip = trips.get(booking.id)
      if (trip === undefined) return []
      return [[booking.id, barsOf(booking, trip, { now, late: isLate(booking, status.now) })] as const]
    }),
  )
}

function rowIdsOf(groups: Readonly<Record<Group, readonly BookedMoves[]>>, showsDone: boolean): readonly string[] {
  return [
    ...groups.late,
    ...groups.check,
    ...(groups.done.length === 0 ? [] : [{ id: DONE_ROW }]),
    ...(showsDone ? groups.done : []),
    ...groups.open,
  ].map(({ id }) => id)
}

/** True if the rows have room for the finished bookings too. */
function useDoneFits(
  rows: RefObject<HTMLDivElement | null>,
  { done }: Readonly<Record<Group, readonly BookedMoves[]>>,
): boolean {
  const [fits, setFits] = useState(false)
  useLayoutEffect(() => {
    const box = rows.current
    if (box === null) return
    // The observer measures at once, and again after each change of the height or of the number of rows.
    const observer = new ResizeObserver(() => {
      const unfolded = box.querySelector<HTMLElement>('[data-done]')?.offsetHeight ?? 0
      const ends = [...box.querySelectorAll('section')].map((one) => one.getBoundingClientRect().bottom)
      const folded = Math.max(...ends) - box.getBoundingClientRect().top + box.scrollTop - unfolded
      const height = Number.parseInt(getComputedStyle(box).getPropertyValue('--done'), 10)
      setFits(folded + done.length * height <= box.clientHeight)
    })
    for (const part of [box, ...box.querySelectorAll('ul')]) observer.observe(part)
    return () => observer.disconnect()
  }, [rows, done.length])
  return fits
}

/** The row that has `element` in it; null for none. */
function rowOf(element: Element): string | null {
  const row = element.closest('[data-row]') ?? element.closest('[data-booking-id]')?.querySelector('[data-row]')
  return row?.getAttribute('data-row') ?? null
}

/** The index of the row to which a key of the row at `at` leads; null for any other key. */
function stepOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return at - 1
    case 'ArrowDown':
      return at + 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

function Lines({ axis, now }: { readonly axis: Axis; readonly now: number }) {
  const isThisDay = axis.from <= now && now <= axis.to
  return (
    <div className={css['lines']} aria-hidden="true">
      {isThisDay && <span className={css['past']} style={{ width: `${positionOf(now, axis)}%` }} />}
      {axis.ticks.map(({ at }) => (
        <span key={at} className={css['hour']} style={{ left: `${positionOf(at, axis)}%` }} />
      ))}
      {isThisDay && <span className={css['now']} data-testid="now" style={{ left: `${positionOf(now, axis)}%` }} />}
    </div>
  )
}
