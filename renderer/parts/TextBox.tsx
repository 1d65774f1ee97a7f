import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './Field.module.css'

type TextBoxProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  /** A word beside the label, for example "optional"; read out as the field's description. */
  readonly hint?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  /** Several lines. */
  readonly tall?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
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
  hint,
  isRequired = false,
  isReadOnly = false,
  tall = false,
  inputMode = 'text',
  code = false,
}: TextBoxProps) {
  return (
    <TextField
      id={id}
      value={value}
      onChange={onChange}
      onBlur={onLeave}
      isInvalid={problem !== undefined}
      isRequired={isRequired}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      autoComplete="off"
      spellCheck={tall ? 'true' : 'false'}
      className={names(css['field'])}
    >
      <span className={css['head']}>
        <Label className={names(css['label'])}>{label}</Label>
        {hint !== undefined && (
          <Text slot="description" className={names(css['hint'])}>
            {hint}
          </Text>
        )}
      </span>
      {tall ? (
        <TextArea rows={3} className={names(css['box'], css['tall'])} />
      ) : (
        <Input inputMode={inputMode} className={names(css['box'], code && css['code'])} />
      )}
      <FieldError className={names(css['problem'])}>{problem}</FieldError>
    </TextField>
  )
}
