import { parseTime } from '@internationalized/date'
import { DateInput, DateSegment, FieldError, Label, TimeField } from 'react-aria-components'
import { names } from '../parts/class-names.ts'
import field from '../parts/Field.module.css'
import { useSeparators } from '../parts/use-separators.ts'
import css from '../parts/DateBox.module.css'

type TimeBoxProps = {
  readonly id: string
  readonly label: string
  /** hh:mm in 24 hours, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  readonly isReadOnly: boolean
}

export function TimeBox({ id, label, value, onChange, onLeave, problem, isReadOnly }: TimeBoxProps) {
  const separate = useSeparators()
  return (
    <TimeField
      id={id}
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time === null ? '' : time.toString().slice(0, 5))}
      onBlur={onLeave}
      isInvalid={problem !== undefined}
      isRequired
      isReadOnly={isReadOnly}
      hourCycle={12}
      validationBehavior="aria"
      className={names(field['field'])}
    >
      <span className={field['head']}>
        <Label className={names(field['label'])}>{label}</Label>
      </span>
      <div role="presentation" className={css['keys']} onKeyDownCapture={separate}>
        <DateInput className={names(field['box'], css['alone'])}>
          {(segment) => <DateSegment segment={segment} className={names(css['segment'])} />}
        </DateInput>
      </div>
      <FieldError className={names(field['problem'])}>{problem}</FieldError>
    </TimeField>
  )
}
