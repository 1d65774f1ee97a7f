import type {
  Move,
  MovePlace,
  MoveRole,
  ProviderFact,
  ProviderMove,
  Stage,
  Stamp,
  ProviderVehicle,
} from '../../../shared/move/move.ts'
import { STAGES } from '../../../shared/move/move.ts'
import type { Mismatch } from '../../../shared/move/mismatch.ts'
import type { Place, ResolvedPlace } from '../../../shared/booking/place.ts'
import { normalizeState } from '../../../shared/booking/us-state.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'
import type { Change } from '../../../shared/outbox/amendment.ts'
import { parseJson } from '../../platform/json.ts'
import type { Tx, View } from '../tx.ts'
import { amendmentsOfMove } from './amendments.ts'
import { formerNumbers } from './former-numbers.ts'
import { readMoveNews, readMoveValues, storeMoveNews, storeMoveValues } from './provider-values.ts'

/** A move as it is saved: the requested values, without values of the provider. */
export type NewMove = {
  readonly id: string
  readonly bookingId: string
  readonly role: MoveRole
  readonly reference: string
  readonly vehicle: Vehicle | null
  readonly pickupPlaceId: number
  readonly deliveryPlaceId: number
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
}

export function insertPlace(tx: Tx, place: Place): number {
  const row = tx
    .sql('INSERT INTO places (name, address_one, address_two, city, state, zip) VALUES (?, ?, ?, ?, ?, ?)')
    .run(place.name, place.addressOne, place.addressTwo, place.city, place.state, place.zip)
  return Number(row.lastInsertRowid)
}

