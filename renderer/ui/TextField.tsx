import { Check, History } from 'lucide-react'
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
  /** Points out a likely mistake; the value is accepted anyway. */
  readonly warning?: string | undefined
  /** The desk filled in the value (a prefill), and `hint` names its source. */
  readonly isPrefilled?: boolean
  /** The desk checked the value and found it right, which a check in the field shows. */
  readonly isVerified?: boolean
  /** Short text beside the label, for example "optional"; also the description for screen readers. */
  readonly hint?: string
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  /** Shows several lines. */
  readonly tall?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
  /** The field holds the user's own name, not a customer's, so that the system may fill in the name (WCAG 1.3.5). */
  readonly isOwnName?: boolean
  /** Shows the text in upper case; the value stays as typed. */
  readonly code?: boolean
}

/** Longest hint, in characters, that stays in the line of its label in a narrow field. */
const MAX_SHORT_HINT = 12

/** A problem that names its empty field and fits in the line of the label, so that nothing has to float. */
const SHORT_PROBLEM = /^Enter .{1,52}$/

export function TextField({
  id,
  label,
  value,
  onChange,
  onLeave,
  problem,
  warning,
  isPrefilled = false,
  isVerified = false,
  hint,
  isRequired = false,
  isReadOnly = false,
  tall = false,
  inputMode = 'text',
  isOwnName = false,
  code = false,
}: TextFieldProps) {
  // `aria-describedby` is set here, because react-aria looks for a description slot only on mount and when the validity
  // changes. A hint or a warning can appear at any time.
  const described = classNames(
    hint !== undefined && `${id}-hint`,
    problem === undefined && warning !== undefined && `${id}-warning`,
  )
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
      <span className={classNames(css['head'], (hint ?? '').length <= MAX_SHORT_HINT && css['short'])}>
        <Label className={classNames(css['label'])}>{label}</Label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={isPrefilled ? 'unseen' : classNames(css['hint'])}>
            {hint}
          </span>
        )}
        <FieldError
          className={classNames(css['problem'])}
          data-named={problem !== undefined && SHORT_PROBLEM.test(problem)}
        >
          {problem}
        </FieldError>
        {problem === undefined && warning !== undefined && (
          <span id={`${id}-warning`} className={classNames(css['warning'])}>
            {warning}
          </span>
        )}
        {isPrefilled && (
          <span className={css['source']} data-tip={hint}>
            <History size={12} aria-hidden="true" />
          </span>
        )}
      </span>
      {tall ? (
        <TextArea rows={3} className={classNames(css['box'], css['tall'])} />
      ) : (
        <span className={css['inside']}>
          <Input
            inputMode={inputMode}
            className={classNames(css['box'], code && css['code'], isVerified && css['checked'])}
          />
          {isVerified && <Check size={16} aria-hidden="true" className={css['check']} />}
        </span>
      )}
    </AriaTextField>
  )
}
