import type { ProviderMove, ProviderVehicle } from '../../shared/move/move.ts'
import type { ResolvedPlace } from '../../shared/booking/place.ts'
import type { ProviderBookingValues } from '../../shared/move/provider-values.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { CHANGED_PARTS } from '../../shared/outbox/amendment.ts'
import { anyText, asObject, finite, text, type Json } from './json-value.ts'
import { parseMoveNews } from './parse-move-news.ts'
import { parseStages, parseTime } from './parse-stamp.ts'
import { parseBookingValues, parseMoveValues, parseNews } from './parse-values.ts'

/*
 * Parses provider responses tolerantly: null, absent and unknown values are accepted, and extra fields are ignored. A
 * response that cannot be trusted gives null, and no text makes these functions throw.
 */

/** A move in a response about a pair or about one move, with the reference and VIN by which the desk recognizes it. */
export type ProviderMoveResponse = ProviderMove & { readonly reference: string | null; readonly vin: string | null }

/** The response to a new pair (test/spec/service.md#pair-response). */
export type ProviderPairResponse = {
  readonly customer: ProviderMoveResponse
  readonly loaner: ProviderMoveResponse
  readonly readyBy: UtcInstant | null
  readonly bookingValues: ProviderBookingValues
}

/** The fetch response, or the response to a new one-way (test/spec/service.md#fetch-response). */
export type ProviderSingleResponse = {
  readonly move: ProviderMoveResponse
  readonly readyBy: UtcInstant | null
  /** What the response holds of the booking as a whole. */
  readonly bookingValues?: ProviderBookingValues | undefined
}

/** A move's changeable values in a response; null where the response has none. */
export type ProviderChangeResponse = {
  readonly number: number
  readonly vehicle: ProviderVehicle
  readonly readyBy: UtcInstant | null
}

/** A fetched move, with the other move of its pair where the response shows both. */
export type FetchedMove = ProviderSingleResponse & { readonly partner: ProviderMoveResponse | null }

/** A deeper body is not a provider's response, and reading such a body could exhaust the stack. */
const MAX_DEPTH = 64

/** Returns the object that a body holds; null when the body is not JSON, not an object, or deeper than `MAX_DEPTH`. */
export function parseObject(body: string): Json | null {
  return asObject(parseJsonBody(body)?.value)
}

/** Returns the JSON value that a body holds; null when the body is not JSON or is deeper than `MAX_DEPTH`. */
export function parseJsonBody(body: string): { readonly value: unknown } | null {
  if (depthOf(body) > MAX_DEPTH) return null
  try {
    return { value: JSON.parse(body) as unknown }
  } catch {
    return null
  }
}

function depthOf(body: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < body.length; at += 1) {
    const char = body.charCodeAt(at)
    if (quoted) {
      if (char === 0x5c) at += 1
      else if (char === 0x22) quoted = false
    } else if (char === 0x22) quoted = true
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, (depth += 1))
    else if (char === 0x7d || char === 0x5d) depth -= 1
  }
  return deepest
}

/**
 * Parses the response to a new pair; null when either move or its number cannot be read. A charge beside the moves
 * counts for the customer's move, so that the charge is shown once.
 */
export function parsePair(body: string): ProviderPairResponse | null {
  const top = parseObject(body)
  if (top === null) return null
  const halves = [asObject(top['customer_move']), asObject(top['loaner_move'])] as const
  const customer = parseMove(halves[0], null, top)
  const loaner = parseMove(halves[1], null)
  if (customer === null || loaner === null) return null
  return {
    customer,
    loaner,
    readyBy: parseTime(top['ready_by_time_utc']),
    bookingValues: { ...parseBookingValues(top), ...parseNews([top, ...halves]) },
  }
}

/**
 * Parses the response to a new pair without a loaner; null for any other form, and when the number cannot be read. No
 * page of the provider shows that response, so both forms are inferred: `customer_move` as in the response to a pair,
 * or one `move`.
 */
export function parseConcierge(body: string): ProviderSingleResponse | null {
  const top = parseObject(body)
  if (top === null || asObject(top['loaner_move']) !== null) return null
  const half = asObject(top['customer_move'])
  if (half === null) return asObject(top['move']) === null ? null : parseSingle(body)
  const move = parseMove(half, null, top)
  if (move === null) return null
  return {
    move,
    readyBy: parseTime(top['ready_by_time_utc']),
    bookingValues: { ...parseBookingValues(top), ...parseNews([top, half]) },
  }
}

/**
 * Parses a response about one move, whose fields are under `move` or at the top; null when the number cannot be read.
 */
export function parseSingle(body: string): ProviderSingleResponse | null {
  const top = parseObject(body)
  if (top === null) return null
  const nested = asObject(top['move'])
  const move = parseMove(nested ?? top, top)
  if (move === null) return null
  return { move, readyBy: parseTime(top['ready_by_time_utc']), bookingValues: parseNews([top, nested]) }
}

