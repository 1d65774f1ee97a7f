import { effectiveReference, effectiveVehicle } from '../../../shared/booking/added-facts.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Place } from '../../../shared/booking/place.ts'
import { instantsOf, toLocal } from '../../../shared/time/time.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'
import { restoreForm, type BookingForm } from './form.ts'
import { formatTypedPhone } from './typed-phone.ts'
import { windowNote, windowOf } from './window-note.ts'

/**
 * Returns the form that changes a stored booking, with the added facts; date and time are in `zone`, which is the zone
 * of the rooftop.
 */
export function formOf(booking: BookedMoves, zone: string): BookingForm {
  const [move, loaner] = booking.moves
  const there = booking.action === 'return' ? move?.delivery : move?.pickup
  const typed: Partial<BookingForm> = {
    changes: booking.id,
    kind: booking.action ?? 'one-way',
    ...vehicleFields('vehicle', move?.vehicle ?? null),
    ...timeFields(booking, zone),
    ...placeFields('place', there),
    reference: effectiveReference(booking) ?? '',
    payerNumber: booking.payerNumber?.toString() ?? '',
  }
  if (booking.kind === 'one-way') {
    return restoreForm({
      ...typed,
      ...placeFields('destination', move?.delivery),
      moveContact: move?.dealerContact ?? '',
      moveInstructions: move?.specialInstructions ?? '',
    })
  }
  const loanerVehicle = loaner === undefined ? null : effectiveVehicle(booking, loaner)
  return restoreForm({
    ...typed,
    customerPhone: booking.customerPhone === null ? '' : formatTypedPhone(booking.customerPhone),
    customerName: booking.customerName ?? '',
    // A blank place name means the customer's name.
    ...(there?.name === booking.customerName ? { placeName: '' } : {}),
    loanerChoice: loaner === undefined ? 'none' : loanerVehicle === null ? 'later' : 'now',
    ...vehicleFields('loaner', loanerVehicle),
    customerContact: move?.dealerContact ?? '',
    customerInstructions: move?.specialInstructions ?? '',
    loanerContact: loaner?.dealerContact ?? '',
    loanerInstructions: loaner?.specialInstructions ?? '',
  })
}

/** Returns the form of a new booking with all values of a stored booking except its time and that time's window. */
export function rebookForm(booking: BookedMoves, zone: string): BookingForm {
  const form = formOf(booking, zone)
  return { ...form, ...windowNote(form, null), changes: '', date: '', time: '', occurrence: '' }
}

/** Returns the form of the return trip of a pickup: same customer, car, loaner and address, and no time yet. */
export function returnTripForm(booking: BookedMoves, zone: string): BookingForm {
  return { ...rebookForm(booking, zone), kind: 'return' }
}

/** Returns the form of the return trip of a pickup with the time that a person already typed. */
export function asReturn(pickup: BookedMoves, typed: BookingForm, zone: string): BookingForm {
  const { spokenInput, parsedInput, date, time, occurrence } = typed
  const back = returnTripForm(pickup, zone)
  return { ...back, spokenInput, parsedInput, date, time, occurrence, ...windowNote(back, windowOf(typed)) }
}

function timeFields({ time }: BookedMoves, zone: string): Partial<BookingForm> {
  const local = toLocal(time.utc, zone)
  const [first, second] = instantsOf(local, zone)
  const occurrence = second === undefined ? '' : first === time.utc ? 'first' : 'second'
  return { date: local.slice(0, 10), time: local.slice(11, 16), occurrence }
}

function vehicleFields(which: 'vehicle' | 'loaner', vehicle: Vehicle | null): Partial<BookingForm> {
  if (vehicle === null) return {}
  return {
    [`${which}Vin`]: vehicle.vin ?? '',
    [`${which}Year`]: vehicle.year ?? '',
    [`${which}Make`]: vehicle.make ?? '',
    [`${which}Model`]: vehicle.model ?? '',
    [`${which}Color`]: vehicle.color ?? '',
    [`${which}Stock`]: vehicle.stock ?? '',
    [`${which}Gearbox`]: vehicle.manual ? 'manual' : 'automatic',
  }
}

function placeFields(which: 'place' | 'destination', place: Place | undefined): Partial<BookingForm> {
  if (place === undefined) return {}
  return {
    [`${which}Name`]: place.name,
    [`${which}Street`]: place.addressOne,
    [`${which}Unit`]: place.addressTwo ?? '',
    [`${which}Zip`]: place.zip,
    [`${which}City`]: place.city,
    [`${which}State`]: place.state,
  }
}
