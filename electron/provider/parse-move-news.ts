import type { Amount, Charge, ChargeDetail, ToldNews } from '../../shared/move/move-news.ts'
import { anyText, asObject, finite, MAX_TEXT_LENGTH, oneLine, text, unreadable, type Json } from './json-value.ts'

/* Reads what only the provider says of a move, beside its progress. */

const MAX_NAME_LENGTH = 100
const MAX_NOTE_LENGTH = 200
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
    ...(driver === null || typeof driver === 'string' ? { driverName: line(driver, MAX_NAME_LENGTH) } : {}),
    ...(settled === null || typeof settled === 'boolean' ? { settled } : {}),
    ...(charge === undefined ? {} : { charge: parseCharge(charge) }),
    ...(link === undefined
      ? {}
      : { unreadableTrackingLink: link === null || text(link) !== null ? null : unreadable(link) }),
  }
}

/** Returns a text as one line for a person; null for a blank text and for any other type. */
function line(value: unknown, maxLength = MAX_NOTE_LENGTH): string | null {
  const given = typeof value === 'string' ? oneLine(value.slice(0, MAX_TEXT_LENGTH)).slice(0, maxLength) : ''
  return given === '' ? null : given.toWellFormed()
}

function parseCharge(value: unknown): Charge | 'unreadable' | null {
  if (value === null) return null
  const json = asObject(value)
  if (json === null) return 'unreadable'
  const details: unknown = json['details']
  return {
    type: line(json['type']),
    status: line(json['status']),
    dueAmount: parseAmount(json['due_amount']),
    paidAmount: parseAmount(json['paid_amount']),
    balanceRemaining: parseAmount(json['balance_remaining']),
    disputed: json['disputed'] === true,
    disputeReason: line(json['dispute_reason']),
    discountAmount: parseAmount(json['discount_amount']),
    discountReason: line(json['discount_reason']),
    details: Array.isArray(details) ? details.slice(0, MAX_DETAILS).flatMap(parseDetail) : [],
  }
}

function parseDetail(value: unknown): readonly ChargeDetail[] {
  const json = asObject(value)
  if (json === null) return []
  return [{ name: line(json['name']), amount: parseAmount(json['amount']), notes: line(json['notes']) }]
}

/** A comma only groups thousands here, because "12,50" read as 1250 would show a hundred times the amount. */
const NUMERIC = /^-?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/

function parseAmount(value: unknown): Amount {
  if (typeof value === 'number') return finite(value)
  const given = anyText(value)?.trim()
  if (given === undefined) return null
  return NUMERIC.test(given) ? finite(Number(given.replaceAll(/[$,]/g, ''))) : unreadable(given)
}
