import type { Rooftop } from '../../../shared/booking/rooftop.ts'
import { describeSpringGap, formatTime } from '../../../shared/time/format.ts'
import { instantsOf, type UtcInstant } from '../../../shared/time/time.ts'

/** The words of a typed time's reading. */

type TypedTime = {
  readonly date: string
  readonly time: string
  readonly occurrence: string
  /** The words of the promised window; null for none. */
  readonly window: string | null
}

/**
 * Describes the time that the desk understood: "Wed, Nov 25 · 2:00 PM ET". Of a window, its start is booked,
 * and the driver's note has its words.
 */
export function describeReading(form: TypedTime, { zone }: Rooftop, now: UtcInstant): string {
  const { date, time, window } = form
  if (date === '' || time === '') return ''
  const local = `${date}T${time}`
  const [first, second] = instantsOf(local, zone)
  const noted = window === null ? '' : ` · driver's note: ${window}`
  const moment = (utc: UtcInstant) => formatTime(utc, zone, now).replace(/, (?=\d+:\d\d )/, ' · ') + noted
  if (first === undefined) return describeSpringGap(local, zone)
  if (second === undefined) return moment(first)
  switch (form.occurrence) {
    case 'first':
      return `${moment(first)}, the first of two`
    case 'second':
      return `${moment(second)}, the second of two`
    default:
      return 'This time happens twice. Choose one.'
  }
}
