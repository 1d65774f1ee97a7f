import { memo } from 'react'
import { punctuationVariants, normalizeForSearch, type FoundMove } from '../../shared/views/lookup.ts'
import { stateLabel } from '../../shared/move/move.ts'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import { phoneDigits, formatPhone } from '../../shared/booking/phone.ts'
import { formatTime, formatColumnTime } from '../../shared/time/format.ts'
import { type UtcInstant } from '../../shared/time/time.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { moveFlagLabel } from '../../shared/outbox/amendment.ts'
import { classNames } from '../ui/class-names.ts'
import { StatePill } from '../ui/StatePill.tsx'
import { Highlight } from '../ui/Highlight.tsx'
import css from './Results.module.css'

type ResultRowProps = {
  readonly move: FoundMove
  /** Place in the list, from 0. */
  readonly place: number
  readonly top: number
  readonly height: number
  readonly words: readonly string[]
  readonly isSelected: boolean
  readonly now: UtcInstant
}

/** Columns in their order on a single line, each with its CSS class and title. */
export const COLUMNS = [
  ['pill', 'State'],
  ['time', 'Time'],
  ['who', 'Customer'],
  ['what', 'Reference and vehicle'],
  ['phone', 'Phone'],
  ['role', 'Trip'],
  ['number', 'Move'],
] as const

const NOT_DIGITS = /\D/

/**
 * Row of a move in the result list. `memo` keeps the row from rendering again while its props stay the same, because
 * the list renders at each keystroke.
 */
export const ResultRow = memo(function Row({ move, place, top, height, words, isSelected, now }: ResultRowProps) {
  const who = move.customerName ?? move.vehicle
  const vehicle = move.vehicle === formatVehicle(null) ? 'Loaner not named yet' : move.vehicle
  const what = foundFirst([...factsOf(move, words), ...(move.customerName === null ? [] : [vehicle])], words).join(
    ' · ',
  )
  const phone = move.customerPhone === null ? null : formatPhone(move.customerPhone)
  const trip = describeTrip(move)
  const { utc, zone } = move.time
  const column = formatColumnTime(utc, zone, now)
  const state = move.flag === null ? describeInList(move.state) : moveFlagLabel(move.flag)
  return (
    <div
      id={rowId(move.moveId)}
      role="row"
      aria-rowindex={rowIndex(place)}
      aria-selected={isSelected}
      className={css['row']}
      style={{ top, height }}
      data-testid="move"
      data-move-id={move.moveId}
      data-booking-id={move.bookingId}
      data-state={move.state}
      data-mark={move.flag ?? ''}
      data-number={move.number ?? ''}
    >
      <span role="gridcell" className={css['pill']} title={state}>
        <StatePill state={move.flag ?? move.state} label={state} />
      </span>
      <span role="gridcell" className={css['time']} title={formatTime(utc, zone, now)}>
        {column.time} <span className={classNames(!column.isTwice && css['zone'])}>{column.zone}</span>
      </span>
      <span role="gridcell" className={css['who']} title={who}>
        <Highlight text={who} words={words} />
      </span>
      <span role="gridcell" className={css['what']} title={what}>
        {phone !== null && isFoundByPhone(move, words) && (
          <span className={css['foundPhone']}>
            <Highlight text={phone} words={words} skip={NOT_DIGITS} /> ·{' '}
          </span>
        )}
        <Highlight text={what} words={words} />
      </span>
      <span role="gridcell" className={css['phone']}>
        {phone !== null && <Highlight text={phone} words={words} skip={NOT_DIGITS} />}
      </span>
      <span role="gridcell" className={css['role']} title={trip}>
        {move.role === 'customer' ? (
          <>
            {describeAction(move)}, <span className={css['whose']}>customer's </span>car
          </>
        ) : (
          trip
        )}
      </span>
      <span role="gridcell" className={classNames(css['number'], move.number === null && css['open'])}>
        {move.number === null ? (
          isOver(move) ? (
            'none'
          ) : (
            'not yet'
          )
        ) : (
          <Highlight text={String(move.number)} words={words} />
        )}
      </span>
    </div>
  )
})

/** True if nothing is booked and nothing will be sent, so no move number can come. */
function isOver(move: FoundMove): boolean {
  return move.state === 'refused' || move.state === 'withdrawn'
}

/** Converts a place in the list to `aria-rowindex`, which counts from 1 and includes the column titles. */
export function rowIndex(place: number): number {
  return place + 2
}

/** A row whose move is still being read. */
export const ResultRowPlaceholder = memo(function RowToCome({
  place,
  top,
  height,
}: Pick<ResultRowProps, 'place' | 'top' | 'height'>) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex(place)}
      className={css['row']}
      style={{ top, height }}
      data-testid="placeholder"
    >
      {COLUMNS.map(([name]) => (
        <span key={name} role="gridcell" className={classNames(css[name], css['toCome'])}>
          …
        </span>
      ))}
    </div>
  )
})

export function rowId(moveId: string): string {
  return `move-${moveId}`
}

/** VIN and stock only if the search matched them; the reference always. */
function factsOf(move: FoundMove, words: readonly string[]): readonly string[] {
  return [
    ...(move.vin !== null && holdsOne(move.vin, words) ? [move.vin] : []),
    ...(move.stock !== null && holdsOne(move.stock, words) ? [`Stock ${move.stock}`] : []),
    ...(move.reference === null ? [] : [move.reference]),
  ]
}

/** Puts matched facts first, because a narrow list may cut the end of the line. */
function foundFirst(facts: readonly string[], words: readonly string[]): readonly string[] {
  const isFound = facts.map((fact) => holdsOne(fact, words))
  return [...facts.filter((_, at) => isFound[at]), ...facts.filter((_, at) => !isFound[at])]
}

function holdsOne(text: string, words: readonly string[]): boolean {
  const line = normalizeForSearch(text)
  return words.some((word) => line.includes(word))
}

/**
 * True if typed digits match the phone but neither number nor reference. A narrow list has no phone column and shows
 * the phone in that case.
 */
function isFoundByPhone({ customerPhone, number, reference }: FoundMove, words: readonly string[]): boolean {
  const digits = customerPhone === null ? '' : phoneDigits(customerPhone)
  const others = [String(number ?? ''), ...punctuationVariants(reference)]
  return words.some(
    (word) => /^\d{3,}$/.test(word) && digits.includes(word) && !others.some((one) => one.includes(word)),
  )
}

/** Shortens `booked-awaiting-number` to `booked`, because the number column shows that the number is missing. */
function describeInList(state: EntryState): string {
  return stateLabel(state === 'booked-awaiting-number' ? 'booked' : state)
}

function describeAction({ action }: FoundMove): string {
  return action === 'return' ? 'Return' : 'Pickup'
}

function describeTrip(move: FoundMove): string {
  if (move.kind === 'one-way') return 'One-way'
  return `${describeAction(move)}, ${move.role === 'loaner' ? 'loaner' : "customer's car"}`
}
