import { z } from 'zod/mini'
import { issueCode, type FieldIssueCode } from '../field-issues.ts'
import type { Fields } from '../outbox/fields.ts'
import { instantsOf, isZone, type UtcInstant, type ZonedTime } from './time.ts'

/** Times from this year on, local or UTC, are rejected as typos. The practice service refuses these years too. */
const FIRST_REJECTED_YEAR = '2200'
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Schema of a chosen time. `utc` must be an instant of `local` in `zone`, and selects one of the two in an overlap. */
export const zonedTimeSchema = z.pipe(
  z.strictObject({
    local: z.string(issueCode('time-missing')).check(z.maxLength(40, { ...issueCode('time-not-real'), abort: true })),
    zone: z.string(issueCode('zone-unknown')).check(z.maxLength(60, issueCode('zone-unknown'))),
    utc: z.string(issueCode('time-missing')).check(z.maxLength(40, issueCode('time-not-real'))),
  }),
  z.transform((time: ZonedTime, check): ZonedTime => {
    const reject = (message: FieldIssueCode, params?: Fields) => {
      check.issues.push({ code: 'custom', input: time, message, params })
      return z.NEVER
    }
    if (time.local.trim() === '') return reject('time-missing')
    if (!isZone(time.zone)) return reject('zone-unknown')
    if (!LOCAL.test(time.local)) return reject('time-incomplete')
    let meant: readonly UtcInstant[]
    try {
      meant = instantsOf(time.local, time.zone)
    } catch {
      return reject('time-not-real')
    }
    if ([time.local, ...meant].some((at) => at >= FIRST_REJECTED_YEAR)) return reject('time-too-far-ahead')
    if (meant.length === 0) return reject('time-skipped', { local: time.local, zone: time.zone })
    if (meant.includes(time.utc)) return time
    return meant.length === 1
      ? reject('time-mismatch')
      : reject('time-repeated', { local: time.local, zone: time.zone })
  }),
)
