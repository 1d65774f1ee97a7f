import { parseDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import field from './Field.module.css'
import { useSeparators } from './use-separators.ts'
import css from './DateField.module.css'

type DateFieldProps = {
  readonly id: string
  readonly label: string
  /** YYYY-MM-DD, or empty. */
  readonly value: string
  /** Today in the rooftop's zone, YYYY-MM-DD. The calendar of an empty field opens at this day. */
  readonly today: string
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
  readonly problem: string | undefined
  readonly isReadOnly: boolean
  /** Shows the calendar under the field, instead of behind a button. */
  readonly isInline?: boolean
}

export function DateField({
  id,
  label,
  value,
  today,
  onChange,
  onLeave,
  problem,
  isReadOnly,
  isInline = false,
}: DateFieldProps) {
  const separate = useSeparators()
  return (
    <DatePicker
      id={id}
      value={value === '' ? null : parseDate(value)}
      placeholderValue={parseDate(today)}
      onChange={(date) => onChange(date === null ? '' : date.toString())}
      onBlur={onLeave}
      isInvalid={problem !== undefined}
      isRequired
      isReadOnly={isReadOnly}
      shouldForceLeadingZeros
      validationBehavior="aria"
      className={classNames(field['field'])}
    >
      <span className={field['head']}>
        <Label className={classNames(field['label'])}>{label}</Label>
        <FieldError className={classNames(field['problem'])}>{problem}</FieldError>
      </span>
      <Group className={classNames(field['box'], css['box'])}>
        <div role="presentation" className={css['keys']} onKeyDownCapture={separate}>
          <DateInput className={classNames(css['segments'])}>
            {(segment) => <DateSegment segment={segment} className={classNames(css['segment'])} />}
          </DateInput>
        </div>
        {!isInline && (
          <Button className={classNames(css['open'])}>
            <CalendarDays size={16} aria-hidden="true" />
          </Button>
        )}
      </Group>
      {isInline ? (
        <MonthCalendar today={today} />
      ) : (
        <Popover className={classNames(css['popover'])} placement="bottom start" offset={6}>
          <Dialog className={classNames(css['dialog'])}>
            <MonthCalendar today={today} />
          </Dialog>
        </Popover>
      )}
    </DatePicker>
  )
}

/** One month to choose a day from. */
function MonthCalendar({ today }: { readonly today: string }) {
  return (
    <Calendar>
      <header className={css['month']}>
        <Button slot="previous" className={classNames(css['open'])}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Heading />
        <Button slot="next" className={classNames(css['open'])}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className={classNames(css['days'])}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={classNames(css['weekday'])}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell date={date} className={classNames(css['day'], date.toString() === today && css['today'])} />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
