import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { cleanLine } from '../../shared/text-schema.ts'
import { normalizeVin, vinWarning } from '../../shared/booking/vehicle.ts'
import { useStore } from '../ui/use-store.ts'
import { isPrefilled } from './state/prefill-rules.ts'
import type { FieldName } from './state/form.ts'
import { setFields, fieldId, useDraftForm } from './booking-form.ts'
import { Choice, type ChoiceOption } from './Choice.tsx'
import { onFieldBlur, previewPrefill } from './prefill-fields.ts'
import { isSurePhone } from './state/typed-phone.ts'
import { SheetField } from './SheetField.tsx'
import { FORM_TEXT } from './text/form-text.ts'

export type DraftTextFieldProps = {
  readonly name: FieldName
  readonly label: string
  /** Shown in the empty field, for example which contact applies. */
  readonly placeholder?: string
  /** Shown beside the label of the empty field. */
  readonly hint?: string
  readonly isRequired?: boolean
  /** Says "optional" beside the label. */
  readonly isOptional?: boolean
  /** Has several lines, of which all show while the field has the focus. */
  readonly lines?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
  /** A further field that gets the same text while both are equal. */
  readonly mirror?: FieldName
  /** Attributes of a combo box on the input, whose list is `children`. */
  readonly combo?: Readonly<Record<string, unknown>>
  readonly children?: ReactNode
  readonly onTyped?: (text: string) => void
  readonly onLeft?: () => void
}

/** A text field of the booking form. */
export function DraftTextField({
  name,
  label,
  placeholder = '',
  hint,
  isRequired = false,
  isOptional = false,
  lines = false,
  inputMode = 'text',
  mirror,
  combo = {},
  children,
  onTyped = () => undefined,
  onLeft = () => undefined,
}: DraftTextFieldProps) {
  const desk = useDraftForm()
  const { draft, prefill } = desk
  // Each selector reads only what this field shows, so typing into another field does not render this one again.
  const value = useStore(draft, (state) => state.form[name])
  const problem = useStore(draft, (state) => state.problems.fields[name])
  const saving = useStore(draft, (state) => state.saving)
  useStore(prefill, (state) => state.warnings[name])
  const warning = useStore(draft, (state) => prefill.warning(state.form, name))
  const isSure = useStore(draft, (state) => isVerified(name, state.form[name]))

  const type = (typed: string) => {
    const text = lines ? typed : cleanLine(typed)
    const { form } = draft.getState()
    const both = mirror !== undefined && form[mirror] === form[name] ? { [mirror]: text } : {}
    draft.type({ [name]: text, ...both })
    previewPrefill(desk, name, text)
    onTyped(text)
  }
  return (
    <SheetField
      id={fieldId(name)}
      label={label}
      value={value}
      onChange={type}
      onLeave={() => {
        onLeft()
        onFieldBlur(desk, name)
      }}
      problem={problem}
      warning={warning}
      source={useSource(name) ?? (hint !== undefined && value === '' ? { words: hint, mark: hint } : undefined)}
      placeholder={placeholder}
      isRequired={isRequired}
      isOptional={isOptional}
      isReadOnly={saving}
      isSure={isSure}
      isCode={name.endsWith('Vin')}
      lines={lines}
      inputMode={inputMode}
      combo={combo}
    >
      {children}
    </SheetField>
  )
}

/** Where the value of a field comes from, as a mark beside its label; undefined for a typed value. */
export function useSource(name: FieldName) {
  const { draft, prefill } = useDraftForm()
  const filled = useStore(prefill, (state) => state.filled)
  const isMarked = useStore(draft, (state) => isPrefilled(state.form, filled, name))
  if (!isMarked) return undefined
  const from = filled[name]?.from
  if (from === undefined) return undefined
  const words = FORM_TEXT.sources[from]
  return { words, mark: from === 'customer' ? <History size={12} aria-hidden="true" /> : words }
}

const VIN_LENGTH = 17

/** True for a phone or a VIN that is certainly well formed, which gets a check mark. */
function isVerified(name: FieldName, value: string): boolean {
  if (name === 'customerPhone') return isSurePhone(value)
  if (!name.endsWith('Vin')) return false
  return normalizeVin(value).length === VIN_LENGTH && vinWarning(value) === null
}

type ChoiceFieldProps = {
  readonly name: FieldName
  readonly label: string
  readonly labelUnseen?: boolean
  readonly options: readonly ChoiceOption[]
  readonly look: 'switch' | 'segments' | 'chips' | 'small' | 'large'
}

export function ChoiceField({ name, label, labelUnseen = false, options, look }: ChoiceFieldProps) {
  const { draft } = useDraftForm()
  const value = useStore(draft, (state) => state.form[name])
  const problem = useStore(draft, (state) => state.problems.fields[name])
  const saving = useStore(draft, (state) => state.saving)
  return (
    <Choice
      id={fieldId(name)}
      label={label}
      labelUnseen={labelUnseen}
      value={value}
      options={options}
      onChange={(chosen) => setFields({ draft }, { [name]: chosen })}
      problem={problem}
      look={look}
      isDisabled={saving}
    />
  )
}

export function GearboxField({ name }: { readonly name: 'vehicleGearbox' | 'loanerGearbox' }) {
  return <ChoiceField name={name} label={FORM_TEXT.transmission} options={FORM_TEXT.gearboxes} look="segments" />
}
