import { CheckCheck, ChevronRight } from 'lucide-react'
import type { BookedMoves } from '../../shared/move/move.ts'
import { positionOf, type Axis } from '../../shared/views/day-axis.ts'
import type { Bars } from '../../shared/views/day-progress.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { describeDone, formatRange } from './text/day-text.ts'
import drawn from './DayBars.module.css'
import css from './DayRow.module.css'

/** The id of the row that stands for all finished bookings. */
export const DONE_ROW = 'done'

type DoneRowProps = {
  readonly done: readonly BookedMoves[]
  readonly bars: ReadonlyMap<string, Bars>
  readonly axis: Axis
  readonly zone: string
  readonly isTabStop: boolean
}

/** One row for all finished bookings, which unfolds them. */
export function DoneRow({ done, bars, axis, zone, isTabStop }: DoneRowProps) {
  const { day } = useStores()
  const showsDone = useStore(day, (state) => state.showsDone)
  const [first, last] = [done[0], done.at(-1)]
  return (
    <li data-testid="day-done" data-count={done.length}>
      <button
        type="button"
        className={classNames(css['row'], css['doneRow'])}
        data-row={DONE_ROW}
        aria-expanded={showsDone}
        tabIndex={isTabStop ? 0 : -1}
        onClick={day.toggleDone}
      >
        <span className={css['time']}>
          <ChevronRight size={14} aria-hidden="true" className={css['fold']} />
        </span>
        <span className={css['kind']}>
          <CheckCheck size={14} aria-hidden="true" />
        </span>
        <span className={css['name']}>{describeDone(done.length)}</span>
        <span className={css['car']}>
          {first !== undefined && last !== undefined && formatRange(first.time.utc, last.time.utc, zone)}
        </span>
        <span className={css['reference']} />
        <span className={css['lane']}>
          {done.flatMap(({ id }, index) =>
            (bars.get(id)?.bars ?? []).map((bar) => (
              <span
                key={`${id} ${bar.vehicle}`}
                className={classNames(drawn['sliver'], bar.vehicle === 'car' ? drawn['carBar'] : drawn['loaner'])}
                style={{
                  left: `${positionOf(bar.from, axis)}%`,
                  width: `${positionOf(bar.to, axis) - positionOf(bar.from, axis)}%`,
                  top: `${5 + (index % 7) * 2.6}px`,
                }}
              />
            )),
          )}
        </span>
      </button>
    </li>
  )
}
