import { assertNever } from '../../../shared/result.ts'
import type { RetryAfterForm } from './toxics.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The distance of the dates from now, in milliseconds. */
export const DATE_AHEAD = 2 * 60 * 60_000

/** The values of the header in a form at `now` (milliseconds since 1970): none, one or two lines. */
export function retryAfterValues(form: RetryAfterForm, now: number): readonly string[] {
  switch (form) {
    case 'seconds':
      return ['120']
    case 'imf-date':
      return [imfDate(now + DATE_AHEAD)]
    case 'rfc850-date':
      return [rfc850Date(now + DATE_AHEAD)]
    case 'asctime-date':
      return [asctimeDate(now + DATE_AHEAD)]
    case 'past-date':
      return [imfDate(now - DATE_AHEAD)]
    case 'zero':
      return ['0']
    case 'negative':
      return ['-120']
    case 'huge':
      return ['99999999999999999999']
    case 'fraction':
      return ['0.5']
    case 'garbage':
      return ['after the weekend']
    case 'empty':
      return ['']
    case 'missing':
      return []
    case 'twice':
      return ['120', '7200']
    default:
      return assertNever(form)
  }
}

function imfDate(ms: number): string {
  return new Date(ms).toUTCString()
}

function rfc850Date(ms: number): string {
  const [, day, month, year, time] = imfDate(ms).split(' ')
  return `${DAYS[new Date(ms).getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`
}

function asctimeDate(ms: number): string {
  const [weekday, day, month, year, time] = imfDate(ms).split(' ')
  return `${weekday?.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`
}
