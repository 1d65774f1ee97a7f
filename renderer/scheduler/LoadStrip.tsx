import { useEffect, useMemo } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Trip } from '../../shared/booking/trip.ts'
import { toLocal, type UtcInstant } from '../../shared/time/time.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { barsOf, lightestRun, minutesOf, type Bar } from './state/day-bars.ts'
import type { BookingForm } from './state/form.ts'
import { describeBar, describeLoad, shortClock } from './text/load-text.ts'
import css from './AtCustomer.module.css'

type LoadStripProps = {
  readonly form: BookingForm
  readonly date: string
  readonly trip: Trip | null
  readonly status: DeskStatus
  /** Sets the time, `hh:mm`, that a person clicked. */
  readonly onPick: (time: string) => void
}

/** Returns the load of a day and keeps it up to date. */
export function useDayLoad(date: string, changes: string) {
  const { dayLoad } = useStores()
  useEffect(() => dayLoad.watch(date, changes), [dayLoad, date, changes])
  return useStore(dayLoad, (state) => (state.date === date ? state.load : null))
}

/** The sentence about the day beside its chips. */
export function LoadCaption({
  date,
  changes,
  zone,
}: {
  readonly date: string
  readonly changes: string
  readonly zone: string
}) {
  const load = useDayLoad(date, changes)
  const words = useMemo(
    () => (load === null ? '' : describeLoad(date, load.bookings, lightestRun(barsOf(load, zone)))),
    [load, date, zone],
  )
  return (
    <span className={css['load']} data-testid="day-load" data-bookings={load?.bookings}>
      {words}
    </span>
  )
}

/**
 * The trips of the day in half hours, with the trip of the form. A click sets the time; the keyboard sets the time in
 * the field beside the strip, so the strip is a picture for a screen reader.
 */
export function LoadStrip({ form, date, trip, status, onPick }: LoadStripProps) {
  const { rooftop } = status
  const load = useDayLoad(date, form.changes)
  const bars = useMemo(() => (load === null ? [] : barsOf(load, rooftop.zone)), [load, rooftop.zone])
  const most = Math.max(rooftop.tripLimit ?? 0, 6, ...bars.map(({ trips }) => trips))
  const first = bars[0]
  const from = first === undefined ? 0 : minutesOf(first.time)
  const place = (minutes: number) => `${((minutes - from) / (bars.length * 30)) * 100}%`
  return (
    <div aria-hidden="true" data-testid="load-strip">
      <div className={css['strip']}>
        {bars.map(({ time, trips }) => (
          <div
            key={time}
            className={css['bar']}
            title={describeBar(time, trips)}
            data-time={time}
            data-full={rooftop.tripLimit !== null && trips >= rooftop.tripLimit}
            data-chosen={isIn(time, form.time)}
            onPointerDown={(event) => {
              // The focus goes to the time, so that Enter goes on from there.
              event.preventDefault()
              onPick(time)
            }}
          >
            <i style={{ height: `${(trips / most) * 86}%` }} />
          </div>
        ))}
        {trip !== null && bars.length > 0 && (
          <Legs form={form} trip={trip} zone={rooftop.zone} date={date} place={place} />
        )}
      </div>
      <div className={css['hours']}>
        {bars.filter(isHourMark).map(({ time }) => (
          <span key={time} style={{ left: place(minutesOf(time)) }}>
            {shortClock(time)}
          </span>
        ))}
      </div>
    </div>
  )
}

function isIn(bar: string, time: string): boolean {
  if (time === '') return false
  const after = minutesOf(time) - minutesOf(bar)
  return after >= 0 && after < 30
}

function isHourMark({ time }: Bar, at: number): boolean {
  return at % 4 === 0 && time.endsWith(':00')
}

type LegsProps = {
  readonly form: BookingForm
  readonly trip: Trip
  readonly zone: string
  readonly date: string
  readonly place: (minutes: number) => string
}

/** The legs of the trip in the form, in the colors of their vehicles. */
function Legs({ form, trip, zone, date, place }: LegsProps) {
  const minutes = (utc: UtcInstant) => {
    const local = toLocal(utc, zone)
    return local.slice(0, 10) === date ? minutesOf(local.slice(11, 16)) : null
  }
  const [out, back] = form.kind === 'return' ? (['car', 'loaner'] as const) : (['loaner', 'car'] as const)
  const legs =
    form.kind === 'one-way'
      ? [{ car: 'car', from: trip.leaves, to: trip.arrives }]
      : [
          { car: out, from: trip.leaves, to: trip.arrives },
          { car: back, from: trip.departs, to: trip.returns },
        ].filter(({ car }) => car === 'car' || form.loanerChoice !== 'none')
  return legs.map(({ car, from, to }) => {
    const [start, end] = [minutes(from), minutes(to)]
    if (start === null || end === null) return null
    return (
      <span
        key={car}
        className={css['leg']}
        data-car={car}
        style={{ left: place(start), width: `calc(${place(end)} - ${place(start)})` }}
      />
    )
  })
}
