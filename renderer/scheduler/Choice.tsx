import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import css from './Choice.module.css'

export type ChoiceOption = {
  readonly value: string
  /** The accessible name, and the text of an option without `content`. */
  readonly label: string
  readonly content?: ReactNode
  /** Shown only in a wide window, unless chosen. */
  readonly isWide?: boolean
}

type ChoiceProps = {
  readonly id: string
  readonly label: string
  /** Hides the label from view. Screen readers still announce the label. */
  readonly labelUnseen?: boolean
  readonly value: string
  readonly options: readonly ChoiceOption[]
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly look: 'switch' | 'segments' | 'chips' | 'small' | 'large'
  readonly isDisabled?: boolean
}

/** Radio buttons side by side. The arrow keys choose, and Tab and Enter leave the group. */
export function Choice({
  id,
  label,
  labelUnseen = false,
  value,
  options,
  onChange,
  problem,
  look,
  isDisabled = false,
}: ChoiceProps) {
  const isWrong = problem !== undefined
  const hasChosen = options.some((option) => option.value === value)
  return (
    <div
      id={id}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-problem`, 'data-invalid': true })}
      className={classNames(css['group'], css[look], (look === 'small' || look === 'large') && css['chips'])}
    >
      <span className={labelUnseen && !isWrong ? 'unseen' : css['label']}>
        <span id={`${id}-label`} {...(labelUnseen && { className: 'unseen' })}>
          {label}
        </span>
        {isWrong && (
          <span id={`${id}-problem`} className={css['message']}>
            {problem}
          </span>
        )}
      </span>
      <div className={css['options']}>
        {options.map((option, at) => (
          <label key={option.value} className={css['option']} data-wide={option.isWide}>
            <input
              type="radio"
              name={id}
              value={option.value}
              aria-label={option.label}
              // Without a chosen option, Tab and Shift+Tab would stop at different ends of the group.
              {...(!hasChosen && { tabIndex: at === 0 ? 0 : -1 })}
              checked={value === option.value}
              disabled={isDisabled}
              onChange={() => onChange(option.value)}
            />
            {option.content ?? option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
