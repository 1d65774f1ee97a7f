import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Trip } from '../../shared/booking/trip.ts'
import { formatClock } from '../../shared/time/format.ts'
import { useStore } from '../ui/use-store.ts'
import type { DraftStore } from './state/draft.ts'
import type { BookingForm } from './state/form.ts'
import { liveForm } from './state/live-form.ts'
import { TRIP_TEXT, tripStops } from './text/trip-text.ts'
import { useTrip } from './use-trip.ts'
import css from './Aside.module.css'

/** The driver's stops with estimated times and drives, from the values in the form. */
export function DriversTrip({ draft, status }: { readonly draft: DraftStore; readonly status: DeskStatus }) {
  const form = liveForm(
    useStore(draft, (state) => state.form),
    status,
  )
  const trip = useTrip(form, status)
  const { rooftop } = status
  const stops = tripStops(form, rooftop.address.name)
  const times = trip === null ? [] : timesOf(form, trip)
  const hasLoaner = form.kind !== 'one-way' && form.loanerChoice !== 'none'
  return (
    <section aria-labelledby="drivers-trip" className={css['card']}>
      <div className={css['head']}>
        <h2 id="drivers-trip">{TRIP_TEXT.title}</h2>
        <span className={css['grow']} />
        {hasLoaner && (
          <span className={css['tag']} data-car="loaner">
            {TRIP_TEXT.loaner}
          </span>
        )}
        {form.kind !== 'one-way' && (
          <span className={css['tag']} data-car="car">
            {TRIP_TEXT.car}
          </span>
        )}
      </div>
      <ol className={css['route']}>
        {stops.map(({ place, deed, drives }, at) => (
          <li key={at}>
            <span className={css['time']}>
              {times[at] === undefined ? '–' : formatClock(times[at].utc, rooftop.zone)}
              <small>{times[at]?.note}</small>
            </span>
            <i className={css['dot']} data-middle={at === 1 && stops.length === 3} aria-hidden="true" />
            {drives !== null && <i className={css['line']} data-car={drives} aria-hidden="true" />}
            <span className={css['stop']}>
              <b>{place}</b>
              <span>{deed}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type StopTime = { readonly utc: string; readonly note: string }

/** Returns the time of each stop, with "est." or the minutes of the drive to it. */
function timesOf(form: BookingForm, trip: Trip): readonly StopTime[] {
  const drive = `${trip.driveMinutes} min`
  if (form.kind === 'one-way') {
    return [
      { utc: trip.leaves, note: '' },
      { utc: trip.arrives, note: drive },
    ]
  }
  const first = { utc: trip.leaves, note: TRIP_TEXT.estimated }
  const second = { utc: trip.arrives, note: drive }
  if (form.loanerChoice !== 'none') return [first, second, { utc: trip.returns, note: drive }]
  return form.kind === 'return'
    ? [first, second]
    : [
        { utc: trip.arrives, note: '' },
        { utc: trip.returns, note: drive },
      ]
}
