import { FieldError, Label, Radio, RadioGroup } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './Choice.module.css'
import field from './Field.module.css'

type ChoiceProps = {
  readonly id: string
  readonly label: string
  /** The label is read out but not shown, where a heading already says it. */
  readonly labelUnseen?: boolean
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly wide?: boolean
  /** The one choice on which the rest of the form hangs. */
  readonly main?: boolean
  readonly isDisabled?: boolean
}

/** A few ways of which one holds, side by side. */
export function Choice({
  id,
  label,
  labelUnseen = false,
  value,
  options,
  onChange,
  problem,
  wide = false,
  main = false,
  isDisabled = false,
}: ChoiceProps) {
  return (
    <RadioGroup
      id={id}
      value={value === '' ? null : value}
      onChange={onChange}
      orientation="horizontal"
      isInvalid={problem !== undefined}
      isDisabled={isDisabled}
      validationBehavior="aria"
      className={names(field['field'])}
    >
      <span className={labelUnseen ? 'unseen' : field['head']}>
        <Label className={names(field['label'])}>{label}</Label>
      </span>
      <span className={names(css['segments'], wide && css['wide'], main && css['main'])}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className={names(css['segment'])}>
            {option.label}
          </Radio>
        ))}
      </span>
      <FieldError className={names(field['problem'])}>{problem}</FieldError>
    </RadioGroup>
  )
}
