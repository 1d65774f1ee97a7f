import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import { earliestBookable } from '../../../shared/booking/ready-by.ts'
import { parseTime } from '../../../shared/time/parse-time.ts'
import { wordsOf } from '../../../shared/time/window-line.ts'
import type { BookingForm } from './form.ts'
import { windowNote } from './window-note.ts'

type Clock = Pick<DeskStatus, 'now' | 'rooftop'>

/**
 * Returns the form with the meaning of a time that a person is still typing. Only the views beside the fields use this
 * form: the fields keep their time until the typed text is left.
 */
export function liveForm(form: BookingForm, clock: Clock): BookingForm {
  return readLive(form, clock).form
}

/**
 * As `liveForm`; `isRead` is false for a text that is not understood, which leaves the time open. `message` says what
 * is wrong with that text, or asks which meaning it has.
 */
export function readLive(
  form: BookingForm,
  { now, rooftop }: Clock,
): { readonly form: BookingForm; readonly isRead: boolean; readonly message?: string } {
  if (form.spokenInput === form.parsedInput) return { form, isRead: true }
  const soonest = earliestBookable(form.kind === 'one-way' ? 'one-way' : 'pair', now, rooftop)
  const parsed = parseTime(form.spokenInput, { now, zone: rooftop.zone, date: form.date, soonest })
  if (parsed.kind === 'blank') return { form, isRead: true }
  if (parsed.kind !== 'time')
    return { form: { ...form, time: '', occurrence: '' }, isRead: false, message: parsed.message }
  const { date, time, turn, window } = parsed
  const when = { date, time: time ?? form.time, occurrence: turn ?? '' }
  return { form: { ...form, ...when, ...windowNote(form, wordsOf(window)) }, isRead: true }
}
