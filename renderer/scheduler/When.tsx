import { never } from '../../shared/failure.ts'
import type { Rooftop } from '../../shared/rooftop.ts'
import { sayGap, sayTime } from '../../shared/time-words.ts'
import { addMinutes, toLocal, type UtcInstant } from '../../shared/time.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Cell, Section } from '../parts/Section.tsx'
import { useStore } from '../parts/use-store.ts'
import { meantTime, type BookingForm } from '../state/form.ts'
import { askWhichTurn } from '../state/words.ts'
import { fieldId, fillFields, hearSaid, useDraftForm } from './booking-form.ts'
import { DateBox } from '../parts/DateBox.tsx'
import { TextBox } from '../parts/TextBox.tsx'
import { ChoiceField } from './fields.tsx'
import { TimeBox } from './TimeBox.tsx'
import css from './Scheduler.module.css'

type WhenProps = { readonly rooftop: Rooftop; readonly now: UtcInstant }

const DAY = 24 * 60

/** Date and time in the rooftop's zone, and what the desk understood by them. */
export function When({ rooftop, now }: WhenProps) {
  const desk = useDraftForm()
  const { form, draft } = desk
  const booking = useStore(draft, (state) => state.form)
  const problems = useStore(draft, (state) => state.problems.fields)
  const saving = useStore(draft, (state) => state.saving)
  const note = useStore(draft, (state) => state.saidNote)
  const today = toLocal(now, rooftop.zone).slice(0, 10)
  const tomorrow = toLocal(addMinutes(now, DAY), rooftop.zone).slice(0, 10)
  const meant = meantTime(booking, rooftop.zone)
  // While words stand there that nobody read, the time below them is not what was understood.
  const unread = booking.said.trim() !== '' && booking.said !== booking.heard
  const title = booking.kind === 'one-way' ? 'Ready by' : 'Appointment at the customer'

  /** Which of two equal times was meant is asked anew for another time; what was said before speaks of the one before. */
  const choose = (change: (value: string) => void, value: string) => {
    change(value)
    if (booking.clockTurn !== '') form.setFieldValue('clockTurn', '')
    unsay()
  }

  const unsay = () => {
    if (booking.said !== '' || booking.heard !== '') fillFields(desk, { said: '', heard: '' })
  }

  const chooseDay = (date: string) => {
    unsay()
    fillFields(desk, { date, clockTurn: '' })
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
        <form.Field name="said">
          {(field) => (
            <TextBox
              id={fieldId('said')}
              label="As you say it"
              hint="tomorrow 2p, fri 930, +45m"
              value={field.state.value}
              onChange={field.handleChange}
              onLeave={() => void hearSaid(desk)}
              problem={problems.said}
              isReadOnly={saving}
            />
          )}
        </form.Field>
      </Cell>
      <Cell columns={4}>
        <form.Field name="date">
          {(field) => (
            <DateBox
              id={fieldId('date')}
              label="Date"
              value={field.state.value}
              today={today}
              onChange={(date) => choose(field.handleChange, date)}
              onLeave={() => draft.left(['date'])}
              problem={problems.date}
              isReadOnly={saving}
            />
          )}
        </form.Field>
      </Cell>
      <Cell columns={3}>
        <form.Field name="time">
          {(field) => (
            <TimeBox
              id={fieldId('time')}
              label="Time"
              value={field.state.value}
              onChange={(time) => choose(field.handleChange, time)}
              onLeave={() => draft.left(['time'])}
              problem={problems.time}
              isReadOnly={saving}
            />
          )}
        </form.Field>
      </Cell>
      <Cell columns={12}>
        <div aria-live="polite" className={css['heard']}>
          <p className={css['understood']} data-fact="understood">
            {!unread && (meant.kind !== 'gap' || problems.time === undefined) && sayUnderstood(booking, rooftop, now)}
          </p>
          {note !== null && (
            <p className={css['note']} data-fact="said-note">
              {note}
            </p>
          )}
        </div>
      </Cell>
      {meant.kind === 'twice' && (
        <Cell columns={12}>
          <ChoiceField name="clockTurn" {...askWhichTurn(meant, rooftop.zone)} />
        </Cell>
      )}
    </Section>
  )
}

function sayUnderstood(form: BookingForm, rooftop: Rooftop, now: UtcInstant): string {
  const meant = meantTime(form, rooftop.zone)
  switch (meant.kind) {
    case 'open':
      return ''
    case 'gap':
      return sayGap(`${form.date}T${form.time}`, rooftop.zone)
    case 'twice':
      return meant.chosen === null
        ? 'This time comes twice: choose which one.'
        : `Understood as ${sayTime(meant.chosen, rooftop.zone, now)}, the ${form.clockTurn} of two`
    case 'known':
      return `Understood as ${sayTime(meant.utc, rooftop.zone, now)}`
    default:
      return never(meant)
  }
}
