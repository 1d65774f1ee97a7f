import { standingOf } from '../../shared/asking.ts'
import { endsByItself, type Link } from '../../shared/link.ts'
import { never } from '../../shared/failure.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import { CHANGED_PARTS, type ChangedPart, type Wish } from '../../shared/wish.ts'

/** What a person asked of a move and what came of it, in words. Never says "canceled" before the provider has. */

/** What is known of a cancellation of a move; null when nobody asked for one. */
export function sayCancel(booking: BookedMoves, move: Move, link: Link): string | null {
  const wish = lastCancel(move)
  if (wish !== undefined && (wish.state === 'waiting' || wish.state === 'sending'))
    return sayUnderWay(booking, wish, link)
  const standing = standingOf(move)
  switch (standing) {
    case 'free':
      return 'Canceled, free of charge.'
    case 'partial':
      return 'Canceled, charged in part.'
    case 'canceled':
      return 'Canceled. The provider does not say whether it is charged.'
    case 'rescheduled':
      return move.replacedBy === null
        ? move.cancelReason === null
          ? NEW_NUMBER_UNKNOWN
          : MOVED
        : `Moved to a new number: move ${move.replacedBy}. This desk does not follow it.`
    case 'pending':
      return wish?.state === 'refused' ? wish.reason : PENDING
    case 'other':
      return wish === undefined
        ? `The provider says "${sayWord(move)}".`
        : `Asked. The provider says "${sayWord(move)}".`
    case 'failed':
    case 'none':
      return wish === undefined ? (standing === 'failed' ? TOO_LATE : null) : sayEnd(wish)
    default:
      return never(standing)
  }
}

const PENDING = 'Asked; the provider has not decided.'
const TOO_LATE = 'Too late to cancel: the provider drives this move to its end.'
const MOVED = 'Moved to a new number. This desk does not follow it.'
const NEW_NUMBER_UNKNOWN =
  'Moved to a new number, which the provider does not tell this desk. Ask by phone, with the reference below.'

function sayWord({ cancelStatus }: Move): string {
  return cancelStatus.known ? (cancelStatus.value ?? '') : ''
}

function sayEnd(wish: Wish): string | null {
  switch (wish.state) {
    case 'waiting':
    case 'sending':
      return null
    case 'asked':
      return PENDING
    case 'done':
      return wish.reason
    case 'refused':
      return wish.reason ?? TOO_LATE
    case 'withdrawn':
      return null
    default:
      return never(wish.state)
  }
}

function sayUnderWay({ state }: BookedMoves, wish: Wish, link: Link): string {
  if (wish.state === 'sending') return wish.reason ?? 'Asking the provider.'
  const what = wish.kind === 'cancel' ? 'to cancel' : 'for the change'
  if (state !== 'booked') return `Saved on this PC. Will ask ${what} as soon as we know whether it is booked.`
  if (link.kind !== 'down') return `Saved on this PC. Will ask ${what} by itself.`
  return endsByItself(link.cause)
    ? `Saved on this PC. Will ask ${what} when the link is back.`
    : `Saved on this PC. Will ask ${what} when the provider takes requests again.`
}

/** What is known of the last change that was asked for; null when it holds, was taken back, or nobody asked. */
export function sayChange(booking: BookedMoves, move: Move, link: Link): string | null {
  const wish = lastChange(move)
  if (wish === undefined) return null
  switch (wish.state) {
    case 'withdrawn':
      return null
    case 'waiting':
    case 'sending':
      return sayUnderWay(booking, wish, link)
    case 'asked':
      return PENDING
    case 'done':
      return wish.code === 'taken-otherwise' ? 'The provider took the change and made something else of it.' : null
    case 'refused':
      return wish.reason ?? 'The provider did not take this change.'
    default:
      return never(wish.state)
  }
}

/** The last cancellation that was asked for and not taken back. */
export function lastCancel({ wishes }: Move): Wish | undefined {
  return wishes.find(({ kind, state }) => kind === 'cancel' && state !== 'withdrawn')
}

export function lastChange(move: Move): Wish | undefined {
  return move.wishes.find(({ kind }) => kind === 'change')
}

/** One value that was asked for, beside what the provider has. */
export type AskedValue = { readonly label: string; readonly asked: string; readonly has: string | null }

/** The values of a change that does not hold (yet), each beside what the provider last told. */
export function askedValues(booking: BookedMoves, move: Move, zone: string, now: UtcInstant): readonly AskedValue[] {
  const wish = lastChange(move)
  if (wish === undefined || wish.change === null || wish.state === 'done' || wish.state === 'withdrawn') return []
  const { change } = wish
  const time = change.readyBy
  const parts = CHANGED_PARTS.flatMap((part) => {
    const asked = change[part]
    if (asked === null) return []
    return [{ label: LABELS[part], asked, has: (move.vehicleTold ?? move.vehicle)?.[part] ?? null }]
  })
  if (time === null) return parts
  return [
    { label: 'Ready by', asked: sayTime(time.utc, zone, now), has: sayTime(booking.readyBy.utc, zone, now) },
    ...parts,
  ]
}

/** What the provider has of the vehicle where that is not what the desk knows. */
export function otherVehicle({ vehicle, vehicleTold }: Move): string | null {
  if (vehicleTold === null) return null
  const bare = (text: string | null) => text?.replace(/[\s-]/g, '').toUpperCase() ?? null
  const other = CHANGED_PARTS.filter(
    (part) => vehicleTold[part] !== null && bare(vehicleTold[part]) !== bare(vehicle?.[part] ?? null),
  )
  return other.length === 0 ? null : other.map((part) => `${LABELS[part]} ${vehicleTold[part]}`).join(', ')
}

export const LABELS: Readonly<Record<ChangedPart, string>> = {
  stock: 'Stock',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
}

/** What canceling costs, by how far the driver has come (provider.md 8); no page gives fees or times. */
export function sayCost(moves: readonly Move[]): string {
  const reached = (stage: 'pickup_started' | 'pickup_successful') =>
    moves.some(({ stages }) => stages[stage].known && stages[stage].value !== null)
  const here = reached('pickup_successful')
    ? 'A vehicle is collected, so it is probably too late.'
    : reached('pickup_started')
      ? 'The driver is on the way, so a part is usually charged.'
      : 'As far as this desk knows the driver has not set out, so it is usually free.'
  return `${here} The provider decides by how far the driver has come, and names no fee in advance.`
}

/** What is left of a pair when this half of it is not driven (section 1). */
export function sayHalf(booking: BookedMoves, { role }: Move): string {
  const isReturn = booking.action === 'return'
  if (role === 'loaner') {
    return isReturn
      ? "The customer's car is still brought home, and the loaner stays there with them."
      : "The customer's car is still brought in, and the customer is left without a car."
  }
  return isReturn
    ? "The customer's car stays at the shop and the loaner is still collected: the customer is left without a car."
    : "The loaner is still brought out, and the customer's car stays there with it."
}
