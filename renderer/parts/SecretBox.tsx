import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { FieldError, Input, Label, Text, TextField, ToggleButton } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './Field.module.css'

type SecretBoxProps = {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
  readonly isReadOnly?: boolean
}

/** A line whose text is hidden until one asks to see it. It only ever holds what is being typed. */
export function SecretBox({ id, label, hint, value, onChange, problem, isReadOnly = false }: SecretBoxProps) {
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
      className={names(css['field'])}
    >
      <span className={css['head']}>
        <Label className={names(css['label'])}>{label}</Label>
        <Text slot="description" className={names(css['hint'])}>
          {hint}
        </Text>
      </span>
      <span className={css['beside']}>
        <Input className={names(css['box'])} />
        {!isReadOnly && (
          <ToggleButton
            isSelected={seen}
            onChange={setSeen}
            aria-label={`Show the ${label.toLowerCase()}`}
            className={names(css['show'])}
          >
            {seen ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
          </ToggleButton>
        )}
      </span>
      <FieldError className={names(css['problem'])}>{problem}</FieldError>
    </TextField>
  )
}
