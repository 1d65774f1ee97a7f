import type { Rooftop } from '../../../shared/booking/rooftop.ts'
import { describeSpringGap, formatTime } from '../../../shared/time/format.ts'
import { instantsOf, type UtcInstant } from '../../../shared/time/time.ts'

/** The words of a typed time's reading. */

type TypedTime = { readonly date: string; readonly time: string; readonly occurrence: string }

/** Describes the time that the desk understood: "Wed, Nov 25 · 2:00 PM ET". */
export function describeReading(form: TypedTime, rooftop: Rooftop, now: UtcInstant): string {
  const { date, time } = form
  if (date === '' || time === '') return ''
  const local = `${date}T${time}`
  const [first, second] = instantsOf(local, rooftop.zone)
  if (first === undefined) return describeSpringGap(local, rooftop.zone)
  if (second === undefined) return describeMoment(first, rooftop.zone, now)
  switch (form.occurrence) {
    case 'first':
      return `${describeMoment(first, rooftop.zone, now)}, the first of two`
    case 'second':
      return `${describeMoment(second, rooftop.zone, now)}, the second of two`
    default:
      return 'This time happens twice. Choose one.'
  }
}

/** A moment as "Wed, Nov 25 · 2:00 PM ET". */
function describeMoment(utc: UtcInstant, zone: string, now: UtcInstant): string {
  return formatTime(utc, zone, now).replace(/, (?=\d+:\d\d )/, ' · ')
}
