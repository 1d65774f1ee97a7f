import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { useDraftForm } from './booking-form.ts'
import { ChoiceField, GearboxField, DraftTextField, VinField } from './fields.tsx'
import css from './Scheduler.module.css'

/** The required vehicle: the customer's car of a pair, or the vehicle of a one-way move. */
export function VehicleSection({ title }: { readonly title: string }) {
  return (
    <Section title={title}>
      <Cell columns={5}>
        <VinField name="vehicleVin" />
      </Cell>
      <Cell columns={2}>
        <DraftTextField name="vehicleYear" label="Year" inputMode="numeric" />
      </Cell>
      <Cell columns={5}>
        <DraftTextField name="vehicleMake" label="Make" isRequired />
      </Cell>
      <Cell columns={3}>
        <DraftTextField name="vehicleModel" label="Model" isRequired />
      </Cell>
      <Cell columns={2}>
        <DraftTextField name="vehicleColor" label="Color" />
      </Cell>
      <Cell columns={3}>
        <DraftTextField name="vehicleStock" label="Stock" />
      </Cell>
      <Cell columns={4}>
        <GearboxField name="vehicleGearbox" />
      </Cell>
    </Section>
  )
}

const LOANER_CHOICES = [
  { value: 'later', label: 'Name later' },
  { value: 'now', label: 'Enter the loaner' },
]

const NO_LOANER_CHOICE = { value: 'none', label: 'No loaner' }

const NO_LOANER =
  'No loaner at all: book a one-way between the customer and the shop. The customer gets no texts for a one-way.'

/** The loaner of a pair, which can stay open. Only some providers take a pair without a loaner (`takesConcierge`). */
export function LoanerSection({ takesConcierge }: { readonly takesConcierge: boolean }) {
  const { draft } = useDraftForm()
  const choice = useStore(draft, (state) => state.form.loanerChoice)
  // A draft can hold the choice for a provider that does not take it; the save is then refused at this field.
  const offersNone = takesConcierge || choice === 'none'
  return (
    <Section title="Loaner">
      <Cell columns={12}>
        <ChoiceField
          name="loanerChoice"
          label="Which loaner"
          labelUnseen
          options={offersNone ? [...LOANER_CHOICES, NO_LOANER_CHOICE] : LOANER_CHOICES}
        />
      </Cell>
      {!takesConcierge && (
        <Cell columns={12}>
          <p className={css['note']}>{NO_LOANER}</p>
        </Cell>
      )}
      {choice === 'now' && (
        <>
          <Cell columns={3}>
            <DraftTextField name="loanerStock" label="Stock" />
          </Cell>
          <Cell columns={5}>
            <VinField name="loanerVin" />
          </Cell>
          <Cell columns={2}>
            <DraftTextField name="loanerYear" label="Year" inputMode="numeric" />
          </Cell>
          <Cell columns={2}>
            <DraftTextField name="loanerColor" label="Color" />
          </Cell>
          <Cell columns={4}>
            <DraftTextField name="loanerMake" label="Make" />
          </Cell>
          <Cell columns={4}>
            <DraftTextField name="loanerModel" label="Model" />
          </Cell>
          <Cell columns={4}>
            <GearboxField name="loanerGearbox" />
          </Cell>
        </>
      )}
    </Section>
  )
}
