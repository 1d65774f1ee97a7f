import { plainLine } from '../../shared/text.ts'
import { plainVin } from '../../shared/vehicle.ts'
import { Choice } from '../parts/Choice.tsx'
import { TextBox } from '../parts/TextBox.tsx'
import { useStore } from '../parts/use-store.ts'
import { isFilled } from '../state/fills.ts'
import type { FieldName } from '../state/form.ts'
import { fieldId, useDraftForm } from './booking-form.ts'
import { leaveField, lookAhead } from './filling.ts'

type TextFieldProps = {
  readonly name: FieldName
  readonly label: string
  readonly hint?: string
  readonly isRequired?: boolean
  readonly tall?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
}

/** One line, or several, of the booking form. What is not required says so. */
export function TextField({ name, label, hint, isRequired = false, tall = false, inputMode = 'text' }: TextFieldProps) {
  const desk = useDraftForm()
  const { form, draft, advice } = desk
  const problem = useStore(draft, (state) => state.problems.fields[name])
  const saving = useStore(draft, (state) => state.saving)
  const typed = useStore(draft, (state) => state.form)
  const filled = useStore(advice, (state) => state.filled)
  useStore(advice, (state) => state.warnings[name])
  const warning = advice.warning(typed, name)
  // The box of a state is too narrow for more beside its label.
  const fromZip = name.endsWith('State') ? 'ZIP' : 'from the ZIP'
  const mark = isFilled(typed, filled, name) ? (filled[name]?.from === 'zip' ? fromZip : 'known') : undefined
  const said = mark ?? hint ?? (isRequired ? undefined : 'optional')
  return (
    <form.Field name={name}>
      {(field) => (
        <TextBox
          id={fieldId(name)}
          label={label}
          value={field.state.value}
          onChange={(typed) => {
            const text = tall ? typed : plainLine(typed)
            field.handleChange(text)
            lookAhead(desk, name, text)
          }}
          onLeave={() => leaveField(desk, name)}
          problem={problem}
          warning={warning}
          isFilled={mark !== undefined}
          isRequired={isRequired}
          isReadOnly={saving}
          tall={tall}
          inputMode={inputMode}
          {...(said === undefined ? {} : { hint: said })}
        />
      )}
    </form.Field>
  )
}

const VIN_LENGTH = 17

/** A VIN, with the count of its characters while it is not whole: a short one is allowed but rarely meant. */
export function VinField({ name }: { readonly name: 'vehicleVin' | 'loanerVin' }) {
  const { draft } = useDraftForm()
  const length = useStore(draft, (state) => plainVin(state.form[name]).length)
  const hint = length === 0 ? 'optional' : length === VIN_LENGTH ? '17 characters' : `${length} of 17 characters`
  return <TextField name={name} label="VIN" hint={hint} />
}

const GEARBOXES = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'manual', label: 'Manual' },
]

type ChoiceFieldProps = {
  readonly name: FieldName
  readonly label: string
  readonly labelUnseen?: boolean
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly wide?: boolean
  readonly main?: boolean
}

export function ChoiceField({
  name,
  label,
  labelUnseen = false,
  options,
  wide = false,
  main = false,
}: ChoiceFieldProps) {
  const { form, draft } = useDraftForm()
  const problem = useStore(draft, (state) => state.problems.fields[name])
  return (
    <form.Field name={name}>
      {(field) => (
        <Choice
          id={fieldId(name)}
          label={label}
          labelUnseen={labelUnseen}
          value={field.state.value}
          options={options}
          onChange={(value) => {
            field.handleChange(value)
            draft.left([name])
          }}
          problem={problem}
          wide={wide}
          main={main}
        />
      )}
    </form.Field>
  )
}

export function GearboxField({ name }: { readonly name: 'vehicleGearbox' | 'loanerGearbox' }) {
  return <ChoiceField name={name} label="Transmission" options={GEARBOXES} wide />
}
