import type { Day } from '../../shared/views/day.ts'
import { dateOf, dayOfDate, mondayOf, type UtcInstant } from '../../shared/time/time.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { bookingsBetween } from '../store/queries/day.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { View } from '../store/tx.ts'
import type { DistanceLookup } from './distance.ts'
import { countBookings, readDayLoad } from './load.ts'

/** Ten times the bookings of a busy rooftop's day. */
const MAX_BOOKINGS_PER_DAY = 300

const DAYS_PER_WEEK = 7

type DayDeps = {
  readonly remote: ProviderIdentity
  readonly zone: string
  readonly now: UtcInstant
  readonly miles: DistanceLookup
}

/** Returns the bookings, the trips and the week of a day in `zone`; `date` is `YYYY-MM-DD`, null for today. */
export function readDay(view: View, date: string | null, { remote, zone, now, miles }: DayDeps): Day {
  const day = date ?? dateOf(now, zone)
  const { from, to } = dayOfDate(day, zone)
  const ids = bookingsBetween(view, { from, to, limit: MAX_BOOKINGS_PER_DAY + 1 })
  const bookings = ids.slice(0, MAX_BOOKINGS_PER_DAY).flatMap((id) => readBooking(view, id, remote) ?? [])
  const load = readDayLoad(view, { date: day, except: null }, { zone, miles })
  const week = countBookings(view, { from: mondayOf(day), days: DAYS_PER_WEEK }, zone)
  return { date: day, from, to, bookings, more: ids.length > MAX_BOOKINGS_PER_DAY, load, week }
}
