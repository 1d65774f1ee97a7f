import type { BookedMoves } from '../../../shared/move/move.ts'
import { assertNever } from '../../../shared/result.ts'
import { describeSpringGap, formatClock, formatZoneName } from '../../../shared/time/format.ts'
import type { TimeReading } from '../../../shared/time/parse-question.ts'
import { parseTime } from '../../../shared/time/parse-time.ts'
import { instantsOf, toLocal, type UtcInstant, type ZonedTime } from '../../../shared/time/time.ts'
import { wordsOf } from '../../../shared/time/window-line.ts'

/* What a person typed as the new time of a booking. */

/** `window` has the words of the promised window; null for none. */
export type NewTime = ZonedTime & { readonly window: string | null }

/** `ask`: the text has more than one meaning, and each option is one of them. */
export type MeantTime =
  | { readonly kind: 'blank' }
  | { readonly kind: 'known'; readonly time: NewTime; readonly note: string | null }
  | {
      readonly kind: 'ask'
      readonly message: string
      readonly options: readonly { readonly label: string; readonly time: NewTime }[]
    }
  | { readonly kind: 'unread'; readonly message: string }

const SAME_TIME = /(?:^|[\s,]+)(?:at )?(?:the )?same time(?=$|[\s,])/i

/**
 * Reads a typed time in the rooftop's zone. A bare clock time stays on the booking's day, and a bare day or "same time"
 * keeps the booking's clock time.
 */
export function readNewTime(
  spoken: string,
  { time }: Pick<BookedMoves, 'time'>,
  { now, zone }: { readonly now: UtcInstant; readonly zone: string },
): MeantTime {
  const before = toLocal(time.utc, zone)
  const instants = ({ date, time: clock, window }: TimeReading) => {
    const local = `${date}T${clock ?? before.slice(11, 16)}`
    return instantsOf(local, zone).map((utc): NewTime => ({ local, zone, utc, window: wordsOf(window) }))
  }
  const parsed = parseTime(spoken.replace(SAME_TIME, ' '), { now, zone, date: before.slice(0, 10) })
  switch (parsed.kind) {
    case 'blank':
      return parsed
    case 'unread':
      return parsed
    case 'question': {
      const options = parsed.options.flatMap((option) =>
        instants(option)
          .slice(0, 1)
          .map((one) => ({ label: option.label, time: one })),
      )
      return { kind: 'ask', message: parsed.message, options }
    }
    case 'time': {
      const [first, second] = instants(parsed)
      const { note, turn } = parsed
      if (first === undefined) {
        return {
          kind: 'unread',
          message: describeSpringGap(`${parsed.date}T${parsed.time ?? before.slice(11, 16)}`, zone),
        }
      }
      if (second === undefined || turn !== null) {
        return { kind: 'known', time: turn === 'second' ? (second ?? first) : first, note }
      }
      const label = ({ utc }: NewTime) => `${formatClock(utc, zone)} ${formatZoneName(utc, zone)}`
      const options = [first, second].map((one) => ({ label: label(one), time: one }))
      return { kind: 'ask', message: 'This time happens twice that night.', options }
    }
    default:
      return assertNever(parsed)
  }
}
