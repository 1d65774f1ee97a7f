import type { Rooftop } from '../../shared/rooftop.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Cell, Section } from '../parts/Section.tsx'
import type { BookingForm } from '../state/form.ts'
import { fillFields, useDraftForm } from './booking-form.ts'
import { TextField } from './fields.tsx'

type WhereProps = {
  readonly which: 'place' | 'destination'
  readonly title: string
  /** Offers this rooftop's lot; null where the lot makes no sense. */
  readonly rooftop: Rooftop | null
  /** At a customer's address the name may stay blank: the customer's own is taken. */
  readonly nameHint: string | null
}

/** An address in the order in which it is spoken. */
export function Where({ which, title, rooftop, nameHint }: WhereProps) {
  const desk = useDraftForm()
  const lot = rooftop === null ? null : rooftop.address

  const fill = () => {
    if (lot === null) return
    fillFields(desk, {
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
        <TextField name={`${which}Street`} label="Street" isRequired />
      </Cell>
      <Cell columns={4}>
        <TextField name={`${which}Unit`} label="Unit" />
      </Cell>
      <Cell columns={2}>
        <TextField name={`${which}Zip`} label="ZIP" isRequired inputMode="numeric" />
      </Cell>
      <Cell columns={3}>
        <TextField name={`${which}City`} label="City" isRequired />
      </Cell>
      <Cell columns={2}>
        <TextField name={`${which}State`} label="State" isRequired />
      </Cell>
      <Cell columns={5}>
        {nameHint === null ? (
          <TextField name={`${which}Name`} label="Name of the place" isRequired />
        ) : (
          <TextField name={`${which}Name`} label="Name of the place" hint={nameHint} />
        )}
      </Cell>
    </Section>
  )
}
