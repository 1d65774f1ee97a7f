import { assertNever } from '../../shared/result.ts'
import { cleanLine } from '../../shared/text-schema.ts'
import { normalizeVin } from '../../shared/booking/vehicle.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import { isPrefilled, type PrefillSource } from './state/prefill-rules.ts'
import type { FieldName } from './state/form.ts'
import { fieldId, setFields, useDraftForm } from './booking-form.ts'
import { onFieldBlur, previewPrefill } from './prefill-fields.ts'

type DraftTextFieldProps = {
  readonly name: FieldName
  readonly label: string
  readonly hint?: string
  readonly isRequired?: boolean
  readonly tall?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
}

/**
 * A text field of the booking form, with one line or several. An optional field says "optional" unless it has another
 * hint.
 */
export function DraftTextField({
  name,
  label,
  hint,
  isRequired = false,
  tall = false,
  inputMode = 'text',
}: DraftTextFieldProps) {
  const desk = useDraftForm()
  const { draft, prefill } = desk
  // Each selector reads only what this field shows, so typing into another field does not render this one again.
  const value = useStore(draft, (state) => state.form[name])
  const problem = useStore(draft, (state) => state.problems.fields[name])
  const saving = useStore(draft, (state) => state.saving)
  const filled = useStore(prefill, (state) => state.filled)
  useStore(prefill, (state) => state.warnings[name])
  const warning = useStore(draft, (state) => prefill.warning(state.form, name))
  const isMarked = useStore(draft, (state) => isPrefilled(state.form, filled, name))
  const source = isMarked ? filled[name]?.from : undefined
  const mark = source === undefined ? undefined : markOf(source, name)
  const shownHint = mark ?? hint ?? (isRequired ? undefined : 'optional')
  return (
    <TextField
      id={fieldId(name)}
      label={label}
      value={value}
      onChange={(typed) => {
        const text = tall ? typed : cleanLine(typed)
        draft.type({ [name]: text })
        previewPrefill(desk, name, text)
      }}
      onLeave={() => onFieldBlur(desk, name)}
      problem={problem}
      warning={warning}
      isPrefilled={isMarked}
      isRequired={isRequired}
      isReadOnly={saving}
      tall={tall}
      inputMode={inputMode}
      {...(shownHint === undefined ? {} : { hint: shownHint })}
    />
  )
}

/** Names the source of a filled field. The State field is too narrow for a longer mark beside its label. */
function markOf(source: PrefillSource, name: FieldName): string {
  const isNarrow = name.endsWith('State')
  switch (source) {
    case 'zip':
      return isNarrow ? 'ZIP' : 'from the ZIP'
    case 'address':
      return isNarrow ? 'address' : 'from the address'
    case 'vin':
      return 'from VIN'
    case 'paste':
      return 'pasted'
    case 'customer':
      return 'known'
    default:
      return assertNever(source)
  }
}

const VIN_LENGTH = 17

/** A VIN field that counts its characters, because the desk accepts a short VIN, which is rarely intended. */
export function VinField({ name }: { readonly name: 'vehicleVin' | 'loanerVin' }) {
  const { draft } = useDraftForm()
  const length = useStore(draft, (state) => normalizeVin(state.form[name]).length)
  const hint = length === 0 ? 'optional' : length === VIN_LENGTH ? '17 characters' : `${length} of 17 characters`
  return <DraftTextField name={name} label="VIN" hint={hint} />
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
  const { draft } = useDraftForm()
  const value = useStore(draft, (state) => state.form[name])
  const problem = useStore(draft, (state) => state.problems.fields[name])
  return (
    <RadioGroup
      id={fieldId(name)}
      label={label}
      labelUnseen={labelUnseen}
      value={value}
      options={options}
      onChange={(chosen) => setFields({ draft }, { [name]: chosen })}
      problem={problem}
      wide={wide}
      main={main}
    />
  )
}

export function GearboxField({ name }: { readonly name: 'vehicleGearbox' | 'loanerGearbox' }) {
  return <ChoiceField name={name} label="Transmission" options={GEARBOXES} wide />
}
