import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { namesField } from './text/issue-text.ts'
import { FORM_TEXT } from './text/form-text.ts'
import css from './SheetField.module.css'

export type SheetFieldProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  /** Points out a likely mistake; the value is accepted anyway. */
  readonly warning?: string | undefined
  /** Where a filled value comes from: the words for a screen reader, and a mark beside the label. */
  readonly source?: { readonly words: string; readonly mark: ReactNode } | undefined
  readonly placeholder?: string
  readonly isRequired?: boolean
  readonly isOptional?: boolean
  readonly isReadOnly?: boolean
  /** Shows a check mark in the field. */
  readonly isSure?: boolean
  /** Shows the text in the face in which no two characters look alike. */
  readonly isCode?: boolean
  readonly lines?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
  /** Attributes of a combo box on the input. */
  readonly combo?: Readonly<Record<string, unknown>>
  /** The list of a combo box. */
  readonly children?: ReactNode
}

/** A field of the sheet. Its messages take no room of their own. */
export function SheetField({
  id,
  label,
  value,
  onChange,
  onLeave,
  problem,
  warning,
  source,
  placeholder = '',
  isRequired = false,
  isOptional = false,
  isReadOnly = false,
  isSure = false,
  isCode = false,
  lines = false,
  inputMode = 'text',
  combo = {},
  children,
}: SheetFieldProps) {
  const message = problem ?? warning
  const described = classNames(message !== undefined && `${id}-message`, source !== undefined && `${id}-source`)
  const common = {
    id,
    value,
    placeholder,
    inputMode,
    readOnly: isReadOnly,
    autoComplete: 'off',
    onBlur: onLeave,
    ...(isRequired && { 'aria-required': true }),
    ...(problem !== undefined && { 'aria-invalid': true }),
    ...(described !== '' && { 'aria-describedby': described }),
  } as const
  const showsCheck = isSure && message === undefined
  return (
    <div className={classNames(css['field'], showsCheck && css['sure'])}>
      <div className={css['head']} data-named={problem !== undefined && namesField(problem)}>
        <label htmlFor={id} className={css['label']}>
          {label}
        </label>
        {isOptional && <span className={css['optional']}>{FORM_TEXT.optional}</span>}
        {message === undefined ? (
          source !== undefined && (
            <span id={`${id}-source`} className={css['source']} title={source.words}>
              {typeof source.mark === 'string' ? (
                source.mark
              ) : (
                <>
                  {source.mark}
                  <span className="unseen">{source.words}</span>
                </>
              )}
            </span>
          )
        ) : (
          <span
            id={`${id}-message`}
            className={css['message']}
            data-kind={problem === undefined ? 'warning' : 'problem'}
          >
            {message}
          </span>
        )}
      </div>
      <div className={css['boxed']}>
        {lines ? (
          <textarea
            {...common}
            rows={1}
            spellCheck
            onChange={(event) => onChange(event.target.value)}
            className={classNames(css['box'], css['lines'])}
          />
        ) : (
          <input
            {...common}
            {...combo}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className={classNames(css['box'], isCode && css['mono'])}
          />
        )}
        {showsCheck && <Check size={14} aria-hidden="true" className={css['check']} />}
        {children}
      </div>
    </div>
  )
}
