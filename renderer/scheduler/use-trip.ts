import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { normalizeZip } from '../../shared/booking/place.ts'
import { estimateReadyBy } from '../../shared/booking/ready-by.ts'
import { planTrip, type Trip } from '../../shared/booking/trip.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { intendedInstant, type BookingForm } from './state/form.ts'

/** Returns the planned trip of the form, with the drive estimated from its ZIP; null while its time is unknown. */
export function useTrip(form: BookingForm, { rooftop }: Pick<DeskStatus, 'rooftop'>): Trip | null {
  const { distance } = useStores()
  const miles = useStore(distance, (state) => state.miles)
  useEffect(() => void distance.ask(normalizeZip(form.placeZip)), [distance, form.placeZip])
  const time = intendedInstant(form, rooftop.zone)
  if (time === null) return null
  if (form.kind === 'one-way') return planTrip({ kind: 'one-way', time, readyBy: time, miles })
  return planTrip({ kind: 'pair', time, readyBy: estimateReadyBy(time, miles, rooftop.marginMinutes), miles })
}
