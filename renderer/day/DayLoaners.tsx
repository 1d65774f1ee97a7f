import { useEffect } from 'react'
import type { LoanerState } from '../../shared/booking/loaner-state.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { toMillis } from '../../shared/time/time.ts'
import type { Day } from '../../shared/views/day.ts'
import { createAxis, positionOf, type Axis } from '../../shared/views/day-axis.ts'
import { classNames } from '../ui/class-names.ts'
import { useMedia } from '../ui/use-media.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { countLoaners, describeLoaner, LOANERS, loanerWords } from './text/loaners-text.ts'
import css from './DayLoaners.module.css'

const ROOM = '(min-width: 1800px) and (min-height: 621px)'

type DayLoanersProps = { readonly shown: Day; readonly status: DeskStatus }

/** The loaners of the shown day: which are out and until when. Nothing where the board needs the room. */
export function DayLoaners(props: DayLoanersProps) {
  return useMedia(ROOM) && <Loaners {...props} />
}

function Loaners({ shown, status }: DayLoanersProps) {
  const { dayLoaners } = useStores()
  const { at, loaners } = useStore(dayLoaners, (state) => state)
  const { zone } = status.rooftop
  const isToday = shown.from <= status.now && status.now < shown.to
  // The states hold for a minute, because each second would read the bookings of three months again.
  const utc = isToday ? `${status.now.slice(0, 17)}00Z` : shown.from

  useEffect(() => dayLoaners.watch({ utc, except: null, check: null }), [dayLoaners, utc])

  const isOfShown = at !== null && shown.from <= at && at < shown.to
  if (!isOfShown || loaners.length === 0) return null
  const axis = createAxis(shown, zone, [])
  const now = isToday ? toMillis(status.now) : null
  return (
    <aside className={css['loaners']} aria-label={LOANERS.title} data-testid="day-loaners">
      <div className={css['head']}>
        <h2>{LOANERS.title}</h2>
        <p>{countLoaners(loaners)}</p>
      </div>
      <ul className={css['list']}>
        {loaners.map((loaner) => (
          <li key={loaner.name} className={css['row']} data-kind={loaner.kind}>
            <span className={css['name']} title={describeLoaner(loaner)}>
              <b>{loaner.stock ?? loaner.name}</b>
              {loaner.stock !== null && loaner.model !== null && <> {loaner.model}</>}
              {loaner.customerName !== null && <span className="unseen">, {loaner.customerName}</span>}
            </span>
            <AwayBar loaner={loaner} axis={axis} now={now} />
            <span className={classNames(css['words'], loaner.kind === 'free' && css['free'])}>
              {loanerWords(loaner, { at, zone, now: status.now, isToday })}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

type AwayBarProps = { readonly loaner: LoanerState; readonly axis: Axis; readonly now: number | null }

/** The words beside the bar say what the bar shows. */
function AwayBar({ loaner, axis, now }: AwayBarProps) {
  return (
    <span className={css['bar']} aria-hidden="true">
      {loaner.away.map(({ from, to }) => {
        const left = positionOf(toMillis(from), axis)
        const right = to === null ? 100 : positionOf(toMillis(to), axis)
        return <span key={from} className={css['away']} style={{ left: `${left}%`, width: `${right - left}%` }} />
      })}
      {now !== null && axis.from <= now && now <= axis.to && (
        <span className={css['now']} style={{ left: `${positionOf(now, axis)}%` }} />
      )}
    </span>
  )
}
