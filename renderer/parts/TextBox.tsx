import { FieldError, Input, Label, TextArea, TextField } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './Field.module.css'

type TextBoxProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  /** What looks like a slip; it is taken all the same. */
  readonly warning?: string | undefined
  /** The desk filled it in, not a person; `hint` says from what. */
  readonly isFilled?: boolean
  /** A word beside the label, for example "optional"; read out as the field's description. */
  readonly hint?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  /** Several lines. */
  readonly tall?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
  /** The name of whoever types it, not of a customer: what fills in such things may do so (WCAG 1.3.5). */
  readonly isOwnName?: boolean
  /** Upper-case on the screen only; what is typed stays as it is. */
  readonly code?: boolean
}

export function TextBox({
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
}: TextBoxProps) {
  // Not by slots: a field has its hint and its warning at times only.
  const described = names(hint !== undefined && `${id}-hint`, warning !== undefined && `${id}-warning`)
  return (
    <TextField
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
      className={names(css['field'])}
    >
      <span className={css['head']}>
        <Label className={names(css['label'])}>{label}</Label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={names(css['hint'], isFilled && css['source'])}>
            {hint}
          </span>
        )}
      </span>
      {tall ? (
        <TextArea rows={3} className={names(css['box'], css['tall'], isFilled && css['filled'])} />
      ) : (
        <Input inputMode={inputMode} className={names(css['box'], code && css['code'], isFilled && css['filled'])} />
      )}
      <FieldError className={names(css['problem'])}>{problem}</FieldError>
      {warning !== undefined && (
        <p id={`${id}-warning`} className={names(css['warning'])}>
          {warning}
        </p>
      )}
    </TextField>
  )
}
