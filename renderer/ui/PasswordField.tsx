import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { FieldError, Input, Label, Text, TextField, ToggleButton } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { showLabel } from './text.ts'
import css from './Field.module.css'

type PasswordFieldProps = {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
  readonly isReadOnly?: boolean
}

/** Text field that hides its value until the user reveals it. The value is only new input, never a stored secret. */
export function PasswordField({ id, label, hint, value, onChange, problem, isReadOnly = false }: PasswordFieldProps) {
  const [seen, setSeen] = useState(false)
  return (
    <TextField
      id={id}
      type={seen ? 'text' : 'password'}
      value={value}
      onChange={onChange}
      isInvalid={problem !== undefined}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
      className={classNames(css['field'])}
    >
      <span className={css['head']}>
        <Label className={classNames(css['label'])}>{label}</Label>
        <Text slot="description" className={classNames(css['hint'])}>
          {hint}
        </Text>
        <FieldError className={classNames(css['problem'])} data-named={problem?.startsWith('Enter ')}>
          {problem}
        </FieldError>
      </span>
      <span className={css['beside']}>
        <Input className={classNames(css['box'])} />
        {!isReadOnly && (
          <ToggleButton
            isSelected={seen}
            onChange={setSeen}
            aria-label={showLabel(label)}
            className={classNames(css['show'])}
          >
            {seen ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
          </ToggleButton>
        )}
      </span>
    </TextField>
  )
}
