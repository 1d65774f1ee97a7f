import { ArrowDownLeft, ArrowUpRight, MoveRight } from 'lucide-react'
import { memo } from 'react'
import { normalizeForSearch, type FoundBooking, type FoundMove, type LookupGroup } from '../../shared/views/lookup.ts'
import { formatPhone } from '../../shared/booking/phone.ts'
import { formatTime } from '../../shared/time/format.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { WithDesk } from '../booking/WithDesk.tsx'
import { classNames } from '../ui/class-names.ts'
import { Highlight } from '../ui/Highlight.tsx'
import { glyph, RowStatus } from './RowStatus.tsx'
import {
  actionLabel,
  ASSIGN_LATER,
  COLUMNS,
  describeLoaner,
  describeNoNumber,
  describeReference,
  describeStatus,
  describeWhen,
} from './text/row-text.ts'
import css from './Results.module.css'

type ResultRowProps = {
  readonly booking: FoundBooking
  readonly group: LookupGroup
  /** Index in the list with its group heads, from 0. */
  readonly index: number
  readonly top: number
  readonly height: number
  readonly words: readonly string[]
  readonly isSelected: boolean
  readonly now: UtcInstant
}

const NOT_DIGITS = /\D/

/** The part of a phone after the area code, which a narrow list leaves out. */
const LOCAL_LENGTH = '555-0134'.length

const DIRECTIONS = {
  pickup: glyph(ArrowDownLeft),
  return: glyph(ArrowUpRight),
  'one-way': glyph(MoveRight),
} as const

/**
 * Row of a booking in the result list. `memo` keeps the row from rendering again while its props stay the same, because
 * the list renders at each keystroke.
 */
export const ResultRow = memo(function Row(props: ResultRowProps) {
  const { booking, group, index, top, height, words, isSelected, now } = props
  const { moves, customerName, customerPhone, reference, time } = booking
  const [car] = moves
  const who = customerName ?? carName(car)
  const status = describeStatus(booking, now)
  const phone = customerPhone === null ? '' : formatPhone(customerPhone)
  const isLocal = /^\(\d{3}\) /.test(phone) && !isFoundInArea(phone, words)
  const vehicle = car === undefined ? '' : describeCar(car, words)
  const loaner = describeMatch(
    moves.find(({ role }) => role === 'loaner'),
    describeLoaner(moves),
    words,
  )
  const numbers = moves.flatMap(({ number }) => (number === null ? [] : [String(number)]))
  const number = numbers.find((one) => words.some((word) => one.includes(word))) ?? numbers[0]
  return (
    <div
      id={rowId(booking.bookingId)}
      role="row"
      aria-rowindex={rowIndex(index)}
      aria-selected={isSelected}
      className={classNames(css['row'], css[status.look])}
      style={{ top, height }}
      data-testid="found-booking"
      data-booking-id={booking.bookingId}
      data-state={booking.state}
      data-flags={moves
        .map(({ flag }) => flag ?? '')
        .join(' ')
        .trim()}
      data-numbers={numbers.join(' ')}
      data-group={group}
    >
      <span role="gridcell" className={css['status']} title={status.label}>
        <RowStatus {...status} />
      </span>
      <span role="gridcell" className={css['when']} title={formatTime(time.utc, time.zone, now)}>
        {describeWhen(time, group, now)}
      </span>
      <span role="gridcell" className={css['direction']} title={actionLabel(booking.action)}>
        {DIRECTIONS[booking.action ?? 'one-way']}
      </span>
      <span role="gridcell" className={css['customer']} title={who}>
        <Highlight text={who} words={words} />
      </span>
      <span role="gridcell" className={css['phone']} title={phone}>
        {isLocal && <span className={css['area']}>{phone.slice(0, -LOCAL_LENGTH)}</span>}
        <Highlight text={isLocal ? phone.slice(-LOCAL_LENGTH) : phone} words={words} skip={NOT_DIGITS} />
      </span>
      <span
        role="gridcell"
        className={css['vehicle']}
        title={booking.desk === null ? vehicle : `${vehicle} · ${booking.desk}`}
      >
        <WithDesk desk={booking.desk}>
          <Highlight text={vehicle} words={words} />
        </WithDesk>
      </span>
      <span
        role="gridcell"
        className={classNames(css['loaner'], loaner === ASSIGN_LATER && css['open'])}
        title={loaner}
      >
        <Highlight text={loaner} words={words} />
      </span>
      <span role="gridcell" className={css['reference']} title={reference ?? ''}>
        <Highlight text={describeReference(reference)} words={words} />
      </span>
      <span role="gridcell" className={css['number']} title={numbers.join(', ')}>
        {number === undefined ? describeNoNumber(booking) : <Highlight text={number} words={words} />}
      </span>
    </div>
  )
})

/** Converts an index in the list with its heads to `aria-rowindex`, which counts from 1 after the column titles. */
export function rowIndex(index: number): number {
  return index + 2
}

/** A row whose booking is still being read. */
export const ResultRowPlaceholder = memo(function RowToCome({
  index,
  top,
  height,
}: Pick<ResultRowProps, 'index' | 'top' | 'height'>) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex(index)}
      className={css['row']}
      style={{ top, height }}
      data-testid="placeholder"
    >
      {COLUMNS.map(([name]) => (
        <span key={name} role="gridcell" className={classNames(css[name], css['open'])}>
          …
        </span>
      ))}
    </div>
  )
})

export function rowId(bookingId: string): string {
  return `booking-${bookingId}`
}

/** True if the search found digits of a US phone that the part after the area code does not have. */
function isFoundInArea(phone: string, words: readonly string[]): boolean {
  const digits = `1${phone.replace(/\D/g, '')}`
  return words.some((word) => /^\d{3,}$/.test(word) && digits.includes(word) && !digits.slice(-7).includes(word))
}

function carName(car: FoundMove | undefined): string {
  return car === undefined ? '' : car.stock === null ? car.vehicle : `Stock ${car.stock}`
}

/** The customer's car, or the vehicle of a one-way, with the VIN or stock number that the search found in front. */
function describeCar(car: FoundMove, words: readonly string[]): string {
  const vehicle = car.vehicle === formatVehicle(null) ? '' : car.vehicle
  return describeMatch(car, vehicle, words)
}

function describeMatch(move: FoundMove | undefined, text: string, words: readonly string[]): string {
  if (move === undefined) return text
  const { vin, stock, vehicle } = move
  const found = [vin, stock === null ? null : `Stock ${stock}`, vehicle].find(
    (value) => value !== null && !holdsOne(text, words) && holdsOne(value, words),
  )
  return found === undefined || found === null ? text : found === vehicle ? vehicle : `${found} ${text}`.trim()
}

function holdsOne(text: string, words: readonly string[]): boolean {
  const line = normalizeForSearch(text)
  const bare = line.replace(/['().\-/]/g, '')
  return words.some((word) => line.includes(word) || bare.includes(word))
}
