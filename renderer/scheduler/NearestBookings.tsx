import { useMemo, useSyncExternalStore } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { formatClock, formatDay } from '../../shared/time/format.ts'
import { dateOf, toMillis } from '../../shared/time/time.ts'
import type { PlannedTrip } from '../../shared/views/load.ts'
import { createAxis, positionOf, type Axis } from '../../shared/views/day-axis.ts'
import { WithDesk } from '../booking/WithDesk.tsx'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { useDayLoad } from './LoadStrip.tsx'
import { liveForm } from './state/live-form.ts'
import { nearestTrips, ownTrip, timeOf } from './state/nearest.ts'
import { describeNearest, describePlanned, THIS_BOOKING } from './text/load-text.ts'
import { useTrip } from './use-trip.ts'
import css from './NearestBookings.module.css'

/** The height of a window without a row of this list, in pixels, and the height of a row. */
const SHEET_HEIGHT = 880
const ROW_HEIGHT = 24
const MIN_WIDTH = 1600

/** The bookings of the form's day around its time, below the form of a window that has the room. */
export function NearestBookings({ status }: { readonly status: DeskStatus }) {
  const rows = useSyncExternalStore(onResize, countRows)
  return rows >= 4 && <Nearest status={status} most={rows} />
}

function Nearest({ status, most }: { readonly status: DeskStatus; readonly most: number }) {
  const { draft } = useStores()
  const form = liveForm(
    useStore(draft, (state) => state.form),
    status,
  )
  const { zone } = status.rooftop
  const date = form.date === '' ? dateOf(status.now, zone) : form.date
  const load = useDayLoad(date, form.changes)
  const trip = useTrip(form, status)
  const axis = useMemo(() => (load === null ? null : createAxis(load, zone, [])), [load, zone])
  if (load === null || axis === null || load.bookings === 0) return null
  const own = trip === null ? null : ownTrip(form, trip)
  const nearest = nearestTrips(load, own === null ? status.now : timeOf(own), own === null ? most : most - 1)
  const shown: readonly PlannedTrip[] =
    own === null ? nearest : [...nearest, own].toSorted((one, other) => toMillis(timeOf(one)) - toMillis(timeOf(other)))
  return (
    <section aria-labelledby="nearest" className={css['card']} data-testid="nearest">
      <div className={css['head']}>
        <h2 id="nearest">{formatDay(load.from, zone)}</h2>
        <span>{describeNearest(load.bookings, nearest.length)}</span>
      </div>
      <ul>
        {shown.map((one) => (
          <li key={one.bookingId} data-own={one === own}>
            <b>{formatClock(timeOf(one), zone)}</b>
            <span className={css['name']}>
              <WithDesk desk={one.desk}>
                {one === own ? one.customerName || THIS_BOOKING : describePlanned(one)}
              </WithDesk>
            </span>
            <Legs trip={one} axis={axis} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The drives of a trip at their place of the day, which the times of the row say too. */
function Legs({ trip, axis }: { readonly trip: PlannedTrip; readonly axis: Axis }) {
  const { action, leaves, arrives, departs, returns } = trip
  const legs = [
    { car: action === 'pickup' ? 'loaner' : 'car', from: leaves, to: arrives },
    { car: action === 'pickup' ? 'car' : 'loaner', from: departs, to: returns },
  ]
  return (
    <span className={css['lane']} aria-hidden="true">
      {legs.slice(0, action === null ? 1 : 2).map(({ car, from, to }) => {
        const left = positionOf(toMillis(from), axis)
        const width = positionOf(toMillis(to), axis) - left
        return <i key={car} data-car={car} style={{ left: `${left}%`, width: `${width}%` }} />
      })}
    </span>
  )
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

function countRows(): number {
  return window.innerWidth < MIN_WIDTH ? 0 : Math.floor((window.innerHeight - SHEET_HEIGHT) / ROW_HEIGHT)
}
