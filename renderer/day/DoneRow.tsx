import { CheckCheck, ChevronRight } from 'lucide-react'
import type { BookedMoves } from '../../shared/move/move.ts'
import { positionOf, type Axis } from '../../shared/views/day-axis.ts'
import type { Bars } from '../../shared/views/day-progress.ts'
import { classNames } from '../ui/class-names.ts'
import { useStores } from '../stores-context.ts'
import { describeDone, formatRange } from './text/day-text.ts'
import drawn from './DayBars.module.css'
import css from './DoneRow.module.css'

/** The id of the row that stands for all finished bookings. */
export const DONE_ROW = 'done'

type DoneRowProps = {
  readonly done: readonly BookedMoves[]
  readonly bars: ReadonlyMap<string, Bars>
  readonly axis: Axis
  readonly zone: string
  readonly isTabStop: boolean
  readonly showsDone: boolean
}

/** The finished bookings as one fold in the head of their group, so that they take no row of their own. */
export function DoneRow({ done, bars, axis, zone, isTabStop, showsDone }: DoneRowProps) {
  const { day } = useStores()
  const [first, last] = [done[0], done.at(-1)]
  return (
    <div data-testid="day-done" data-count={done.length}>
      <button
        type="button"
        className={css['row']}
        data-row={DONE_ROW}
        aria-expanded={showsDone}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => day.showDone(!showsDone)}
      >
        <ChevronRight size={14} aria-hidden="true" className={css['fold']} />
        <span className={css['count']}>
          <CheckCheck size={14} aria-hidden="true" /> {describeDone(done.length)}
        </span>{' '}
        <span className={css['range']}>
          {first !== undefined && last !== undefined && formatRange(first.time.utc, last.time.utc, zone)}
        </span>
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
    </div>
  )
}
