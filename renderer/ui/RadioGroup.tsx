import { FieldError, Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './RadioGroup.module.css'
import field from './Field.module.css'

type RadioGroupProps = {
  readonly id: string
  readonly label: string
  /** Hides the label from view. Screen readers still announce the label. */
  readonly labelUnseen?: boolean
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly wide?: boolean
  /** Marks the choice that decides the rest of the form. */
  readonly main?: boolean
  readonly isDisabled?: boolean
}

/** Radio buttons for a few options, side by side. */
export function RadioGroup({
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
}: RadioGroupProps) {
  return (
    <AriaRadioGroup
      id={id}
      value={value === '' ? null : value}
      onChange={onChange}
      orientation="horizontal"
      isInvalid={problem !== undefined}
      isDisabled={isDisabled}
      validationBehavior="aria"
      className={classNames(field['field'])}
    >
      <span className={labelUnseen ? 'unseen' : field['head']}>
        <Label className={classNames(field['label'])}>{label}</Label>
        {!labelUnseen && <FieldError className={classNames(field['problem'])}>{problem}</FieldError>}
      </span>
      <span className={classNames(css['segments'], wide && css['wide'], main && css['main'])}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className={classNames(css['segment'])}>
            {option.label}
          </Radio>
        ))}
      </span>
      {labelUnseen && <FieldError className={classNames(field['problem'])}>{problem}</FieldError>}
    </AriaRadioGroup>
  )
}
