import { classNames } from '../ui/class-names.ts'
import { positionOf, type Axis } from '../../shared/views/day-axis.ts'
import type { Bars } from '../../shared/views/day-progress.ts'
import css from './DayBars.module.css'

type DayBarsProps = { readonly bars: Bars; readonly axis: Axis }

/** The drives of a booking as bars at their time. Each fact of the bars is also a text of the row. */
export function DayBars({ bars: { bars, swap, overrun }, axis }: DayBarsProps) {
  const place = (from: number, to: number) => ({
    left: `${positionOf(from, axis)}%`,
    width: `${positionOf(to, axis) - positionOf(from, axis)}%`,
  })
  return (
    <span aria-hidden="true" className={css['bars']}>
      {bars.map(({ vehicle, from, to, look, filled }) => (
        <span
          key={`${vehicle} ${from}`}
          className={classNames(css['leg'], vehicle === 'car' ? css['carBar'] : css['loaner'])}
          data-look={look}
          style={place(from, to)}
        >
          {look === 'live' && <span className={css['filled']} style={{ width: `${filled * 100}%` }} />}
        </span>
      ))}
      {overrun !== null && <span className={css['overrun']} style={place(overrun.from, overrun.to)} />}
      {swap !== null && (
        <span className={css['swap']} data-look={swap.look} style={{ left: `${positionOf(swap.at, axis)}%` }} />
      )}
    </span>
  )
}
