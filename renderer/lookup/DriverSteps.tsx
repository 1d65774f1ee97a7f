import { Check } from 'lucide-react'
import { hasReached, stageLabel, STAGES, type Move } from '../../shared/move/move.ts'
import { formatClock, formatTime } from '../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../shared/time/time.ts'
import { classNames } from '../ui/class-names.ts'
import { PAGE_WORDS } from './text/page-text.ts'
import css from './MoveTrack.module.css'

type DriverStepsProps = { readonly move: Pick<Move, 'stages'>; readonly zone: string; readonly now: UtcInstant }

/** The six steps of a move with the time at which each was reached, where the provider gave a time. */
export function DriverSteps({ move, zone, now }: DriverStepsProps) {
  const today = dateOf(now, zone)
  return (
    <ol className={css['steps']} aria-label={PAGE_WORDS.steps}>
      {STAGES.map((stage) => {
        const fact = move.stages[stage]
        const reached = hasReached(move.stages, stage)
        const at = fact.known && typeof fact.value === 'string' ? fact.value : null
        return (
          <li key={stage} data-stage={stage} className={classNames(reached && css['reached'])}>
            <span className={css['bullet']}>{reached && <Check size={10} strokeWidth={4} aria-hidden="true" />}</span>
            <span>{stageLabel(stage)}</span>
            <span className={css['at']}>
              {at !== null
                ? dateOf(at, zone) === today
                  ? formatClock(at, zone)
                  : formatTime(at, zone, now)
                : reached && PAGE_WORDS.noTime}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
