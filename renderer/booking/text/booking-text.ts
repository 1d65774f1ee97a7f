import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves, MoveRole } from '../../../shared/move/move.ts'
import type { InDoubtBooking } from '../../../shared/outbox/reminder.ts'
import { formatClock, describeAutumnOverlap, formatZoneName } from '../../../shared/time/format.ts'
import { toLocal, type UtcInstant } from '../../../shared/time/time.ts'
import { formatVehicle } from '../../../shared/booking/vehicle.ts'
import type { MeantTime } from '../../scheduler/state/form.ts'

export function roleLabel(role: MoveRole): string {
  switch (role) {
    case 'customer':
      return "Customer's car"
    case 'loaner':
      return 'Loaner'
    case 'single':
      return 'One-way'
    default:
      return assertNever(role)
  }
}

/** Returns a short title, for example "Pickup, Harriet Quill" or "One-way, 2019 Buick Enclave". */
export function describeBooking(booking: BookedMoves): string {
  return describeOwner({ ...booking, vehicle: formatVehicle(booking.moves[0]?.vehicle ?? null) })
}

/** "Pickup + return, Harriet Quill · Wed, Nov 25, 2:00 PM ET and Fri, Nov 27, 4:30 PM ET". */
export function describeVisit({ customerName }: BookedMoves, pickup: string, back: string): string {
  return `Pickup + return, ${customerName ?? ''} · ${pickup} and ${back}`
}

/** Returns `describeBooking` for the middle of a sentence, for example "pickup, Harriet Quill". */
export function bookingInSentence(booking: BookedMoves): string {
  const title = describeBooking(booking)
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** Returns the title of `describeBooking` for a booking whose moves are not loaded. */
export function describeOwner(booking: Pick<InDoubtBooking, 'kind' | 'action' | 'customerName' | 'vehicle'>): string {
  if (booking.kind === 'one-way') return `One-way, ${booking.vehicle}`
  return `${booking.action === 'return' ? 'Return' : 'Pickup'}, ${booking.customerName ?? ''}`
}

/** Returns the question which of two equal wall times is meant, and both answers. Neither answer is preselected. */
export function occurrenceQuestion({ first, second }: Extract<MeantTime, { kind: 'twice' }>, zone: string) {
  const optionLabel = (turn: string, utc: UtcInstant) =>
    `${formatClock(utc, zone)}, ${turn} (${formatZoneName(utc, zone)})`
  return {
    label: `${describeAutumnOverlap(toLocal(first, zone), zone)} Which one?`,
    options: [
      { value: 'first', label: optionLabel('first', first) },
      { value: 'second', label: optionLabel('second', second) },
    ],
  }
}
