import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { formatTime } from '../../shared/time/format.ts'
import { describeFact, factLabel, formatFact } from './text/added-fact-text.ts'
import { byPerson, DIALOG } from './text/dialog-text.ts'
import css from './AddedFacts.module.css'

type AddedFactsProps = { readonly booking: BookedMoves; readonly status: DeskStatus }

/** What persons added to the booking after it had left, the newest first; nothing while there is no fact. */
export function AddedFacts({ booking, status }: AddedFactsProps) {
  if (booking.addedFacts.length === 0) return null
  const { rooftop, now } = status
  return (
    <section aria-labelledby="added-facts" className={css['added']} data-testid="added-facts">
      <h3 id="added-facts">{DIALOG.added}</h3>
      <ol className={css['facts']}>
        {booking.addedFacts.toReversed().map((fact, at) => {
          const more = describeFact(fact, booking)
          return (
            <li key={at} data-fact={fact.kind}>
              <span className={css['value']}>
                {factLabel(fact.kind)}: <strong>{formatFact(fact)}</strong>
              </span>
              {more !== null && <span>{more}</span>}
              <span className={css['at']}>{byPerson(formatTime(fact.at, rooftop.zone, now), fact.who)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
