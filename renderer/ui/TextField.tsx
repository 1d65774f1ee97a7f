import { FieldError, Input, Label, TextArea, TextField as AriaTextField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './Field.module.css'

type TextFieldProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  /** A possible typing mistake, which does not block the save. */
  readonly warning?: string | undefined
  /** The desk filled in the value, not a person. `hint` names the source. */
  readonly isFilled?: boolean
  /** A word beside the label, for example "optional". Screen readers read it as the field's description. */
  readonly hint?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  /** Several lines. */
  readonly tall?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
  /** The name of the person who types and not of a customer, so browsers may autofill it (WCAG 1.3.5). */
  readonly isOwnName?: boolean
  /** Shown in upper case; the value keeps its typed case. */
  readonly code?: boolean
}

export function TextField({
  id,
  label,
  value,
  onChange,
  onLeave,
  problem,
  warning,
  isFilled = false,
  hint,
  isRequired = false,
  isReadOnly = false,
  tall = false,
  inputMode = 'text',
  isOwnName = false,
  code = false,
}: TextFieldProps) {
  // Not by slots: a field has its hint and its warning at times only.
  const described = classNames(hint !== undefined && `${id}-hint`, warning !== undefined && `${id}-warning`)
  return (
    <AriaTextField
      id={id}
      value={value}
      onChange={onChange}
      onBlur={onLeave}
      isInvalid={problem !== undefined}
      {...(described === '' ? {} : { 'aria-describedby': described })}
      isRequired={isRequired}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      autoComplete={isOwnName ? 'name' : 'off'}
      spellCheck={tall ? 'true' : 'false'}
      className={classNames(css['field'])}
    >
      <span className={css['head']}>
        <Label className={classNames(css['label'])}>{label}</Label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={classNames(css['hint'], isFilled && css['source'])}>
            {hint}
          </span>
        )}
      </span>
      {tall ? (
        <TextArea rows={3} className={classNames(css['box'], css['tall'], isFilled && css['filled'])} />
      ) : (
        <Input
          inputMode={inputMode}
          className={classNames(css['box'], code && css['code'], isFilled && css['filled'])}
        />
      )}
      <FieldError className={classNames(css['problem'])}>{problem}</FieldError>
      {warning !== undefined && (
        <p id={`${id}-warning`} className={classNames(css['warning'])}>
          {warning}
        </p>
      )}
    </AriaTextField>
  )
}