export function insertMove(tx: Tx, move: NewMove): void {
  tx.sql(
    `INSERT INTO moves (id, booking_id, role, reference, vehicle_id, pickup_place_id, delivery_place_id,
       dealer_contact, special_instructions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    move.id,
    move.bookingId,
    move.role,
    move.reference,
    move.vehicle === null ? null : insertVehicle(tx, move.vehicle),
    move.pickupPlaceId,
    move.deliveryPlaceId,
    move.dealerContact,
    move.specialInstructions,
  )
}

/** Replaces the requested values of a move. A move with a number stays unchanged. */
export function updateMove(tx: Tx, move: Omit<NewMove, 'bookingId'>): void {
  tx.sql(
    `UPDATE moves SET reference = ?, vehicle_id = ?, pickup_place_id = ?, delivery_place_id = ?, dealer_contact = ?,
       special_instructions = ? WHERE id = +? AND number IS NULL`,
  ).run(
    move.reference,
    move.vehicle === null ? null : insertVehicle(tx, move.vehicle),
    move.pickupPlaceId,
    move.deliveryPlaceId,
    move.dealerContact,
    move.specialInstructions,
    move.id,
  )
}

function insertVehicle(tx: Tx, car: Vehicle): number {
  const row = tx
    .sql('INSERT INTO vehicles (stock, vin, year, make, model, color, manual) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(car.stock, car.vin, car.year, car.make, car.model, car.color, car.manual ? 1 : 0)
  return Number(row.lastInsertRowid)
}

/**
 * Stores the provider's values of a move beside the requested values; a value that is `undefined` in `response` keeps
 * the stored value. The move then counts as fetched at `providerReadAt` and as not missing.
 */
export function confirmMove(tx: Tx, moveId: string, response: ProviderMove, providerReadAt: UtcInstant): void {
  tx.sql(
    `UPDATE moves SET provider_read_at = @readAt, polled_at = @readAt, missing_since = NULL, number = @number,
       status = @status, cancel_status = @cancelStatus, cancel_reason = @cancelReason,
       provider_vehicle = coalesce(@vehicle, provider_vehicle),
       ${STAGES.map((stage) => `${stage} = ${keptTimeSql(stage)}`).join(', ')},
       tracking_link = @trackingLink, move_uri = @moveUri, lane_uri = @laneUri,
       details_url = coalesce(@detailsUrl, details_url),
       pickup_resolved = coalesce(@pickup, pickup_resolved), delivery_resolved = coalesce(@delivery, delivery_resolved)
     WHERE id = +@moveId`,
  ).run({
    moveId,
    readAt: providerReadAt,
    number: response.number,
    status: response.status,
    cancelStatus: response.cancelStatus,
    cancelReason: response.cancelReason,
    vehicle: response.vehicle === undefined ? null : JSON.stringify(response.vehicle),
    ...Object.fromEntries(STAGES.map((stage) => [stage, stampColumn(response.stages[stage])])),
    trackingLink: response.trackingLink,
    moveUri: response.moveUri,
    laneUri: response.laneUri,
    detailsUrl: response.detailsUrl ?? null,
    pickup: response.pickup === undefined ? null : JSON.stringify(response.pickup),
    delivery: response.delivery === undefined ? null : JSON.stringify(response.delivery),
  })
  storeMoveValues(tx, moveId, response.values)
  storeMoveNews(tx, moveId, response.news)
}

/** The text of a stage column for a stage that was reached without a readable time. */
const REACHED = 'reached'

function stampColumn(stamp: Stamp): string | null {
  return stamp === true ? REACHED : stamp
}

function readStamp(column: string | null): Stamp {
  return column === REACHED ? true : column
}

/** A stage that is reached without a readable time keeps a time that an earlier response gave. */
function keptTimeSql(stage: Stage): string {
  return `CASE @${stage} WHEN '${REACHED}' THEN coalesce(${stage}, @${stage}) ELSE @${stage} END`
}

/** Stores the vehicle of an applied change. Unchanged values stay. */
export function updateVehicle(tx: Tx, moveId: string, change: Change): void {
  const { readyBy: _, ...parts } = change
  const { vehicle_id: id } = tx.sql('SELECT vehicle_id FROM moves WHERE id = +?').get(moveId) as {
    vehicle_id: number | null
  }
  if (id === null) {
    const made = insertVehicle(tx, { ...parts, manual: false })
    tx.sql('UPDATE moves SET vehicle_id = ? WHERE id = +?').run(made, moveId)
    return
  }
  tx.sql(
    `UPDATE vehicles SET stock = coalesce(@stock, stock), vin = coalesce(@vin, vin), year = coalesce(@year, year),
       make = coalesce(@make, make), model = coalesce(@model, model), color = coalesce(@color, color) WHERE id = +@id`,
  ).run({ ...parts, id })
}

/** Makes a tracked move due for a fetch at once, after an event whose effect the desk cannot know by itself. */
export function refreshSoon(tx: Tx, moveId: string): void {
  tx.sql('UPDATE moves SET polled_at = NULL WHERE id = +?').run(moveId)
}

/**
 * The id of our move that has or had this number at this provider, outside the given booking; null if there is none.
 */
export function moveIdByNumber(view: View, number: number, remoteAddress: string, butBooking: string): string | null {
  const row = view
    .sql(
      `SELECT m.id FROM moves m JOIN bookings b ON b.id = m.booking_id
       WHERE (m.number = +@number OR m.id IN (SELECT move_id FROM former_numbers WHERE number = +@number))
         AND b.provider_address = +@remoteAddress AND b.id <> +@butBooking LIMIT 1`,
    )
    .get({ number, remoteAddress, butBooking }) as { id: string } | undefined
  return row?.id ?? null
}

/** The highest number that a provider gave to a move of this store, or 0. */
export function highestNumber(view: View): number {
  return (view.sql('SELECT coalesce(max(number), 0) AS number FROM moves').get() as { number: number }).number
}

type MoveRow = Readonly<Record<Stage, string | null>> & {
  readonly id: string
  readonly role: MoveRole
  readonly reference: string
  readonly vehicle_id: number | null
  readonly pickup_place_id: number
  readonly delivery_place_id: number
  readonly dealer_contact: string | null
  readonly special_instructions: string | null
  readonly provider_read_at: string | null
  readonly missing_since: string | null
  readonly number: number | null
  readonly status: string | null
  readonly cancel_status: string | null
  readonly cancel_reason: string | null
  readonly replaced_by: number | null
  readonly reported_number: number | null
  readonly replacement_mismatch: string | null
  readonly provider_vehicle: string | null
  readonly provider_values: string | null
  readonly provider_news: string | null
  readonly tracking_link: string | null
  readonly move_uri: string | null
  readonly lane_uri: string | null
  readonly details_url: string | null
  readonly pickup_resolved: string | null
  readonly delivery_resolved: string | null
}

/** A booking's moves, the customer's first. */
export function movesOfBooking(view: View, bookingId: string): readonly Move[] {
  const rows = view
    .sql(`SELECT * FROM moves WHERE booking_id = +? ORDER BY CASE role WHEN 'loaner' THEN 1 ELSE 0 END`)
    .all(bookingId) as MoveRow[]
  return rows.map((row) => readMove(view, row))
}

export function countMovesOf(view: View, bookingId: string): number {
  return (view.sql('SELECT count(*) AS n FROM moves WHERE booking_id = +?').get(bookingId) as { n: number }).n
}

/** One object for the fifteen values of a move that only the provider knows. */
const UNKNOWN = { known: false } as const

function readMove(view: View, row: MoveRow): Move {
  const known = row.number !== null
  const fact = <T>(value: T): ProviderFact<T> => (known ? { known, value } : UNKNOWN)
  return {
    id: row.id,
    role: row.role,
    number: row.number === null ? UNKNOWN : { known: true, value: row.number },
    status: fact(row.status),
    cancelStatus: fact(row.cancel_status),
    cancelReason: row.cancel_reason,
    replacedBy: known ? (row.reported_number ?? row.replaced_by) : null,
    replacementMismatch: parseJson<Mismatch>(row.replacement_mismatch),
    formerNumbers: formerNumbers(view, row.id),
    stages: {
      pickup_started: fact(readStamp(row.pickup_started)),
      pickup_arrived: fact(readStamp(row.pickup_arrived)),
      pickup_successful: fact(readStamp(row.pickup_successful)),
      delivery_started: fact(readStamp(row.delivery_started)),
      delivery_arrived: fact(readStamp(row.delivery_arrived)),
      delivery_successful: fact(readStamp(row.delivery_successful)),
    },
    trackingLink: fact(row.tracking_link),
    moveUri: fact(row.move_uri),
    laneUri: fact(row.lane_uri),
    detailsUrl: fact(row.details_url),
    reference: row.reference,
    dealerContact: row.dealer_contact,
    specialInstructions: row.special_instructions,
    vehicle: row.vehicle_id === null ? null : readVehicle(view, row.vehicle_id),
    providerVehicle: parseJson<ProviderVehicle>(row.provider_vehicle),
    providerValues: readMoveValues(row.provider_values),
    news: readMoveNews(row.provider_news),
    pickup: readPlace(view, row.pickup_place_id, row.pickup_resolved),
    delivery: readPlace(view, row.delivery_place_id, row.delivery_resolved),
    providerReadAt: row.provider_read_at,
    missingSince: row.missing_since,
    amendments: amendmentsOfMove(view, row.id),
  }
}

function readVehicle(view: View, id: number): Vehicle {
  const row = view
    .sql('SELECT stock, vin, year, make, model, color, manual FROM vehicles WHERE id = +?')
    .get(id) as Omit<Vehicle, 'manual'> & { manual: number }
  return { ...row, manual: row.manual === 1 }
}

function readPlace(view: View, id: number, resolved: string | null): MovePlace {
  const place = view
    .sql(
      `SELECT name, address_one AS addressOne, address_two AS addressTwo, city, state, zip FROM places WHERE id = +?`,
    )
    .get(id) as Place
  const value = parseJson<ResolvedPlace>(resolved)
  // A booking of an earlier version holds the state as typed.
  return {
    ...place,
    state: normalizeState(place.state),
    resolved: value === null ? UNKNOWN : { known: true, value },
  }
}
