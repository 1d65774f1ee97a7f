import { bookingTime, type Booking } from '../../shared/booking/booking.ts'
import { estimateReadyBy } from '../../shared/booking/ready-by.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import type { ReadyBy } from '../../shared/move/move.ts'
import { insertBooking } from '../store/tables/bookings.ts'
import { clearDraft } from '../store/tables/draft.ts'
import { insertMove, insertPlace, type NewMove } from '../store/tables/moves.ts'
import { appendEntry, type ProviderIdentity } from '../store/tables/outbox.ts'
import { indexMove } from '../store/queries/search.ts'
import type { Tx } from '../store/tx.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { DistanceLookup } from './distance.ts'
import { moveReference } from './reference.ts'

export type CreateDeps = {
  readonly remote: ProviderIdentity
  readonly clock: Clock
  readonly ids: Ids
  /** Called for each booking, because settings change while the app runs. */
  readonly rooftop: () => Rooftop
  /** The payer of a booking that names none; null for the rooftop, and for a provider that takes no payer. */
  readonly defaultPayer: () => number | null
  readonly miles: DistanceLookup
}

/**
 * Inserts a booking with its moves and its outbox entry, and clears the draft; `replaces` is the id of the booking that
 * the new one replaces at another time. Returns the id of the entry.
 */
export function insertNewBooking(
  tx: Tx,
  { remote, rooftop, defaultPayer, miles, clock, ids }: CreateDeps,
  booking: Booking,
  bookingId: string,
  replaces: string | null = null,
  savedAt = clock.now(),
): string {
  const pair = booking.kind === 'pair' ? booking : null
  insertBooking(tx, {
    id: bookingId,
    kind: booking.kind,
    action: pair?.action ?? null,
    remote,
    customerName: pair?.customer.name ?? null,
    customerPhone: pair?.customer.phone ?? null,
    time: bookingTime(booking),
    readyBy: readyBy(booking, rooftop(), miles),
    reference: booking.reference,
    payerNumber: booking.payerNumber ?? defaultPayer(),
    replaces,
    savedAt,
  })
  for (const move of newMoves(tx, booking, bookingId, rooftop(), ids)) {
    insertMove(tx, move)
    indexMove(tx, move.id)
  }
  const entryId = ids.next()
  appendEntry(tx, { id: entryId, bookingId, remote, at: savedAt })
  // The draft is cleared in the commit of its booking, because a draft that outlived its booking could be saved once
  // more. A replacement comes from no draft.
  if (replaces === null) clearDraft(tx)
  return entryId
}

/** Returns the ready-by time of a booking: the requested time of a one-way, our estimate for a pair. */
export function readyBy(booking: Booking, { address, marginMinutes }: Rooftop, miles: DistanceLookup): ReadyBy {
  if (booking.kind === 'one-way') return { utc: booking.readyBy.utc, source: 'requested' }
  const drive = miles(address.zip, booking.place.zip)
  return { utc: estimateReadyBy(booking.appointment.utc, drive, marginMinutes), source: 'estimate' }
}

/**
 * Inserts the places of a booking and returns its moves; a pair without a loaner has only the customer's. For a
 * `pickup` the loaner is at the service lot and the customer's car at the customer's address, for a `return` the other
 * way round.
 */
export function newMoves(tx: Tx, booking: Booking, bookingId: string, rooftop: Rooftop, ids: Ids): readonly NewMove[] {
  const there = insertPlace(tx, booking.place)
  if (booking.kind === 'one-way') {
    return [
      {
        id: ids.next(),
        bookingId,
        role: 'single',
        reference: moveReference(booking.reference, bookingId, 'single'),
        vehicle: booking.vehicle,
        pickupPlaceId: there,
        deliveryPlaceId: insertPlace(tx, booking.destination),
        ...booking.notes,
      },
    ]
  }
  const lot = insertPlace(tx, rooftop.address)
  // Each move of a pair starts or ends at the service lot, so the rooftop's contact is the default person for the
  // driver to ask for.
  const withContact = ({ dealerContact, specialInstructions }: typeof booking.loanerNotes) => ({
    dealerContact: dealerContact ?? rooftop.contact,
    specialInstructions,
  })
  const toShop = { pickupPlaceId: there, deliveryPlaceId: lot }
  const toCustomer = { pickupPlaceId: lot, deliveryPlaceId: there }
  // The customer's move is made and inserted last, so that lists with the newest first show the customer's move first.
  const loaners: readonly NewMove[] = booking.withLoaner
    ? [
        {
          id: ids.next(),
          bookingId,
          role: 'loaner',
          reference: moveReference(booking.reference, bookingId, 'loaner'),
          vehicle: booking.loaner,
          ...(booking.action === 'pickup' ? toCustomer : toShop),
          ...withContact(booking.loanerNotes),
        },
      ]
    : []
  return [
    ...loaners,
    {
      id: ids.next(),
      bookingId,
      role: 'customer',
      reference: moveReference(booking.reference, bookingId, 'customer'),
      vehicle: booking.vehicle,
      ...(booking.action === 'pickup' ? toShop : toCustomer),
      ...withContact(booking.customerNotes),
    },
  ]
}
