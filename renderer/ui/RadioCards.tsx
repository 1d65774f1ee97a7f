import { Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './RadioCards.module.css'

type RadioCardsProps<T extends string> = {
  readonly id: string
  /** Announced to screen readers; the heading above the cards shows the question. */
  readonly label: string
  readonly value: T | null
  readonly options: readonly { readonly value: T; readonly label: string; readonly consequence: string }[]
  readonly onChange: (value: T) => void
  readonly isDisabled?: boolean
}

/** A choice between a few answers, each a card with its consequence. */
export function RadioCards<T extends string>({
  id,
  label,
  value,
  options,
  onChange,
  isDisabled = false,
}: RadioCardsProps<T>) {
  return (
    <AriaRadioGroup
      id={id}
      value={value}
      onChange={(picked) => {
        const option = options.find((one) => one.value === picked)
        if (option !== undefined) onChange(option.value)
      }}
      orientation="horizontal"
      isDisabled={isDisabled}
      className={classNames(css['group'])}
    >
      <Label className="unseen">{label}</Label>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          data-value={option.value}
          className={classNames(css['card'])}
          aria-label={option.label}
          aria-describedby={`${id}-${option.value}`}
        >
          <span className={css['label']}>{option.label}</span>
          <span id={`${id}-${option.value}`} className={css['consequence']}>
            {option.consequence}
          </span>
        </Radio>
      ))}
    </AriaRadioGroup>
  )
}
