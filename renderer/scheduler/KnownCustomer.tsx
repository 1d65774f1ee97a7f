import { formatPlace } from '../../shared/booking/place.ts'
import { formatDate } from '../../shared/time/format.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatVehicle, type Vehicle } from '../../shared/booking/vehicle.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Cell } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { isPrefilled } from './state/prefill-rules.ts'
import { FIELDS } from './state/form.ts'
import { useDraftForm } from './booking-form.ts'
import { acceptSuggestion, undoPrefill } from './prefill-fields.ts'
import css from './KnownCustomer.module.css'

/**
 * Shows that fields were prefilled for a known customer, offers the customer's other cars and addresses, and can undo
 * the prefill.
 */
export function KnownCustomer({ zone }: { readonly zone: string }) {
  const desk = useDraftForm()
  const known = useStore(desk.prefill, (state) => state.known)
  const filled = useStore(desk.prefill, (state) => state.filled)
  const form = useStore(desk.draft, (state) => state.form)
  const isCurrent = known !== null && known.phone === form.customerPhone
  const hasPrefill = FIELDS.some((name) => filled[name]?.from === 'customer' && isPrefilled(form, filled, name))
  return (
    <Cell columns={12}>
      <div aria-live="polite">
        {isCurrent && hasPrefill && (
          <div className={css['known']} data-testid="known">
            <p>
              {`Known on this PC, last booked ${formatDate(dateOf(known.customer.lastSaved, zone))}. What is marked was filled in.`}
            </p>
            <ActionButton look="quiet" onPress={() => undoPrefill(desk)}>
              Take it out again
            </ActionButton>
            {known.customer.cars.length > 1 && (
              <RadioGroup
                id="known-car"
                label="Which car"
                value={String(known.car)}
                options={known.customer.cars.map((car, at) => ({ value: String(at), label: formatKnownVehicle(car) }))}
                onChange={(at) => acceptSuggestion(desk, Number(at), known.place)}
              />
            )}
            {known.customer.places.length > 1 && (
              <RadioGroup
                id="known-place"
                label="Which address"
                value={String(known.place)}
                options={known.customer.places.map(({ place }, at) => ({
                  value: String(at),
                  label: formatPlace(place),
                }))}
                onChange={(at) => acceptSuggestion(desk, known.car, Number(at))}
              />
            )}
          </div>
        )}
      </div>
    </Cell>
  )
}

/** Adds color and VIN tail, because two cars of one customer can share year, make and model. */
function formatKnownVehicle(car: Vehicle): string {
  const tail = car.vin === null ? null : `VIN …${car.vin.slice(-6)}`
  return [formatVehicle(car), car.color, tail].filter((part) => part !== null).join(', ')
}
