import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { formatZone } from '../../shared/time/format.ts'
import { toMillis } from '../../shared/time/time.ts'
import type { DayLoad } from '../../shared/views/load.ts'
import { classNames } from '../ui/class-names.ts'
import { positionOf, type Axis } from '../../shared/views/day-axis.ts'
import { describeDstChange, describeLoad, hourLabels, limitLabel, nowLabel, TEXT } from './text/day-text.ts'
import css from './LoadStrip.module.css'

const QUARTER_MS = 15 * 60_000
/** The strip is at least so many cars high, so that one car on a quiet day is a low bar. */
const MIN_SCALE = 4

type LoadStripProps = { readonly load: DayLoad; readonly axis: Axis; readonly status: DeskStatus }

/** The cars on the road by quarter hour over the hours of the axis, with the limit where one is set. */
export function LoadStrip({ load, axis, status }: LoadStripProps) {
  const { zone, tripLimit } = status.rooftop
  const from = toMillis(load.from)
  const now = toMillis(status.now)
  const isThisDay = axis.from <= now && now <= axis.to
  const scale = Math.max(MIN_SCALE, tripLimit ?? 0, ...load.quarters) + 1
  const quarters = load.quarters.flatMap((count, index) => {
    const at = from + index * QUARTER_MS
    return at < axis.from || at >= axis.to ? [] : [{ at, count }]
  })
  const dst = describeDstChange(load)
  return (
    <div className={css['strip']}>
      <div className={css['legend']}>
        <p className={css['title']}>
          {TEXT.loadTitle}
          <span className={css['zone']}> · {formatZone(zone, load.from)}</span>
        </p>
        <p className="unseen">{describeLoad(load.quarters, { from, zone, limit: tripLimit })}</p>
        {dst === null ? (
          <ul className={css['keys']} aria-hidden="true">
            <li className={css['loaner']}>{TEXT.loaner}</li>
            <li className={css['car']}>{TEXT.car}</li>
            <li className={css['swap']}>{TEXT.swap}</li>
          </ul>
        ) : (
          <p className={css['dst']}>{dst}</p>
        )}
      </div>
      <div className={css['chart']} aria-hidden="true">
        <div className={css['bars']}>
          {quarters.map(({ at, count }) => (
            <span
              key={at}
              className={classNames(
                css['bar'],
                at + QUARTER_MS <= now && css['past'],
                tripLimit !== null && count > tripLimit && css['over'],
              )}
              style={{
                left: `${positionOf(at, axis)}%`,
                width: `${positionOf(at + QUARTER_MS, axis) - positionOf(at, axis)}%`,
                height: `${(count / scale) * 100}%`,
              }}
            />
          ))}
          {tripLimit !== null && (
            <span className={css['limit']} style={{ bottom: `${(tripLimit / scale) * 100}%` }}>
              <span>{limitLabel(tripLimit)}</span>
            </span>
          )}
        </div>
        <div className={css['hours']} data-testid="hours">
          {hourLabels(axis).map(({ at, label }) => {
            const away = isThisDay ? Math.abs(positionOf(at, axis) - positionOf(now, axis)) : 100
            const style = { left: `${positionOf(at, axis)}%`, '--away': away }
            return (
              <span key={at} className={css['hour']} style={style}>
                {label}
              </span>
            )
          })}
          {isThisDay && (
            <span className={css['now']} style={{ left: `${positionOf(now, axis)}%` }}>
              {nowLabel(status.now, zone)}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
