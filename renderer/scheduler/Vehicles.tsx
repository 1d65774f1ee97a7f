import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { useStore } from '../ui/use-store.ts'
import { useDraftForm } from './booking-form.ts'
import { ComboField } from './ComboField.tsx'
import { DraftTextField, GearboxField } from './fields.tsx'
import { KnownCars } from './KnownCustomer.tsx'
import { Cell, Grid, SheetSection } from './Sheet.tsx'
import { FORM_TEXT } from './text/form-text.ts'

/** The customer's car of a pair, the repair order, and whom the driver asks for at the lot. */
export function VehicleSection({ rooftop }: { readonly rooftop: Rooftop }) {
  const { draft } = useDraftForm()
  const isEmpty = useStore(draft, (state) => state.form.customerContact === '')
  const fallback = rooftop.contact ?? ''
  return (
    <SheetSection title={FORM_TEXT.vehicle} aside={<KnownCars />}>
      <Grid>
        <CarFields spans={[7, 5, 3, 4, 5, 3, 4, 5]} />
        <Cell columns={12}>
          <DraftTextField
            name="customerContact"
            label={FORM_TEXT.contact}
            mirror="loanerContact"
            placeholder={isEmpty ? fallback : ''}
          />
        </Cell>
      </Grid>
    </SheetSection>
  )
}

/** The vehicle of a one-way over the whole width, with its notes. */
export function OneWayVehicleSection() {
  return (
    <SheetSection title={FORM_TEXT.vehicle} isFull>
      <Grid>
        <CarFields spans={[4, 2, 2, 2, 2, 2, 2, 3]} />
        <Cell columns={5}>
          <DraftTextField name="moveContact" label={FORM_TEXT.contact} />
        </Cell>
        <Cell columns={12}>
          <DraftTextField name="moveInstructions" label={FORM_TEXT.note} lines />
        </Cell>
      </Grid>
    </SheetSection>
  )
}

type Spans = readonly [number, number, number, number, number, number, number, number]

/** VIN, repair order and the parts of the vehicle. */
function CarFields({ spans: [vin, reference, year, make, model, color, stock, gearbox] }: { readonly spans: Spans }) {
  return (
    <>
      <Cell columns={vin}>
        <DraftTextField name="vehicleVin" label={FORM_TEXT.vin} />
      </Cell>
      <Cell columns={reference}>
        <DraftTextField name="reference" label={FORM_TEXT.reference} />
      </Cell>
      <Cell columns={year}>
        <DraftTextField name="vehicleYear" label={FORM_TEXT.year} inputMode="numeric" />
      </Cell>
      <Cell columns={make}>
        <ComboField name="vehicleMake" next="vehicleModel" label={FORM_TEXT.make} isRequired />
      </Cell>
      <Cell columns={model}>
        <DraftTextField name="vehicleModel" label={FORM_TEXT.model} isRequired />
      </Cell>
      <Cell columns={color}>
        <DraftTextField name="vehicleColor" label={FORM_TEXT.color} />
      </Cell>
      <Cell columns={stock}>
        <DraftTextField name="vehicleStock" label={FORM_TEXT.stock} isOptional />
      </Cell>
      <Cell columns={gearbox}>
        <GearboxField name="vehicleGearbox" />
      </Cell>
    </>
  )
}
