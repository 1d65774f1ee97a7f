import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import css from './DayHead.module.css'

type SegmentsProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string; readonly icon?: ReactNode }[]
  readonly onChange: (value: Value) => void
}

/** A small choice in a toolbar, one Tab stop in all. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(chosen) => {
        const option = options.find((one) => one.value === chosen)
        if (option !== undefined) onChange(option.value)
      }}
      className={classNames(css['segments'])}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={classNames(css['segment'])}>
          {option.icon}
          {option.text}
        </Radio>
      ))}
    </RadioGroup>
  )
}
