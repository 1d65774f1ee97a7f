import { STAGES, type ProviderMove, type Stage, type ProviderVehicle } from '../../shared/move/move.ts'
import type { ResolvedPlace } from '../../shared/booking/place.ts'
import { parseUtc, type UtcInstant } from '../../shared/time/time.ts'
import { CHANGED_PARTS } from '../../shared/outbox/amendment.ts'

/*
 * Reads what a provider answers, tolerantly: null, absent and unknown are all taken, extra fields are passed over. What
 * cannot be believed is said as such; nothing here throws on any text.
 */

/** A move as a provider tells it, whichever of the two forms it came in, with what it is known again by. */
export type ProviderMoveResponse = ProviderMove & { readonly reference: string | null; readonly vin: string | null }

/** The creation answer of a pair (test/spec/service.md#pair-response). */
export type ProviderPairResponse = {
  readonly customer: ProviderMoveResponse
  readonly loaner: ProviderMoveResponse
  readonly readyBy: UtcInstant | null
}

/** The fetch answer, or the creation answer of a one-way (test/spec/service.md#fetch-response). */
export type ProviderSingleResponse = { readonly move: ProviderMoveResponse; readonly readyBy: UtcInstant | null }

/** A move's changeable values as a provider tells them; null where it tells none. */
export type ProviderChangeResponse = {
  readonly number: number
  readonly vehicle: ProviderVehicle
  readonly readyBy: UtcInstant | null
}

/** What a fetch answers: the move, and the other one of its pair where it was told with it. */
export type Fetched = ProviderSingleResponse & { readonly partner: ProviderMoveResponse | null }

type Json = Readonly<Record<string, unknown>>

/** Deeper than this is not an answer; reading it could exhaust the stack of whoever walks it. */
const MAX_DEPTH = 64

/** The object that a body holds; null when it is not JSON, not an object, or deeper than an answer can be. */
export function parseObject(body: string): Json | null {
  if (depthOf(body) > MAX_DEPTH) return null
  try {
    return asObject(JSON.parse(body))
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

/** Reads the creation answer of a pair; null when either move or its number cannot be read. */
export function parsePair(body: string): ProviderPairResponse | null {
  const top = parseObject(body)
  if (top === null) return null
  const customer = parseMove(asObject(top['customer_move']), null)
  const loaner = parseMove(asObject(top['loaner_move']), null)
  if (customer === null || loaner === null) return null
  return { customer, loaner, readyBy: time(top['ready_by_time_utc']) }
}

/** Reads the answer about one move, also where its fields stand at the top; null when its number cannot be read. */
export function parseSingle(body: string): ProviderSingleResponse | null {
  const top = parseObject(body)
  if (top === null) return null
  const move = parseMove(asObject(top['move']) ?? top, top)
  return move === null ? null : { move, readyBy: time(top['ready_by_time_utc']) }
}

/**
 * Reads what a fetch of a move answers: the move, or the pair that the move belongs to, in the form of its creation
 * (test/spec/provider.md#fetch). Null when its number cannot be read.
 */
export function parseFetched(body: string, number: number): Fetched | null {
  const pair = parsePair(body)
  const half = pair === null ? undefined : [pair.customer, pair.loaner].find((move) => move.number === number)
  if (pair !== null && half !== undefined) {
    const partner = half === pair.customer ? pair.loaner : pair.customer
    return { move: half, partner, readyBy: pair.readyBy }
  }
  const single = parseSingle(body)
  return single === null ? null : { ...single, partner: null }
}

/** What `POST /v1/cancelation` answers; null when it cannot be read or names no word. */
export function parseCancellation(body: string): { readonly number: number; readonly cancelStatus: string } | null {
  const top = parseObject(body)
  const number = moveNumber(top)
  const cancelStatus = text(top?.['cancel_status'])
  return number === null || cancelStatus === null ? null : { number, cancelStatus }
}

/** What a change answers: `PATCH` has names of its own for the fields. Null without the move's number. */
export function parseChanged(body: string): ProviderChangeResponse | null {
  const top = parseObject(body)
  const number = moveNumber(top)
  if (top === null || number === null) return null
  const vehicle = Object.fromEntries(
    CHANGED_PARTS.map((part) => [part, text(top[`vehicle_${part}`])]),
  ) as ProviderVehicle
  return { number, vehicle, readyBy: time(top['ready_by']) }
}

/** Every number in a body that could be a move's, for a person who has to find out what became of a request. */
export function moveNumbersIn(body: string): readonly number[] {
  const top = parseObject(body)
  if (top === null) return []
  const places = [top, asObject(top['move']), asObject(top['customer_move']), asObject(top['loaner_move'])]
  return [...new Set(places.flatMap((place) => moveNumber(place) ?? []))]
}

function parseMove(move: Json | null, top: Json | null): ProviderMoveResponse | null {
  const number = moveNumber(move)
  if (move === null || number === null) return null
  const place = (name: string) => resolved(asObject(move[name]) ?? asObject(top?.[name]))
  return {
    number,
    reference: reference(referenceIn(move) ?? referenceIn(top)),
    vin: text(asObject(move['vehicle'])?.['vin']),
    vehicle: vehicle(asObject(move['vehicle'])),
    status: text(move['status']),
    cancelStatus: text(move['cancel_status']),
    cancelReason: text(move['cancel_reason']),
    stages: Object.fromEntries(STAGES.map((stage) => [stage, time(move[stage])])) as Record<Stage, UtcInstant | null>,
    trackingLink: text(move['tracking_link']),
    moveUri: text(move['move_uri']),
    laneUri: text(move['lane_uri']),
    detailsUrl: 'move_details_url' in move ? text(move['move_details_url']) : undefined,
    pickup: place('pickup_location'),
    delivery: place('delivery_location'),
  }
}

function vehicle(told: Json | null): ProviderVehicle | undefined {
  if (told === null) return undefined
  return Object.fromEntries(CHANGED_PARTS.map((part) => [part, text(told[part])])) as ProviderVehicle
}

function referenceIn(told: Json | null): unknown {
  return told?.['reference_num'] ?? told?.['reference_id']
}

/** What is there and is no text equals no reference of ours. */
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

/** One error of the provider's envelope. */
export type ProviderError = { readonly code: string; readonly message: string; readonly param: string | null }

/** The provider's error envelope, codes in lower case; null when the body is no such thing, as a proxy's page is not. */
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

/** True where an answer says of itself that nothing was done, whatever else it holds. */
export function isRejection(body: string): boolean {
  return parseErrors(body) !== null || parseObject(body)?.['success'] === false
}

function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 4000 && value.isWellFormed() ? value : null
}

function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function time(value: unknown): UtcInstant | null {
  return typeof value === 'string' ? parseUtc(value) : null
}
