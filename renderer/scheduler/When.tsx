import { assertNever } from '../../shared/result.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { describeSpringGap, formatTime } from '../../shared/time/format.ts'
import { addMinutes, toLocal, type UtcInstant } from '../../shared/time/time.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { intendedTime, type BookingForm } from './state/form.ts'
import { windowNote } from './state/window-note.ts'
import { occurrenceQuestion } from '../booking/text/booking-text.ts'
import { chooseSpokenTime, fieldId, setFields, parseSpokenInput, useDraftForm } from './booking-form.ts'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { ChoiceField } from './fields.tsx'
import { TimeField } from './TimeField.tsx'
import css from './Scheduler.module.css'

type WhenProps = { readonly rooftop: Rooftop; readonly now: UtcInstant }

const DAY_MINUTES = 24 * 60

/**
 * Date and time in the rooftop's zone, typed as people say them or set in fields, with the time that the desk
 * understood.
 */
export function When({ rooftop, now }: WhenProps) {
  const desk = useDraftForm()
  const { draft } = desk
  const booking = useStore(draft, (state) => state.form)
  const problems = useStore(draft, (state) => state.problems.fields)
  const saving = useStore(draft, (state) => state.saving)
  const note = useStore(draft, (state) => state.saidNote)
  const question = useStore(draft, (state) => state.saidQuestion)
  const today = toLocal(now, rooftop.zone).slice(0, 10)
  const tomorrow = toLocal(addMinutes(now, DAY_MINUTES), rooftop.zone).slice(0, 10)
  const meant = intendedTime(booking, rooftop.zone)
  // Text that is not parsed yet may mean another time, so the understood time is hidden.
  const isUnparsed = booking.spokenInput.trim() !== '' && booking.spokenInput !== booking.parsedInput
  const title = booking.kind === 'one-way' ? 'Ready by' : 'Appointment at the customer'

  /** Sets date or time and clears `occurrence` and the spoken text, because both belong to the previous time. */
  const choose = (values: { readonly date: string } | { readonly time: string }) => {
    draft.type(booking.occurrence === '' ? values : { ...values, occurrence: '' })
    clearSpoken()
  }

  const clearSpoken = () => {
    if (booking.spokenInput !== '' || booking.parsedInput !== '') {
      setFields(desk, { spokenInput: '', parsedInput: '', ...windowNote(booking, null) })
    }
  }

  const chooseDay = (date: string) => {
    clearSpoken()
    setFields(desk, { date, occurrence: '' })
  }

  const dayButtons = (
    <>
      <ActionButton look="quiet" onPress={() => chooseDay(today)}>
        Today
      </ActionButton>
      <ActionButton look="quiet" onPress={() => chooseDay(tomorrow)}>
        Tomorrow
      </ActionButton>
    </>
  )

  return (
    <Section title={title} actions={dayButtons}>
      <Cell columns={5}>
        <TextField
          id={fieldId('spokenInput')}
          label="As you say it"
          hint="tomorrow 2p, fri 930, +45m"
          value={booking.spokenInput}
          onChange={(spokenInput) => draft.type({ spokenInput })}
          onLeave={() => void parseSpokenInput(desk)}
          problem={problems.spokenInput}
          isReadOnly={saving}
        />
      </Cell>
      <Cell columns={4}>
        <DateField
          id={fieldId('date')}
          label="Date"
          value={booking.date}
          today={today}
          onChange={(date) => choose({ date })}
          onLeave={() => draft.checkFields(['date'])}
          problem={problems.date}
          isReadOnly={saving}
        />
      </Cell>
      <Cell columns={3}>
        <TimeField
          id={fieldId('time')}
          label="Time"
          value={booking.time}
          onChange={(time) => choose({ time })}
          onLeave={() => draft.checkFields(['time'])}
          problem={problems.time}
          isReadOnly={saving}
        />
      </Cell>
      <Cell columns={12}>
        <div aria-live="polite" className={css['parsedInput']}>
          <p className={css['understood']} data-testid="understood">
            {!isUnparsed &&
              (meant.kind !== 'gap' || problems.time === undefined) &&
              describeUnderstood(booking, rooftop, now)}
          </p>
          {note !== null && (
            <p className={css['note']} data-testid="spoken-note">
              {note}
            </p>
          )}
        </div>
      </Cell>
      {question !== null && question.of === booking.spokenInput && (
        <Cell columns={12}>
          <div role="group" aria-label={question.message} className={css['question']} data-testid="time-question">
            {question.options.map((option) => (
              <ActionButton key={option.label} look="quiet" onPress={() => chooseSpokenTime(desk, option)}>
                {option.label}
              </ActionButton>
            ))}
          </div>
        </Cell>
      )}
      {meant.kind === 'twice' && (
        <Cell columns={12}>
          <ChoiceField name="occurrence" {...occurrenceQuestion(meant, rooftop.zone)} />
        </Cell>
      )}
    </Section>
  )
}

function describeUnderstood(form: BookingForm, rooftop: Rooftop, now: UtcInstant): string {
  const meant = intendedTime(form, rooftop.zone)
  switch (meant.kind) {
    case 'open':
      return ''
    case 'gap':
      return describeSpringGap(`${form.date}T${form.time}`, rooftop.zone)
    case 'twice':
      return meant.chosen === null
        ? 'This time comes twice: choose which one.'
        : `Understood as ${formatTime(meant.chosen, rooftop.zone, now)}, the ${form.occurrence} of two`
    case 'known':
      return `Understood as ${formatTime(meant.utc, rooftop.zone, now)}`
    default:
      return assertNever(meant)
  }
}
