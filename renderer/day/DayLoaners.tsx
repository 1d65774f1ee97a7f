import { X } from 'lucide-react'
import type { LoanerState } from '../../shared/booking/loaner-state.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { toMillis } from '../../shared/time/time.ts'
import type { Day } from '../../shared/views/day.ts'
import { createAxis, positionOf, type Axis } from '../../shared/views/day-axis.ts'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useStores } from '../stores-context.ts'
import { countLoaners, describeLoaner, LOANERS, loanerWords } from './text/loaners-text.ts'
import type { DayLoanersAt } from './use-day-loaners.ts'
import css from './DayLoaners.module.css'

type DayLoanersProps = DayLoanersAt & { readonly shown: Day; readonly status: DeskStatus }

/** The loaners of the shown day: which are out and until when. */
export function DayLoaners({ shown, status, at, isToday, loaners }: DayLoanersProps) {
  const { day } = useStores()
  const { zone } = status.rooftop
  const axis = createAxis(shown, zone, [])
  const now = isToday ? toMillis(status.now) : null
  return (
    <div className={css['loaners']} data-testid="day-loaners">
      <div className={css['head']}>
        <h2>{LOANERS.title}</h2>
        <p>{countLoaners(loaners)}</p>
        <span className={css['hide']}>
          <IconButton label={LOANERS.hide} icon={<X size={14} aria-hidden="true" />} onPress={day.togglePane} />
        </span>
      </div>
      <div role="region" aria-label={LOANERS.title} tabIndex={0} className={css['list']}>
        <ul>
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
      </div>
    </div>
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
