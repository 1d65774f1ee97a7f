import { Check } from 'lucide-react'
import { sayStage, STAGES, type Move } from '../../shared/move.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import { names } from '../parts/class-names.ts'
import css from './Detail.module.css'

type StepsProps = { readonly move: Pick<Move, 'stages'>; readonly zone: string; readonly now: UtcInstant }

/** The six steps of a move with the time at which each was reached. */
export function Steps({ move, zone, now }: StepsProps) {
  return (
    <ol className={css['steps']} aria-label="Steps of the driver">
      {STAGES.map((stage) => {
        const fact = move.stages[stage]
        const reached = fact.known ? fact.value : null
        return (
          <li key={stage} data-stage={stage} className={names(reached !== null && css['reached'])}>
            <span className={css['bullet']}>
              {reached !== null && <Check size={10} strokeWidth={4} aria-hidden="true" />}
            </span>
            <span>{sayStage(stage)}</span>
            <span className={css['at']}>
              {reached !== null ? sayTime(reached, zone, now) : fact.known ? 'not yet' : 'not yet known'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
