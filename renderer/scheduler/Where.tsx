import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import type { BookingForm } from './state/form.ts'
import { setFields, useDraftForm } from './booking-form.ts'
import { DraftTextField } from './fields.tsx'

type WhereProps = {
  readonly which: 'place' | 'destination'
  readonly title: string
  /** The rooftop whose lot a button fills in; null for no button. */
  readonly rooftop: Rooftop | null
  /** Hint of an optional name, for which the customer's name is the default; null if the name is required. */
  readonly nameHint: string | null
}

/** The fields of an address, in the order in which a caller says them. */
export function Where({ which, title, rooftop, nameHint }: WhereProps) {
  const desk = useDraftForm()
  const lot = rooftop === null ? null : rooftop.address

  const fill = () => {
    if (lot === null) return
    setFields(desk, {
      [`${which}Name`]: lot.name,
      [`${which}Street`]: lot.addressOne,
      [`${which}Unit`]: lot.addressTwo ?? '',
      [`${which}City`]: lot.city,
      [`${which}State`]: lot.state,
      [`${which}Zip`]: lot.zip,
    } satisfies Partial<BookingForm>)
  }

  return (
    <Section
      title={title}
      actions={
        lot !== null && (
          <ActionButton look="quiet" onPress={fill}>
            {`Use ${lot.name}`}
          </ActionButton>
        )
      }
    >
      <Cell columns={8}>
        <DraftTextField name={`${which}Street`} label="Street" isRequired />
      </Cell>
      <Cell columns={4}>
        <DraftTextField name={`${which}Unit`} label="Unit" />
      </Cell>
      <Cell columns={2}>
        <DraftTextField name={`${which}Zip`} label="ZIP" isRequired inputMode="numeric" />
      </Cell>
      <Cell columns={3}>
        <DraftTextField name={`${which}City`} label="City" isRequired />
      </Cell>
      <Cell columns={2}>
        <DraftTextField name={`${which}State`} label="State" isRequired />
      </Cell>
      <Cell columns={5}>
        {nameHint === null ? (
          <DraftTextField name={`${which}Name`} label="Name of the place" isRequired />
        ) : (
          <DraftTextField name={`${which}Name`} label="Name of the place" hint={nameHint} />
        )}
      </Cell>
    </Section>
  )
}
