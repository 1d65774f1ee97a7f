import type { Amount, Charge, ChargeDetail, ToldNews } from '../../shared/move/move-news.ts'
import { anyText, asObject, finite, text, unreadable, type Json } from './json-value.ts'

/* Reads what only the provider says of a move, beside its progress. */

const MAX_NAME_LENGTH = 100
const MAX_DETAILS = 20

/**
 * Reads the news of a move; a field that `move` does not have says nothing. `beside` is the object around the move, in
 * which the charge of one move stands (test/spec/provider.md#charges).
 */
export function parseMoveNews(move: Json, beside: Json | null): ToldNews {
  const { driver_name: driver, settled, tracking_link: link } = move
  const charges = [move['charge'], beside?.['charge']].filter((value) => value !== undefined)
  const charge = charges.find((value) => value !== null) ?? charges[0]
  return {
    ...(driver === null || typeof driver === 'string' ? { driverName: parseName(driver) } : {}),
    ...(settled === null || typeof settled === 'boolean' ? { settled } : {}),
    ...(charge === undefined ? {} : { charge: parseCharge(charge) }),
    ...(link === undefined
      ? {}
      : { unreadableTrackingLink: link === null || text(link) !== null ? null : unreadable(link) }),
  }
}

function parseName(value: string | null): string | null {
  const name = value?.trim().slice(0, MAX_NAME_LENGTH).toWellFormed() ?? ''
  return name === '' ? null : name
}

function parseCharge(value: unknown): Charge | 'unreadable' | null {
  if (value === null) return null
  const json = asObject(value)
  if (json === null) return 'unreadable'
  const details: unknown = json['details']
  return {
    type: text(json['type']),
    status: text(json['status']),
    dueAmount: parseAmount(json['due_amount']),
    paidAmount: parseAmount(json['paid_amount']),
    balanceRemaining: parseAmount(json['balance_remaining']),
    disputed: json['disputed'] === true,
    disputeReason: text(json['dispute_reason']),
    discountAmount: parseAmount(json['discount_amount']),
    discountReason: text(json['discount_reason']),
    details: Array.isArray(details) ? details.slice(0, MAX_DETAILS).flatMap(parseDetail) : [],
  }
}

function parseDetail(value: unknown): readonly ChargeDetail[] {
  const json = asObject(value)
  if (json === null) return []
  return [{ name: text(json['name']), amount: parseAmount(json['amount']), notes: text(json['notes']) }]
}

/** A comma only groups thousands here, because "12,50" read as 1250 would show a hundred times the amount. */
const NUMERIC = /^-?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/

function parseAmount(value: unknown): Amount {
  if (typeof value === 'number') return finite(value)
  const given = anyText(value)?.trim()
  if (given === undefined) return null
  return NUMERIC.test(given) ? finite(Number(given.replaceAll(/[$,]/g, ''))) : unreadable(given)
}
