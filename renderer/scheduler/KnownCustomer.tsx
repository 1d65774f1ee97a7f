import { sayPlace } from '../../shared/place.ts'
import { sayDate } from '../../shared/time-words.ts'
import { dateOf } from '../../shared/time.ts'
import { sayVehicle, type Vehicle } from '../../shared/vehicle.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Cell } from '../parts/Section.tsx'
import { useStore } from '../parts/use-store.ts'
import { isFilled } from '../state/fills.ts'
import { FIELDS } from '../state/form.ts'
import { useDraftForm } from './booking-form.ts'
import { takeKnown, takeOut } from './filling.ts'
import css from './KnownCustomer.module.css'

/** Says what a known customer filled in, with the other cars and addresses, and takes it out again. */
export function KnownCustomer({ zone }: { readonly zone: string }) {
  const desk = useDraftForm()
  const known = useStore(desk.advice, (state) => state.known)
  const filled = useStore(desk.advice, (state) => state.filled)
  const form = useStore(desk.draft, (state) => state.form)
  const stands = known !== null && known.phone === form.customerPhone
  const any = FIELDS.some((name) => filled[name]?.from === 'customer' && isFilled(form, filled, name))
  return (
    <Cell columns={12}>
      <div aria-live="polite">
        {stands && any && (
          <div className={css['known']} data-fact="known">
            <p>
              {`Known on this PC, last booked ${sayDate(dateOf(known.customer.lastSaved, zone))}. What is marked was filled in.`}
            </p>
            <ActionButton look="quiet" onPress={() => takeOut(desk)}>
              Take it out again
            </ActionButton>
            {known.customer.cars.length > 1 && (
              <Choice
                id="known-car"
                label="Which car"
                value={String(known.car)}
                options={known.customer.cars.map((car, at) => ({ value: String(at), label: sayCar(car) }))}
                onChange={(at) => takeKnown(desk, Number(at), known.place)}
              />
            )}
            {known.customer.places.length > 1 && (
              <Choice
                id="known-place"
                label="Which address"
                value={String(known.place)}
                options={known.customer.places.map(({ place }, at) => ({ value: String(at), label: sayPlace(place) }))}
                onChange={(at) => takeKnown(desk, known.car, Number(at))}
              />
            )}
          </div>
        )}
      </div>
    </Cell>
  )
}

/** Two cars of one make and year are told apart by what stands on them. */
function sayCar(car: Vehicle): string {
  const tail = car.vin === null ? null : `VIN …${car.vin.slice(-6)}`
  return [sayVehicle(car), car.color, tail].filter((part) => part !== null).join(', ')
}
