import { useEffect } from 'react'
import { driverStops, estimateReadyBy } from '../../shared/booking.ts'
import { plainZip } from '../../shared/place.ts'
import type { Rooftop } from '../../shared/rooftop.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { useStore } from '../parts/use-store.ts'
import type { Distance } from '../state/distance.ts'
import type { Draft } from '../state/draft.ts'
import { meantInstant, placeOf, type BookingForm } from '../state/form.ts'
import css from './DriverCard.module.css'

type Stop = { readonly place: string; readonly deed: string; readonly when: string | null }

type DriverCardProps = {
  readonly draft: Draft
  readonly distance: Distance
  readonly rooftop: Rooftop
  readonly now: UtcInstant
}

/** The driver's trip in words, as it follows from what stands in the form. */
export function DriverCard({ draft, distance, rooftop, now }: DriverCardProps) {
  const form = useStore(draft, (state) => state.form)
  const miles = useStore(distance, (state) => state.miles)
  useEffect(() => void distance.ask(plainZip(form.placeZip)), [distance, form.placeZip])
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
  const utc = meantInstant(form, rooftop.zone)
  return driverStops({ kind: 'pair', action, place }, rooftop.address).map((stop, at) => ({
    place: at === 1 ? sayStreet(form, 'place', "The customer's address") : stop.place.name,
    deed: stop.deed,
    when:
      utc === null
        ? null
        : at === 0
          ? `Ready by ${sayTime(estimateReadyBy(utc, miles, rooftop.marginMinutes), rooftop.zone, now)} (estimate)`
          : at === 1
            ? sayTime(utc, rooftop.zone, now)
            : null,
  }))
}

function oneWayStops(form: BookingForm, rooftop: Rooftop, now: UtcInstant): readonly Stop[] {
  const utc = meantInstant(form, rooftop.zone)
  const vehicle = sayVehicle(
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
      place: form.placeName || sayStreet(form, 'place', 'The pickup place'),
      deed: `Collects the ${vehicle}`,
      when: utc === null ? null : `Ready by ${sayTime(utc, rooftop.zone, now)}`,
    },
    {
      place: form.destinationName || sayStreet(form, 'destination', 'The destination'),
      deed: `Brings the ${vehicle} here`,
      when: null,
    },
  ]
}

function sayStreet(form: BookingForm, which: 'place' | 'destination', nothing: string): string {
  const { addressOne, addressTwo } = placeOf(form, which)
  if (addressOne === '') return nothing
  return addressTwo === '' ? addressOne : `${addressOne}, ${addressTwo}`
}
