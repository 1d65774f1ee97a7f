import type { Amount, Charge, MoveNews } from '../../../shared/move/move-news.ts'
import { hasReached, type Move, type Stamp } from '../../../shared/move/move.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'

/** Words about what only the provider says of a move: driver, charge, and a tracking link that cannot be read. */

type NewsAt = {
  /** What the provider says of the delivery. */
  readonly delivered: Stamp
  readonly zone: string
  readonly now: UtcInstant
}

/** The facts about the news of a move on the page of a booking or of an external move. */
export function moveNewsFacts(
  news: MoveNews,
  at: NewsAt,
): readonly { readonly term: string; readonly value: string }[] {
  const { driverName, unreadableTrackingLink: link } = news
  const charge = describeCharge(news, at)
  return [
    ...(driverName === undefined ? [] : [{ term: 'Driver', value: driverName }]),
    ...(charge === null ? [] : [{ term: 'Charge', value: charge }]),
    ...(link === undefined ? [] : [{ term: 'Tracking page', value: `“${link}” (not a link we can open)` }]),
  ]
}

/** Returns the name of a driver who is on the way; null before the start, after the delivery, and without a name. */
export function driverUnderWay({ stages, news }: Pick<Move, 'stages' | 'news'>): string | null {
  const isUnderWay = hasReached(stages, 'pickup_started') && !hasReached(stages, 'delivery_successful')
  return isUnderWay ? (news.driverName ?? null) : null
}

/** Describes the charge: a line each for amounts, dispute, discount and parts; null if the provider told none of it. */
function describeCharge({ charge, settled }: MoveNews, at: NewsAt): string | null {
  const finality = settled === undefined ? [] : [settled ? 'final' : describeNotFinal(at)]
  if (charge === undefined) return settled === true ? 'none, final' : null
  if (charge === 'unreadable') return ["given, but in a form we can't read", ...finality].join(', ')
  return [
    [...describeAmounts(charge), ...finality].join(', '),
    ...(charge.disputed ? [`Disputed${charge.disputeReason === null ? '' : `: ${charge.disputeReason}`}`] : []),
    ...describeDiscount(charge),
    ...describeParts(charge),
  ].join('\n')
}

/** Type and status have no published list, so they are quoted; the type `move` is what every charge here is for. */
function describeAmounts({ type, status, dueAmount, paidAmount, balanceRemaining }: Charge): readonly string[] {
  const remaining = balanceRemaining === dueAmount ? null : balanceRemaining
  const amounts = [
    dueAmount === null ? null : `${formatAmount(dueAmount)} due`,
    paidAmount === null || paidAmount === 0 ? null : `${formatAmount(paidAmount)} paid`,
    remaining === null ? null : `${formatAmount(remaining)} remaining`,
  ].filter((part) => part !== null)
  return [
    ...(amounts.length === 0 ? ['no amount given'] : amounts),
    ...(type === null || type === 'move' ? [] : [`type “${type}”`]),
    ...(status === null ? [] : [`status “${status}”`]),
  ]
}

function describeDiscount({ discountAmount, discountReason }: Charge): readonly string[] {
  if (discountAmount === null || discountAmount === 0) return []
  return [`Discount ${formatAmount(discountAmount)}${discountReason === null ? '' : `: ${discountReason}`}`]
}

function describeParts({ details }: Charge): readonly string[] {
  const parts = details.map(({ name, amount, notes }) =>
    [name, formatAmount(amount), notes === null ? null : `(${notes})`].filter((part) => part !== null).join(' '),
  )
  const line = parts.filter((part) => part !== '').join(', ')
  return line === '' ? [] : [line]
}

const SETTLED_AFTER_MINUTES = 7 * 24 * 60

/** The desk stops fetching a delivered move, so a date that has passed proves no final charge. */
function describeNotFinal({ delivered, zone, now }: NewsAt): string {
  if (typeof delivered !== 'string') return 'not final yet'
  const until = addMinutes(delivered, SETTLED_AFTER_MINUTES)
  return until > now ? `not final until ${formatTime(until, zone, now)}` : 'not final at the last update'
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Larger than any charge; a larger number is quoted as it came. */
const MAX_DOLLARS = 1_000_000

/**
 * The provider documents no currency and no unit. Its dealers are in the United States, so a number counts as dollars;
 * a text that is no number is quoted as it came.
 */
function formatAmount(amount: Amount): string | null {
  if (amount === null) return null
  return typeof amount === 'number' && Math.abs(amount) <= MAX_DOLLARS ? DOLLARS.format(amount) : `“${amount}”`
}
