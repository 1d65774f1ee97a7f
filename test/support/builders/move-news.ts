import type { Charge, MoveNews } from '../../../shared/move/move-news.ts'

/** A charge as a provider's response writes it. */
export const CHARGE_ANSWER = {
  type: 'move',
  status: 'open',
  disputed: true,
  dispute_reason: 'Wrong distance',
  discount_amount: 5,
  discount_reason: 'Late pickup',
  due_amount: 38.5,
  paid_amount: 0,
  balance_remaining: 38.5,
  details: [
    { name: 'Transport', amount: 30, notes: null },
    { name: 'Fuel', amount: 8.5, notes: 'Two gallons' },
  ],
} as const

/** `CHARGE_ANSWER` as the desk reads it. */
export const CHARGE: Charge = {
  type: 'move',
  status: 'open',
  disputed: true,
  disputeReason: 'Wrong distance',
  discountAmount: 5,
  discountReason: 'Late pickup',
  dueAmount: 38.5,
  paidAmount: 0,
  balanceRemaining: 38.5,
  details: CHARGE_ANSWER.details,
}

export const NEWS: MoveNews = { driverName: 'Nadia Rowe', settled: false, charge: CHARGE }
