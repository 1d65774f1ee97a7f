import { useEffect } from 'react'
import { driverStops } from '../../shared/booking/booking.ts'
import { estimateReadyBy } from '../../shared/booking/ready-by.ts'
import { normalizeZip } from '../../shared/booking/place.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { formatTime } from '../../shared/time/format.ts'
import { type UtcInstant } from '../../shared/time/time.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { useStore } from '../ui/use-store.ts'
import type { DistanceStore } from './state/distance.ts'
import type { DraftStore } from './state/draft.ts'
import { intendedInstant, placeOf, type BookingForm } from './state/form.ts'
import css from './DriverCard.module.css'

type Stop = { readonly place: string; readonly deed: string; readonly when: string | null }

type DriverCardProps = {
  readonly draft: DraftStore
  readonly distance: DistanceStore
  readonly rooftop: Rooftop
  readonly now: UtcInstant
}

/** The driver's stops with estimated times, derived from the values in the form. */
export function DriverCard({ draft, distance, rooftop, now }: DriverCardProps) {
  const form = useStore(draft, (state) => state.form)
  const miles = useStore(distance, (state) => state.miles)
  useEffect(() => void distance.ask(normalizeZip(form.placeZip)), [distance, form.placeZip])
  const stops = form.kind === 'one-way' ? oneWayStops(form, rooftop, now) : pairStops(form, rooftop, now, miles)
  return (
    <section aria-labelledby="driver-card" className={css['card']}>
      <h2 id="driver-card">What the driver will do</h2>
      <ol className={css['stops']}>
        {stops.map((stop, at) => (
          <li key={at}>
            <strong>{stop.place}</strong>
            <span>{stop.deed}</span>
            {stop.when !== null && <span className={css['when']}>{stop.when}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function pairStops(form: BookingForm, rooftop: Rooftop, now: UtcInstant, miles: number | null): readonly Stop[] {
  const typed = placeOf(form, 'place')
  const place = { ...typed, addressTwo: typed.addressTwo === '' ? null : typed.addressTwo }
  const action = form.kind === 'return' ? 'return' : 'pickup'
  const utc = intendedInstant(form, rooftop.zone)
  const withLoaner = form.loanerChoice !== 'none'
  const stops = driverStops({ kind: 'pair', action, place, withLoaner }, rooftop.address)
  // Without a loaner the driver of a pickup begins at the customer.
  const atCustomer = !withLoaner && action === 'pickup' ? 0 : 1
  return stops.map((stop, at) => ({
    place: at === atCustomer ? formatStreet(form, 'place', "The customer's address") : stop.place.name,
    deed: stop.deed,
    when:
      utc === null
        ? null
        : at === atCustomer
          ? formatTime(utc, rooftop.zone, now)
          : at === 0
            ? `Ready by ${formatTime(estimateReadyBy(utc, miles, rooftop.marginMinutes), rooftop.zone, now)} (estimate)`
            : null,
  }))
}

function oneWayStops(form: BookingForm, rooftop: Rooftop, now: UtcInstant): readonly Stop[] {
  const utc = intendedInstant(form, rooftop.zone)
  const vehicle = formatVehicle(
    {
      stock: form.vehicleStock || null,
      vin: form.vehicleVin || null,
      year: form.vehicleYear || null,
      make: form.vehicleMake || null,
      model: form.vehicleModel || null,
      color: null,
      manual: false,
    },
    'vehicle',
  )
  return [
    {
      place: form.placeName || formatStreet(form, 'place', 'The pickup place'),
      deed: `Collects the ${vehicle}`,
      when: utc === null ? null : `Ready by ${formatTime(utc, rooftop.zone, now)}`,
    },
    {
      place: form.destinationName || formatStreet(form, 'destination', 'The destination'),
      deed: `Brings the ${vehicle} here`,
      when: null,
    },
  ]
}

function formatStreet(form: BookingForm, which: 'place' | 'destination', nothing: string): string {
  const { addressOne, addressTwo } = placeOf(form, which)
  if (addressOne === '') return nothing
  return addressTwo === '' ? addressOne : `${addressOne}, ${addressTwo}`
}
