import { assertNever } from '../../../shared/result.ts'
import { describeSpringGap, formatClock, formatZoneName } from '../../../shared/time/format.ts'
import type { TimeReading } from '../../../shared/time/parse-question.ts'
import { parseTime } from '../../../shared/time/parse-time.ts'
import { dateOf, instantsOf, type UtcInstant } from '../../../shared/time/time.ts'
import { wordsOf } from '../../../shared/time/window-line.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import { RETURN_TEXT } from '../text/return-text.ts'
import type { BookingForm } from './form.ts'
import { windowNote } from './window-note.ts'

/* The time of a return that is booked together with its pickup. */

export type ReturnTime = TimeReading & { readonly time: string }

/** `ask`: the text has more than one meaning, and each option is one of them. */
export type MeantReturn =
  | { readonly kind: 'known'; readonly reading: ReturnTime; readonly utc: UtcInstant; readonly note: string | null }
  | {
      readonly kind: 'ask'
      readonly message: string
      readonly options: readonly { readonly label: string; readonly reading: ReturnTime }[]
    }
  | { readonly kind: 'unread'; readonly message: string }

type Around = { readonly pickup: UtcInstant; readonly now: UtcInstant; readonly zone: string }

const SAME_DAY = /\b(?:the )?same day\b,?/i

/** Reads a typed time. A time without a day is on the day of the pickup; a day without a time is not enough. */
export function readReturn(typed: string, around: Around): MeantReturn {
  const { pickup, now, zone } = around
  const parsed = parseTime(typed.replace(SAME_DAY, ''), { now, zone, date: dateOf(pickup, zone) })
  switch (parsed.kind) {
    case 'blank':
      return { kind: 'unread', message: typed.trim() === '' ? RETURN_TEXT.missing : RETURN_TEXT.noClock }
    case 'unread':
      return parsed
    case 'question': {
      const options = parsed.options.flatMap(({ label, ...reading }) =>
        reading.time === null ? [] : [{ label, reading: { ...reading, time: reading.time } }],
      )
      return options.length === 0
        ? { kind: 'unread', message: RETURN_TEXT.noClock }
        : { kind: 'ask', message: parsed.message, options }
    }
    case 'time': {
      const { date, time, turn, window, note } = parsed
      if (time === null) return { kind: 'unread', message: RETURN_TEXT.noClock }
      return resolveReturn({ date, time, turn, window }, around, note)
    }
    default:
      return assertNever(parsed)
  }
}

/** Finds the instant of a reading, which must be after the pickup. */
export function resolveReturn(reading: ReturnTime, { pickup, zone }: Around, note: string | null = null): MeantReturn {
  const local = `${reading.date}T${reading.time}`
  const [first, second] = instantsOf(local, zone)
  if (first === undefined) return { kind: 'unread', message: describeSpringGap(local, zone) }
  if (second !== undefined && reading.turn === null) {
    const option = (utc: UtcInstant, turn: 'first' | 'second') => ({
      label: `${formatClock(utc, zone)} ${formatZoneName(utc, zone)}`,
      reading: { ...reading, turn },
    })
    return { kind: 'ask', message: RETURN_TEXT.twice, options: [option(first, 'first'), option(second, 'second')] }
  }
  const utc = reading.turn === 'second' ? (second ?? first) : first
  if (utc <= pickup) {
    return { kind: 'unread', message: describeFieldIssue({ path: '', code: 'return-before-pickup' }) }
  }
  return { kind: 'known', reading, utc, note }
}

/** Returns the form of the return: that of the pickup with another direction and time. */
export function returnFormOf(pickup: BookingForm, { date, time, turn, window }: ReturnTime): BookingForm {
  const when = { date, time, occurrence: turn ?? '', spokenInput: '', parsedInput: '' }
  return { ...pickup, kind: 'return', ...when, ...windowNote(pickup, wordsOf(window)) }
}
