import { CalendarDays, CornerDownRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { dateAfter, toLocal } from '../../shared/time/time.ts'
import { useLater } from '../use-later.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { useStore } from '../ui/use-store.ts'
import { occurrenceQuestion } from '../booking/text/booking-text.ts'
import { chooseSpokenTime, fieldId, focusField, parseSpokenInput, setFields, useDraftForm } from './booking-form.ts'
import { Choice } from './Choice.tsx'
import { ChoiceField } from './fields.tsx'
import { LoadCaption, LoadStrip } from './LoadStrip.tsx'
import { SheetSection } from './Sheet.tsx'
import { intendedTime } from './state/form.ts'
import { readLive } from './state/live-form.ts'
import { windowNote, windowOf } from './state/window-note.ts'
import { describeDayChip, FORM_TEXT } from './text/form-text.ts'
import { describeReading } from './text/reading-text.ts'
import { useTrip } from './use-trip.ts'
import css from './AtCustomer.module.css'

/** Days beside today and tomorrow that have a chip. Service lanes are closed on Sundays, which the calendar offers. */
const FURTHER_DAYS = 3
const SUNDAY = 0

/**
 * When the driver is at the customer: one field for a time as people say it, with its reading, chips of days, and the
 * load of the day to click.
 */
export function AtCustomer({ status }: { readonly status: DeskStatus }) {
  const desk = useDraftForm()
  const { draft } = desk
  const later = useLater()
  const { rooftop, now } = status
  const typed = useStore(draft, (state) => state.form)
  const { form, isRead, message = '' } = readLive(typed, status)
  // A text that a person is still typing is not wrong yet.
  const isStill = useDebounced(typed.spokenInput) === typed.spokenInput
  useEffect(() => {
    // The answers to a question stand below the field as soon as the question does.
    if (isStill && message !== '') draft.parseSpoken()
  }, [draft, isStill, message])
  const problems = useStore(draft, (state) => state.problems.fields)
  const saving = useStore(draft, (state) => state.saving)
  const note = useStore(draft, (state) => state.saidNote)
  const asked = useStore(draft, (state) => state.saidQuestion)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const trip = useTrip(form, status)
  const today = toLocal(now, rooftop.zone).slice(0, 10)
  const day = form.date === '' ? today : form.date
  const meant = intendedTime(typed, rooftop.zone)
  const question = asked !== null && asked.of === typed.spokenInput ? asked : null
  const reading = describeReading({ ...form, window: windowOf(form) }, rooftop, now)
  const wrong = problems.spokenInput ?? (isStill && message !== '' ? message : (problems.date ?? problems.time))
  // The reading of a time that the clocks skip says already what is wrong.
  const problem = wrong === reading ? undefined : wrong
  const isTwice = meant.kind === 'twice' && form === typed

  /** Sets date or time and clears `occurrence` and the spoken text, because both belong to the previous time. */
  const choose = (values: { readonly date: string } | { readonly time: string }) => {
    draft.type({ ...values, occurrence: '' })
    setFields(desk, { spokenInput: '', parsedInput: '', ...windowNote(draft.getState().form, null) })
  }
  const chooseDay = (date: string) => {
    choose({ date })
    draft.checkFields(['date'])
  }
  const pick = (time: string) => {
    choose({ time })
    if (draft.getState().form.date === '') choose({ date: day })
    draft.checkFields(['date', 'time'])
    focusField('spokenInput')
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'F4' || event.altKey || event.ctrlKey) return
    event.preventDefault()
    setOpen(true)
  }

  return (
    <SheetSection title={form.kind === 'one-way' ? FORM_TEXT.readyBy : FORM_TEXT.atCustomer} isFull>
      <div className={css['when']}>
        <div className={css['say']}>
          <label htmlFor={fieldId('spokenInput')} className="unseen">
            {FORM_TEXT.dateAndTime}
          </label>
          <div ref={anchor} className={css['phrase']}>
            <input
              id={fieldId('spokenInput')}
              aria-required
              aria-keyshortcuts="F4"
              aria-describedby={`when-reading${problem === undefined ? '' : ' when-problem'}`}
              {...(wrong !== undefined && { 'aria-invalid': true })}
              autoComplete="off"
              spellCheck={false}
              readOnly={saving}
              placeholder={meant.kind === 'open' ? FORM_TEXT.timeExample : ''}
              value={typed.spokenInput}
              onChange={(event) => draft.type({ spokenInput: event.target.value })}
              onBlur={() => void parseSpokenInput(desk)}
              onKeyDown={keys}
            />
            <Button
              aria-label={FORM_TEXT.calendar}
              tabIndex={-1}
              disabled={saving}
              onPress={() => setOpen(true)}
              className={classNames(css['calendar'])}
            >
              <CalendarDays size={16} aria-hidden="true" />
            </Button>
          </div>
          {later !== null && (
            <later.DateTimePopover
              anchor={anchor}
              isOpen={isOpen}
              onOpenChange={setOpen}
              today={today}
              onChoose={choose}
            />
          )}
          <div className={css['reading']}>
            <div className={css['words']}>
              <Announced>{[problem ?? reading, note].filter(Boolean).join(' ')}</Announced>
              {problem === undefined && form.time !== '' && <CornerDownRight size={14} aria-hidden="true" />}
              <p
                id="when-reading"
                className={css['understood']}
                data-testid="understood"
                data-live={form !== typed}
                data-wrong={wrong !== undefined}
              >
                {problem === undefined && reading}
              </p>
              {problem !== undefined && (
                <p id="when-problem" className={css['wrong']} data-asked={question !== null}>
                  {problem}
                </p>
              )}
              {note !== null && (
                <p className={css['note']} data-testid="spoken-note">
                  {note}
                </p>
              )}
              {question !== null && (
                <div role="group" aria-label={question.message} className={css['question']} data-testid="time-question">
                  {question.options.map((option) => (
                    <ActionButton key={option.label} isSmall onPress={() => chooseSpokenTime(desk, option)}>
                      {option.label}
                    </ActionButton>
                  ))}
                </div>
              )}
              {isTwice && (
                <ChoiceField
                  name="occurrence"
                  look="chips"
                  // The message after a refused save repeats the question.
                  labelUnseen={problems.occurrence !== undefined}
                  {...occurrenceQuestion(meant, rooftop.zone)}
                />
              )}
            </div>
          </div>
        </div>
        <div data-enter="skip">
          <div className={css['chips']}>
            <Choice
              id="day-chips"
              label={FORM_TEXT.day}
              labelUnseen
              look="chips"
              value={isRead ? form.date : ''}
              options={dayChips(today)}
              onChange={chooseDay}
              isDisabled={saving}
            />
            <LoadCaption date={day} changes={form.changes} zone={rooftop.zone} />
          </div>
          <LoadStrip form={form} date={day} trip={trip} status={status} onPick={pick} />
        </div>
      </div>
    </SheetSection>
  )
}

function dayChips(today: string): readonly { readonly value: string; readonly label: string }[] {
  const further: string[] = []
  for (let days = 2; further.length < FURTHER_DAYS; days += 1) {
    const date = dateAfter(today, days)
    if (new Date(`${date}T12:00:00Z`).getUTCDay() !== SUNDAY) further.push(date)
  }
  return [
    { value: today, label: FORM_TEXT.today },
    { value: dateAfter(today, 1), label: FORM_TEXT.tomorrow },
    ...further.map((date) => ({ value: date, label: describeDayChip(date) })),
  ]
}
