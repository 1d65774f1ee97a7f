import { normalizeVin, normalizeYear, vinWarning } from '../../../shared/booking/vehicle.ts'
import { vinYearConflict } from '../../../shared/booking/vin-year.ts'
import type { ZipTown } from '../../../shared/booking/customer.ts'
import { normalizeZip } from '../../../shared/booking/place.ts'
import { stateCode } from '../../../shared/booking/us-state.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { formatClock, formatTime } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import type { BookingForm } from '../state/form.ts'
import { missingName } from './issue-text.ts'

/** The sentences of the card "Ready to book": what was checked while a person types. */

export const READY_TEXT = {
  title: 'Ready to book',
  open: 'Open',
  fillReturn: 'Fill the return',
  nothingYet: 'Checks show here while you type.',
} as const

/** "Still needed: name, street, make" of the messages of a refused save; empty if nothing is missing. */
export function describeMissing(messages: readonly string[]): string {
  const names = new Set(messages.flatMap((message) => missingName(message) ?? []))
  return names.size === 0 ? '' : `Still needed: ${[...names].join(', ')}`
}

/** A checked fact. `isFine` facts get a check mark, the others a warning sign. */
export type Check = { readonly isFine: boolean; readonly words: string }

const VIN_LENGTH = 17

/** Checks the VIN: its check digit, and its year against the typed one. */
export function checkVin(form: BookingForm, now: UtcInstant): readonly Check[] {
  const vin = normalizeVin(form.vehicleVin)
  if (vin.length < VIN_LENGTH) return []
  const warning = vinWarning(vin)
  if (warning !== null) return [{ isFine: false, words: warning }]
  const year = vinYearConflict(vin, form.vehicleYear, Number(now.slice(0, 4)))
  if (year !== null) return [{ isFine: false, words: `The VIN is a ${year}. The form says ${form.vehicleYear}.` }]
  const isYearTyped = normalizeYear(form.vehicleYear) !== ''
  return [
    { isFine: true, words: isYearTyped ? 'VIN check digit and model year are right' : 'VIN check digit is right' },
  ]
}

/** Checks that ZIP, city and state agree, and says how far away they are. `town` is undefined until it is known. */
export function checkTown(form: BookingForm, town: ZipTown | null | undefined, miles: number | null): readonly Check[] {
  if (town === undefined || town === null || form.placeState.trim() === '') return []
  const zip = normalizeZip(form.placeZip)
  if (stateCode(form.placeState) !== town.state)
    return [{ isFine: false, words: `${zip} is ${town.city}, ${town.state}` }]
  const isSameCity = form.placeCity.trim().toLowerCase() === town.city.toLowerCase()
  const away = miles === null ? '' : `, about ${Math.max(1, Math.round(miles))} mi away`
  return [{ isFine: true, words: `${isSameCity ? 'ZIP, city and state' : 'ZIP and state'} agree${away}` }]
}

/** "Possible duplicate: Jerome Patterson, Fri 9:30 AM.", with the desk of another desk's booking at the end. */
export function describeDuplicate({ customerName, desk, time }: BookedMoves, zone: string, now: UtcInstant): string {
  const [weekday = ''] = formatTime(time.utc, zone, now).split(',')
  return `Possible duplicate: ${customerName ?? 'one-way'}, ${weekday} ${formatClock(time.utc, zone)}${desk === null ? '' : `, ${desk}`}.`
}

/** Says of which pickup the form is probably the return. */
export function describeReturned(pickup: UtcInstant, zone: string, now: UtcInstant): string {
  const isToday = dateOf(pickup, zone) === dateOf(now, zone)
  const [, date = ''] = /^\w+, (\w+ \d+)/.exec(formatTime(pickup, zone, now)) ?? []
  return isToday ? "Looks like the return of today's pickup." : `Looks like the return of the pickup of ${date}.`
}

/** Says that the day's trips reach the limit of the settings during the form's trip. */
export function describeFullHour(trips: number, from: string, to: string): string {
  return `${trips} trips from ${from} to ${to}, at your limit.`
}

/** The button that shows the day: "See Wednesday". */
export function describeSeeDay(date: string): string {
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }).format(
    new Date(`${date}T12:00:00Z`),
  )
  return `See ${weekday}`
}
