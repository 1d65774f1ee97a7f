import type { Tally } from '../../shared/views/inbox.ts'
import { classNames } from '../ui/class-names.ts'
import { dayCounters, describeOtherOutcomes } from './counters-text.ts'
import { INBOX_TEXT } from './text.ts'
import css from './DayCounters.module.css'

/** The five counters of the bookings that were saved on this computer today. */
export function DayCounters({ tally }: { readonly tally: Tally }) {
  const others = describeOtherOutcomes(tally)
  return (
    <div className={css['day']}>
      <dl
        className={css['counters']}
        aria-label={INBOX_TEXT.counters}
        data-testid="tally"
        data-tally={JSON.stringify(tally)}
      >
        {dayCounters(tally).map(({ id, count, label, tone }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd className={classNames(count > 0 && tone !== undefined && css[tone])}>{count}</dd>
          </div>
        ))}
      </dl>
      {others !== null && <p className={css['others']}>{others}</p>}
    </div>
  )
}
