import { useState } from 'react'
import { cleanLine } from '../../shared/text-schema.ts'
import { useStore } from '../ui/use-store.ts'
import { fieldId, useDraftForm } from './booking-form.ts'
import { useSource } from './fields.tsx'
import { onFieldBlur } from './prefill-fields.ts'
import { SheetField } from './SheetField.tsx'
import type { BookingForm, FieldName } from './state/form.ts'
import { joinCar, splitCar } from './state/loaner-car.ts'
import { joinTown, splitTown } from './state/town.ts'
import { FORM_TEXT } from './text/form-text.ts'

type JoinedFieldProps = {
  readonly label: string
  /** The fields that share the text. */
  readonly names: readonly FieldName[]
  /** The one of them whose warning and whose source are shown. */
  readonly marked: FieldName
  readonly join: (form: BookingForm) => string
  readonly split: (text: string) => Partial<BookingForm>
  readonly isOptional?: boolean
}

/** Several fields of the draft in one text field, as people write them. */
function JoinedField({ label, names, marked, join, split, isOptional = false }: JoinedFieldProps) {
  const desk = useDraftForm()
  const { draft, prefill } = desk
  const joined = useStore(draft, ({ form }) => join(form))
  const problem = useStore(draft, ({ problems }) =>
    names.map((name) => problems.fields[name]).find((one) => one !== undefined),
  )
  const saving = useStore(draft, (state) => state.saving)
  useStore(prefill, (state) => state.warnings[marked])
  const warning = useStore(draft, (state) => prefill.warning(state.form, marked))
  const source = useSource(marked)
  // The text while a person types, because "Richmond, " would otherwise lose its blank.
  const [typed, setTyped] = useState<string | null>(null)

  const type = (text: string) => {
    const line = cleanLine(text)
    setTyped(line)
    draft.type(split(line))
  }
  return (
    <SheetField
      id={fieldId(marked)}
      label={label}
      value={typed ?? joined}
      onChange={type}
      onLeave={() => {
        setTyped(null)
        for (const name of names) onFieldBlur(desk, name)
      }}
      problem={problem}
      warning={warning}
      source={source}
      isRequired={!isOptional}
      isOptional={isOptional}
      isReadOnly={saving}
    />
  )
}

/** City and state in one field. */
export function TownField({ which }: { readonly which: 'place' | 'destination' }) {
  const cityName = `${which}City` as const
  const stateName = `${which}State` as const
  return (
    <JoinedField
      label={FORM_TEXT.town}
      names={[cityName, stateName]}
      marked={stateName}
      join={(form) => joinTown({ city: form[cityName], state: form[stateName] })}
      split={(text) => {
        const { city, state } = splitTown(text)
        return { [cityName]: city, [stateName]: state }
      }}
    />
  )
}

/** Year, make and model of the loaner in one field. */
export function LoanerCarField() {
  return (
    <JoinedField
      label={FORM_TEXT.loanerCar}
      names={['loanerMake', 'loanerModel', 'loanerYear']}
      marked="loanerYear"
      join={joinCar}
      split={splitCar}
      isOptional
    />
  )
}
