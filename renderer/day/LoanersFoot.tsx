import { CarFront } from 'lucide-react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Day } from '../../shared/views/day.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStores } from '../stores-context.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { countUnassigned, loanerCounts, LOANERS } from './text/loaners-text.ts'
import type { DayLoanersAt } from './use-day-loaners.ts'
import css from './LoanersFoot.module.css'

type LoanersFootProps = DayLoanersAt & { readonly shown: Day; readonly status: DeskStatus }

/** The loaners of the day in one line, with the button that shows all of them beside the board. */
export function LoanersFoot({ shown, status, isToday, loaners }: LoanersFootProps) {
  const { day } = useStores()
  const unassigned = countUnassigned(shown.bookings, { now: status.now, zone: status.rooftop.zone })
  const counts = loanerCounts(loaners, isToday ? LOANERS.freeNow : undefined)
  return (
    <section className={css['foot']} aria-label={LOANERS.title} data-testid="day-loaners-foot">
      <h2 className={css['title']}>
        <CarFront size={14} aria-hidden="true" />
        {LOANERS.title}
      </h2>
      {[...counts, ...(unassigned === null ? [] : [unassigned])].map(({ tone, count, word }) => (
        <span key={tone} className={css['count']} data-tone={tone}>
          <b>{count}</b> {word}
        </span>
      ))}
      <span className={css['show']}>
        <ActionButton look="quiet" keys={KEYS.loaners} onPress={day.togglePane}>
          {LOANERS.show}
        </ActionButton>
      </span>
    </section>
  )
}
