import { memo } from 'react'
import { plain, type FoundMove } from '../../shared/lookup.ts'
import { sayState } from '../../shared/move.ts'
import { sayPhone } from '../../shared/phone.ts'
import { sayTime, type UtcInstant } from '../../shared/time.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { sayMark } from '../../shared/wish.ts'
import { names } from '../parts/class-names.ts'
import { StatePill } from '../parts/StatePill.tsx'
import { Marked } from './Marked.tsx'
import css from './Results.module.css'

type RowProps = {
  readonly move: FoundMove
  readonly words: readonly string[]
  readonly isSelected: boolean
  readonly now: UtcInstant
}

const NOT_DIGITS = /\D/

/** One move of the list: state, time, who, what, phone, which of the pair, number. Kept while nothing of it changes. */
export const Row = memo(function Row({ move, words, isSelected, now }: RowProps) {
  const who = move.customerName ?? move.vehicle
  const vehicle = move.vehicle === sayVehicle(null) ? 'Loaner not chosen yet' : move.vehicle
  const what = [...matchedFacts(move, words), ...(move.customerName === null ? [] : [vehicle])].join(' · ')
  return (
    <div
      id={rowId(move.moveId)}
      role="option"
      aria-selected={isSelected}
      className={css['row']}
      data-fact="move"
      data-move-id={move.moveId}
      data-booking-id={move.bookingId}
      data-state={move.state}
      data-mark={move.mark ?? ''}
      data-number={move.number ?? ''}
    >
      <span className={css['pill']}>
        <StatePill
          state={move.mark ?? move.state}
          words={move.mark === null ? sayState(move.state) : sayMark(move.mark)}
        />
      </span>
      <span className={css['time']}>{sayTime(move.time.utc, move.time.zone, now)}</span>
      <span className={css['who']} title={who}>
        <Marked text={who} words={words} />
      </span>
      <span className={css['what']} title={what}>
        <Marked text={what} words={words} />
      </span>
      <span className={css['phone']}>
        {move.customerPhone !== null && <Marked text={sayPhone(move.customerPhone)} words={words} skip={NOT_DIGITS} />}
      </span>
      <span className={css['role']}>{sayTrip(move)}</span>
      <span className={names(css['number'], move.number === null && css['open'])}>
        {move.number === null ? isOver(move) ? 'none' : 'not yet' : <Marked text={String(move.number)} words={words} />}
      </span>
    </div>
  )
})

/** Nothing was booked and nothing will be: there is no number to wait for. */
function isOver(move: FoundMove): boolean {
  return move.state === 'refused' || move.state === 'withdrawn'
}

export function rowId(moveId: string): string {
  return `move-${moveId}`
}

/** The reference always; VIN and stock where the search found the move by them. */
function matchedFacts(move: FoundMove, words: readonly string[]): readonly string[] {
  const holds = (text: string) => words.some((word) => plain(text).includes(word))
  return [
    ...(move.reference === null ? [] : [move.reference]),
    ...(move.vin !== null && holds(move.vin) ? [move.vin] : []),
    ...(move.stock !== null && holds(move.stock) ? [`Stock ${move.stock}`] : []),
  ]
}

function sayTrip(move: FoundMove): string {
  if (move.kind === 'one-way') return 'One-way'
  const action = move.action === 'return' ? 'Return' : 'Pickup'
  return `${action}, ${move.role === 'loaner' ? 'loaner' : "customer's car"}`
}