/**
 * Parses a fetch response: the move, or the pair that the move belongs to, in the form of its creation
 * (test/spec/provider.md#fetch), for a pair without a loaner in either form of `parseConcierge`. Null when the number
 * cannot be read.
 */
export function parseFetched(body: string, number: number): FetchedMove | null {
  const pair = parsePair(body)
  const half = pair === null ? undefined : [pair.customer, pair.loaner].find((move) => move.number === number)
  if (pair !== null && half !== undefined) {
    const partner = half === pair.customer ? pair.loaner : pair.customer
    return { move: half, partner, readyBy: pair.readyBy, bookingValues: pair.bookingValues }
  }
  const single = parseConcierge(body) ?? parseSingle(body)
  return single === null ? null : { ...single, partner: null }
}

/** Parses the response to `POST /v1/cancelation`; null without a number or a `cancel_status`. */
export function parseCancellation(body: string): { readonly number: number; readonly cancelStatus: string } | null {
  const top = parseObject(body)
  const number = moveNumber(top)
  const cancelStatus = text(top?.['cancel_status'])?.trim() ?? null
  return number === null || cancelStatus === null ? null : { number, cancelStatus }
}

/**
 * Parses the response to a change, which has field names of its own (test/spec/provider.md#changes). Null without the
 * move's number.
 */
export function parseChanged(body: string): ProviderChangeResponse | null {
  const top = parseObject(body)
  const number = moveNumber(top)
  if (top === null || number === null) return null
  const vehicle = Object.fromEntries(
    CHANGED_PARTS.map((part) => [part, text(top[`vehicle_${part}`])]),
  ) as ProviderVehicle
  return { number, vehicle, readyBy: parseTime(top['ready_by']) }
}

/** Returns every number in a body that could be a move's, for a person who has to find out what became of a request. */
export function moveNumbersIn(body: string): readonly number[] {
  const top = parseObject(body)
  if (top === null) return []
  const places = [top, asObject(top['move']), asObject(top['customer_move']), asObject(top['loaner_move'])]
  return [...new Set(places.flatMap((place) => moveNumber(place) ?? []))]
}

/** `top` is the object around the move where the places stand beside the move, `beside` where a charge does. */
function parseMove(move: Json | null, top: Json | null, beside = top): ProviderMoveResponse | null {
  const number = moveNumber(move)
  if (move === null || number === null) return null
  const place = (name: string) => resolved(asObject(move[name]) ?? asObject(top?.[name]))
  return {
    number,
    reference: reference(referenceIn(move) ?? referenceIn(top)),
    vin: text(asObject(move['vehicle'])?.['vin']),
    vehicle: vehicle(asObject(move['vehicle'])),
    status: anyText(move['status']),
    cancelStatus: text(move['cancel_status'])?.trim() ?? null,
    cancelReason: text(move['cancel_reason']),
    stages: parseStages(move),
    trackingLink: text(move['tracking_link']),
    moveUri: text(move['move_uri']),
    laneUri: text(move['lane_uri']),
    detailsUrl: 'move_details_url' in move ? text(move['move_details_url']) : undefined,
    pickup: place('pickup_location'),
    delivery: place('delivery_location'),
    values: parseMoveValues(move, top),
    news: parseMoveNews(move, beside),
  }
}

function vehicle(json: Json | null): ProviderVehicle | undefined {
  if (json === null) return undefined
  return Object.fromEntries(CHANGED_PARTS.map((part) => [part, text(json[part])])) as ProviderVehicle
}

function referenceIn(json: Json | null): unknown {
  return json?.['reference_num'] ?? json?.['reference_id']
}

/** A reference that is not text becomes an empty text, which equals no reference of ours. */
function reference(value: unknown): string | null {
  return value === undefined || value === null ? null : (text(value) ?? '')
}

function moveNumber(move: Json | null): number | null {
  const value = move?.['move_id'] ?? move?.['id']
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

function resolved(place: Json | null): ResolvedPlace | undefined {
  if (place === null) return undefined
  return {
    lat: finite(place['lat']),
    lon: finite(place['lon']),
    googlePlaceId: text(place['google_place_id']),
    locationId: finite(place['location_id']),
    fullAddress: text(place['full_address']),
  }
}

/** An error of the provider's envelope (test/spec/provider.md#error-envelope), with `code` in lower case. */
export type ProviderError = { readonly code: string; readonly message: string; readonly param: string | null }

/** Returns the errors of the provider's envelope; null when the body is something else, such as a proxy's page. */
export function parseErrors(body: string): readonly ProviderError[] | null {
  const list = parseObject(body)?.['errors']
  if (!Array.isArray(list)) return null
  const errors = list.flatMap((item: unknown): ProviderError[] => {
    const error = asObject(item)
    const code = text(error?.['code'])
    if (error === null || code === null) return []
    return [{ code: code.toLowerCase(), message: text(error['message']) ?? '', param: text(error['param']) }]
  })
  return errors.length === 0 ? null : errors
}

/** True when the body says that nothing was done, whatever else the body holds. */
export function isRejection(body: string): boolean {
  return parseErrors(body) !== null || parseObject(body)?.['success'] === false
}
