import { History } from 'lucide-react'
import { formatPlace } from '../../shared/booking/place.ts'
import { dateOf, type UtcInstant } from '../../shared/time/time.ts'
import { formatVehicle, type Vehicle } from '../../shared/booking/vehicle.ts'
import { Announced } from '../ui/Announced.tsx'
import { useStore } from '../ui/use-store.ts'
import { Choice } from './Choice.tsx'
import { isPrefilled } from './state/prefill-rules.ts'
import { FIELDS } from './state/form.ts'
import { useDraftForm } from './booking-form.ts'
import { acceptSuggestion, undoPrefill } from './prefill-fields.ts'
import { describeFill, FORM_TEXT } from './text/form-text.ts'
import css from './Sheet.module.css'

/** Returns the known customer while the form shows the prefill of this customer; null otherwise. */
function useKnown() {
  const desk = useDraftForm()
  const known = useStore(desk.prefill, (state) => state.known)
  const filled = useStore(desk.prefill, (state) => state.filled)
  const form = useStore(desk.draft, (state) => state.form)
  const isCurrent = known !== null && known.phone === form.customerPhone
  const hasPrefill = FIELDS.some((name) => filled[name]?.from === 'customer' && isPrefilled(form, filled, name))
  return isCurrent && hasPrefill ? known : null
}

/**
 * Says that fields were filled from an earlier booking, offers the customer's other addresses, and can undo the fill.
 */
export function KnownCustomer({ zone, now }: { readonly zone: string; readonly now: UtcInstant }) {
  const desk = useDraftForm()
  const known = useKnown()
  const filled = known === null ? null : describeFill(dateOf(known.customer.lastSaved, zone), dateOf(now, zone))
  return (
    <>
      <span className={css['grow']} />
      <div className={css['known']} {...(known !== null && { 'data-testid': 'known' })}>
        <Announced>{filled}</Announced>
        {known !== null && (
          <>
            <History size={13} aria-hidden="true" />
            <span>{filled}</span>
            <button type="button" className={css['plainButton']} onClick={() => undoPrefill(desk)}>
              {FORM_TEXT.undoFill}
            </button>
          </>
        )}
      </div>
      {known !== null && known.customer.places.length > 1 && (
        <select
          aria-label={FORM_TEXT.knownPlace}
          className={css['select']}
          value={known.place}
          onChange={(event) => acceptSuggestion(desk, known.car, Number(event.target.value))}
        >
          {known.customer.places.map(({ place }, at) => (
            <option key={at} value={at}>
              {formatPlace(place)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

/** The cars of a known customer, as chips. */
export function KnownCars() {
  const desk = useDraftForm()
  const known = useKnown()
  if (known === null || known.customer.cars.length < 2) return null
  const { cars } = known.customer
  return (
    <>
      <span className={css['grow']} />
      <Choice
        id="known-car"
        label={FORM_TEXT.knownCar}
        labelUnseen
        look="small"
        value={String(known.car)}
        options={cars.map((car, at) => ({
          value: String(at),
          label: formatKnownVehicle(car),
          content: <span>{car.model ?? formatVehicle(car)}</span>,
        }))}
        onChange={(at) => acceptSuggestion(desk, Number(at), known.place)}
      />
    </>
  )
}

/** Adds color and VIN tail, because two cars of one customer can share year, make and model. */
function formatKnownVehicle(car: Vehicle): string {
  const tail = car.vin === null ? null : `VIN …${car.vin.slice(-6)}`
  return [formatVehicle(car), car.color, tail].filter((part) => part !== null).join(', ')
}
