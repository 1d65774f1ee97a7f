import { useStore } from '../ui/use-store.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { setFields, useDraftForm } from './booking-form.ts'
import { ComboField } from './ComboField.tsx'
import { DraftTextField } from './fields.tsx'
import { KnownCustomer } from './KnownCustomer.tsx'
import { Cell, Grid, SheetSection } from './Sheet.tsx'
import type { BookingForm } from './state/form.ts'
import { FORM_TEXT } from './text/form-text.ts'
import { TownField } from './JoinedField.tsx'
import css from './Sheet.module.css'

/** The customer of a pair with the address, in the order in which a caller says them. */
export function CustomerSection({ zone, now }: { readonly zone: string; readonly now: UtcInstant }) {
  return (
    <SheetSection title={FORM_TEXT.customer} aside={<KnownCustomer zone={zone} now={now} />}>
      <Grid>
        <Cell columns={5}>
          <ComboField
            marksFirst
            next="customerName"
            name="customerPhone"
            label={FORM_TEXT.phone}
            hint={FORM_TEXT.phoneHint}
            isRequired
            inputMode="tel"
          />
        </Cell>
        <Cell columns={7}>
          <ComboField name="customerName" next="customerName" label={FORM_TEXT.name} isRequired />
        </Cell>
        <AddressFields which="place" />
        <Cell columns={12}>
          <DraftTextField name="customerInstructions" label={FORM_TEXT.note} lines mirror="loanerInstructions" />
        </Cell>
      </Grid>
    </SheetSection>
  )
}

/** Street, unit, ZIP and town in two rows. */
function AddressFields({ which }: { readonly which: 'place' | 'destination' }) {
  return (
    <>
      <Cell columns={9}>
        {which === 'place' ? (
          <ComboField name="placeStreet" next="customerInstructions" label={FORM_TEXT.street} isRequired />
        ) : (
          <DraftTextField name="destinationStreet" label={FORM_TEXT.street} isRequired />
        )}
      </Cell>
      <Cell columns={3}>
        <DraftTextField name={`${which}Unit`} label={FORM_TEXT.unit} />
      </Cell>
      <Cell columns={4}>
        <DraftTextField name={`${which}Zip`} label={FORM_TEXT.zip} isRequired inputMode="numeric" />
      </Cell>
      <Cell columns={8}>
        <TownField which={which} />
      </Cell>
    </>
  )
}

type PlaceSectionProps = {
  readonly which: 'place' | 'destination'
  readonly rooftop: Rooftop
  /** Whether the provider's request has a field for a destination. */
  readonly note: string | null
}

/** One of the two places of a one-way. */
export function PlaceSection({ which, rooftop, note }: PlaceSectionProps) {
  const desk = useDraftForm()
  const saving = useStore(desk.draft, (state) => state.saving)
  const lot = rooftop.address
  const fill = () =>
    setFields(desk, {
      [`${which}Name`]: lot.name,
      [`${which}Street`]: lot.addressOne,
      [`${which}Unit`]: lot.addressTwo ?? '',
      [`${which}City`]: lot.city,
      [`${which}State`]: lot.state,
      [`${which}Zip`]: lot.zip,
    } satisfies Partial<BookingForm>)
  return (
    <SheetSection
      title={which === 'place' ? FORM_TEXT.from : FORM_TEXT.to}
      aside={
        <>
          <span className={css['grow']} />
          <ActionButton look="quiet" isDisabled={saving} onPress={fill}>
            {FORM_TEXT.ourLot}
          </ActionButton>
        </>
      }
    >
      <Grid>
        <Cell columns={12}>
          <DraftTextField name={`${which}Name`} label={FORM_TEXT.locationName} isRequired />
        </Cell>
        <AddressFields which={which} />
        {note !== null && (
          <Cell columns={12}>
            <p className={css['note']}>{note}</p>
          </Cell>
        )}
      </Grid>
    </SheetSection>
  )
}
