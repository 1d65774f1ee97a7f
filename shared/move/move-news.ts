import { z } from 'zod/mini'

/*
 * What only the provider says of a move, beside its progress (test/spec/provider.md#move-fields,
 * test/spec/provider.md#charges).
 */

/** An amount as the provider gave it: a number, or the provider's text where that is no number; null for none. */
export type Amount = number | string | null

export type ChargeDetail = { readonly name: string | null; readonly amount: Amount; readonly notes: string | null }

export type Charge = {
  readonly type: string | null
  readonly status: string | null
  readonly dueAmount: Amount
  readonly paidAmount: Amount
  readonly balanceRemaining: Amount
  readonly disputed: boolean
  readonly disputeReason: string | null
  readonly discountAmount: Amount
  readonly discountReason: string | null
  readonly details: readonly ChargeDetail[]
}

/** The values that the provider gave of a move; a value that the provider gave none of is absent. */
export type MoveNews = {
  readonly driverName?: string
  /** True once the charge is final (seven days after completion); false while the charge can change. */
  readonly settled?: boolean
  readonly charge?: Charge | 'unreadable'
  /** A given tracking link that is no text or is too long: its beginning, or the beginning of its JSON. */
  readonly unreadableTrackingLink?: string
}

/** What one response says of a move. Null takes a value back, and an absent value leaves what is known. */
export type ToldNews = { readonly [Name in keyof MoveNews]: MoveNews[Name] | null }

/** Returns the news of a move after a response. */
export function addNews(known: MoveNews, told: ToldNews): MoveNews {
  return Object.fromEntries(Object.entries({ ...known, ...told }).filter(([, value]) => value !== null))
}

const text = z.nullable(z.string())
const amount = z.nullable(z.union([z.number(), z.string()]))

/** Checks stored news, so that a row which was edited or damaged never reaches the window. */
export const moveNewsSchema: z.ZodMiniType<MoveNews> = z.object({
  driverName: z.exactOptional(z.string()),
  settled: z.exactOptional(z.boolean()),
  charge: z.exactOptional(
    z.union([
      z.literal('unreadable'),
      z.object({
        type: text,
        status: text,
        dueAmount: amount,
        paidAmount: amount,
        balanceRemaining: amount,
        disputed: z.boolean(),
        disputeReason: text,
        discountAmount: amount,
        discountReason: text,
        details: z.array(z.object({ name: text, amount, notes: text })),
      }),
    ]),
  ),
  unreadableTrackingLink: z.exactOptional(z.string()),
})
