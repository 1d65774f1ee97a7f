import { parseTime } from '@internationalized/date'
import { DateInput, DateSegment, FieldError, Label, TimeField as AriaTimeField } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import field from '../ui/Field.module.css'
import { useSeparators } from '../ui/use-separators.ts'
import css from '../ui/DateField.module.css'

type TimeFieldProps = {
  readonly id: string
  readonly label: string
  /** `hh:mm` in 24 hours; empty if no time is set. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  readonly isReadOnly: boolean
}

export function TimeField({ id, label, value, onChange, onLeave, problem, isReadOnly }: TimeFieldProps) {
  const separate = useSeparators()
  return (
    <AriaTimeField
      id={id}
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time === null ? '' : time.toString().slice(0, 5))}
      onBlur={onLeave}
      isInvalid={problem !== undefined}
      isRequired
      isReadOnly={isReadOnly}
      hourCycle={12}
      validationBehavior="aria"
      className={classNames(field['field'])}
    >
      <span className={field['head']}>
        <Label className={classNames(field['label'])}>{label}</Label>
      </span>
      <div role="presentation" className={css['keys']} onKeyDownCapture={separate}>
        <DateInput className={classNames(field['box'], css['alone'])}>
          {(segment) => <DateSegment segment={segment} className={classNames(css['segment'])} />}
        </DateInput>
      </div>
      <FieldError className={classNames(field['problem'])}>{problem}</FieldError>
    </AriaTimeField>
  )
}
