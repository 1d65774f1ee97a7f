import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { useStore } from '../ui/use-store.ts'
import { useDraftForm } from './booking-form.ts'
import { ChoiceField, DraftTextField, GearboxField } from './fields.tsx'
import { MoreDetails } from './MoreDetails.tsx'
import { Cell, Grid, SheetSection } from './Sheet.tsx'
import { FORM_TEXT } from './text/form-text.ts'
import css from './Sheet.module.css'

const CHOICES = [
  { value: 'later', label: FORM_TEXT.assignLater },
  { value: 'now', label: FORM_TEXT.typeLoaner },
]

const NO_LOANER = { value: 'none', label: FORM_TEXT.noLoaner }

/** The loaner of a pair, which can stay open. Only some providers take a pair without a loaner (`takesConcierge`). */
export function LoanerSection({ status }: { readonly status: DeskStatus }) {
  const { draft } = useDraftForm()
  const choice = useStore(draft, (state) => state.form.loanerChoice)
  // A draft can hold the choice for a provider that does not take it; the save is then refused at this field.
  const offersNone = status.takesConcierge || choice === 'none'
  return (
    <SheetSection title={FORM_TEXT.loaner} isFull>
      <MoreDetails status={status}>
        <ChoiceField
          name="loanerChoice"
          label={FORM_TEXT.loanerChoice}
          labelUnseen
          look="large"
          options={offersNone ? [...CHOICES, NO_LOANER] : CHOICES}
        />
      </MoreDetails>
      {choice === 'now' && (
        <div className={css['typed']}>
          <LoanerFields />
        </div>
      )}
    </SheetSection>
  )
}

function LoanerFields() {
  return (
    <Grid>
      <Cell columns={2}>
        <DraftTextField name="loanerStock" label={FORM_TEXT.stock} />
      </Cell>
      <Cell columns={4}>
        <DraftTextField name="loanerVin" label={FORM_TEXT.vin} isOptional />
      </Cell>
      <Cell columns={3}>
        <DraftTextField name="loanerYear" label={FORM_TEXT.year} isOptional inputMode="numeric" />
      </Cell>
      <Cell columns={3}>
        <DraftTextField name="loanerColor" label={FORM_TEXT.color} isOptional />
      </Cell>
      <Cell columns={4}>
        <DraftTextField name="loanerMake" label={FORM_TEXT.make} isOptional />
      </Cell>
      <Cell columns={4}>
        <DraftTextField name="loanerModel" label={FORM_TEXT.model} isOptional />
      </Cell>
      <Cell columns={4}>
        <GearboxField name="loanerGearbox" />
      </Cell>
    </Grid>
  )
}
