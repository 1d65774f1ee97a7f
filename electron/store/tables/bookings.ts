import type { BookedMoves, ReadyBy, WaitReason } from '../../../shared/move/move.ts'
import { PROFILE_FACTS, PROFILES } from '../../../shared/desk/provider-profile.ts'
import type { UtcInstant, ZonedTime } from '../../../shared/time/time.ts'
import type { ProviderCapabilities } from '../../../shared/outbox/amendment.ts'
import { readRight } from '../board/rights.ts'
import { deskName } from '../board/link.ts'
import { addedFactsOf } from './added-facts.ts'
import { movesOfBooking } from './moves.ts'
import { readBookingValues } from './provider-values.ts'
import { entryOfBooking, type Entry, type ProviderIdentity } from './outbox.ts'
import { isBlocked } from '../queries/send-order.ts'
import { linksOf } from '../queries/reschedules.ts'
import type { Tx, View } from '../tx.ts'

export type NewBooking = {
  readonly id: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly remote: ProviderIdentity
  readonly customerName: string | null
  readonly customerPhone: string | null
  readonly time: ZonedTime
  readonly readyBy: ReadyBy
  readonly reference: string | null
  readonly payerNumber: number | null
  /** The id of the booking that this booking replaces at another time; null for none. */
  readonly replaces: string | null
  readonly savedAt: UtcInstant
}

export function insertBooking(tx: Tx, booking: NewBooking): void {
  tx.touch(booking.id)
  tx.sql(
    `INSERT INTO bookings (id, kind, action, provider_address, provider_profile, customer_name, customer_phone,
       time_local, time_zone, time_utc, ready_by_utc, ready_by_source, reference, payer_number, replaces, saved_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    booking.id,
    booking.kind,
    booking.action,
    booking.remote.address,
    booking.remote.profile,
    booking.customerName,
    booking.customerPhone,
    booking.time.local,
    booking.time.zone,
    booking.time.utc,
    booking.readyBy.utc,
    booking.readyBy.source,
    booking.reference,
    booking.payerNumber,
    booking.replaces,
    booking.savedAt,
  )
}

/** Replaces the requested values of a booking. Its id, kind, provider and time of saving stay. */
export function updateBooking(tx: Tx, booking: Omit<NewBooking, 'kind' | 'remote' | 'replaces' | 'savedAt'>): void {
  tx.touch(booking.id)
  tx.sql(
    `UPDATE bookings SET action = ?, customer_name = ?, customer_phone = ?, time_local = ?, time_zone = ?, time_utc = ?,
       ready_by_utc = ?, ready_by_source = ?, reference = ?, payer_number = ? WHERE id = +?`,
  ).run(
    booking.action,
    booking.customerName,
    booking.customerPhone,
    booking.time.local,
    booking.time.zone,
    booking.time.utc,
    booking.readyBy.utc,
    booking.readyBy.source,
    booking.reference,
    booking.payerNumber,
    booking.id,
  )
}

/**
 * Replaces the ready-by, whatever its source, by the time that the provider returned or accepted. For a pair, ignores a
 * time after the appointment, because the driver would miss the appointment.
 */
export function setReadyBy(tx: Tx, bookingId: string, utc: UtcInstant): void {
  const changed = tx
    .sql(
      `UPDATE bookings SET ready_by_utc = @utc, ready_by_source = 'provider'
       WHERE id = +@bookingId AND (kind = 'one-way' OR @utc <= time_utc)
         AND (ready_by_utc, ready_by_source) IS NOT (@utc, 'provider')`,
    )
    .run({ utc, bookingId })
  // Each answer about a move repeats the time, and the board is told of a change alone.
  if (changed.changes > 0) tx.touch(bookingId)
}

type BookingRow = {
  readonly id: string
  readonly provider_address: string
  readonly provider_profile: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly customer_name: string | null
  readonly customer_phone: string | null
  readonly time_local: string
  readonly time_zone: string
  readonly time_utc: string
  readonly ready_by_utc: string
  readonly ready_by_source: ReadyBy['source']
  readonly reference: string | null
  readonly payer_number: number | null
  readonly saved_at: string
  readonly provider_values: string | null
  readonly customer_to_tell: string | null
}

export type UnlinkedBooking = Omit<BookedMoves, 'replaces' | 'replacement'>

/**
 * A booking with its moves and its outbox entry. `waitReason` and `capabilities` are those of a desk that works with
 * `remote`; null for an unknown id.
 */
export function readBooking(view: View, id: string, remote: ProviderIdentity): BookedMoves | null {
  const booking = readUnlinked(view, id, remote)
  return booking === null
    ? null
    : { ...booking, ...linksOf(view, booking, (other) => readUnlinked(view, other, remote)) }
}

/** As `readBooking`, without the bookings of the same reschedule. */
export function readUnlinked(view: View, id: string, remote: ProviderIdentity): UnlinkedBooking | null {
  const row = view.sql('SELECT * FROM bookings WHERE id = +?').get(id) as BookingRow | undefined
  const entry = entryOfBooking(view, id)
  if (row === undefined || entry === null) return null
  const { state, code, fields, providerMessage, unresolvedAttempt, sentAt, notBookedReportedAt, overriddenHolds } =
    entry
  return {
    id: row.id,
    desk: entry.desk === null ? null : deskName(view, entry.desk),
    kind: row.kind,
    action: row.action,
    state,
    waitReason: state === 'waiting' && entry.desk === null ? waitingReason(view, row, entry, remote) : null,
    entry: { state, code, fields, providerMessage, unresolvedAttempt, sentAt, notBookedReportedAt, overriddenHolds },
    savedAt: row.saved_at,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    time: { local: row.time_local, zone: row.time_zone, utc: row.time_utc },
    readyBy: { utc: row.ready_by_utc, source: row.ready_by_source },
    reference: row.reference,
    addedFacts: addedFactsOf(view, row.id),
    payerNumber: row.payer_number,
    capabilities: entry.desk === null ? capabilitiesOf(row, remote) : { cancel: false, change: false },
    providerValues: readBookingValues(row.provider_values),
    customerToTell: row.customer_to_tell,
    moves: movesOfBooking(view, row.id),
  }
}

/** The id of the booking of a move; null for an unknown move. */
export function bookingOfMove(view: View, moveId: string): string | null {
  const row = view.sql('SELECT booking_id FROM moves WHERE id = +?').get(moveId) as { booking_id: string } | undefined
  return row?.booking_id ?? null
}

function belongsTo(row: BookingRow, remote: ProviderIdentity): boolean {
  return row.provider_address === remote.address && row.provider_profile === remote.profile
}

/** Only the provider that a booking was made for can take requests about the booking. */
function capabilitiesOf(row: BookingRow, remote: ProviderIdentity): ProviderCapabilities {
  const profile = PROFILES.find((one) => one === row.provider_profile)
  if (profile === undefined || !belongsTo(row, remote)) return { cancel: false, change: false }
  const { cancels, changes } = PROFILE_FACTS[profile]
  return { cancel: cancels, change: changes }
}

function waitingReason(view: View, row: BookingRow, entry: Entry, remote: ProviderIdentity): WaitReason | null {
  if (!belongsTo(row, remote)) return { code: 'other-provider', address: row.provider_address }
  if (isBlocked(view, entry.id)) return { code: 'blocked' }
  const right = readRight(view, entry.id)
  if (right === null || right.isAlone) return null
  return { code: right.handedOver ? 'handed-over' : 'claim' }
}
