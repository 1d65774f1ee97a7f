import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { FORM_TEXT } from './form-text.ts'

/** The words of a customer's last bookings. */

type Booked = {
  readonly action: 'pickup' | 'return' | null
  readonly vehicle: string
  readonly reference: string | null
}

/** "Return, 2019 Buick Enclave · RO 11876". */
export function describeBookedCar({ action, vehicle, reference }: Booked): string {
  const what = FORM_TEXT.kinds[action ?? 'one-way']
  return reference === null ? `${what}, ${vehicle}` : `${what}, ${vehicle} · ${reference}`
}

/** "Aug 12", or "Aug 12, 2025" of another year. */
export function describeShortDay(utc: UtcInstant, zone: string, now: UtcInstant): string {
  const [, day = ''] = /^\w+, (\w+ \d+(?:, \d{4})?)/.exec(formatTime(utc, zone, now)) ?? []
  return day
}
