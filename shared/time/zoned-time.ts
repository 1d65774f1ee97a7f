import { z } from 'zod'
import { describeSpringGap, describeAutumnOverlap } from './format.ts'
import { instantsOf, isZone, type UtcInstant, type ZonedTime } from './time.ts'

/** A later year, here or in UTC, is a typing mistake. Providers refuse it too. */
const MAX_YEARS_AHEAD = '2200'
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** A chosen time. `utc` must be an instant of `local` in `zone`, and selects one of the two in an overlap. */
export const zonedTimeSchema = z
  .strictObject({
    local: z
      .string({ error: 'Date and time are missing.' })
      .max(40, { error: 'Date and time are too long.', abort: true }),
    zone: z.string({ error: 'Time zone is missing.' }).max(60, { error: 'Time zone is not known.' }),
    utc: z.string({ error: 'Date and time are missing.' }).max(40, { error: 'Date and time are too long.' }),
  })
  .transform((time, check): ZonedTime => {
    const say = (message: string) => {
      check.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (time.local.trim() === '') return say('Date and time are missing.')
    if (!isZone(time.zone)) return say('The time zone of this desk is not known. Choose it again in the settings.')
    if (!LOCAL.test(time.local)) return say('Date and time are not complete.')
    let meant: readonly UtcInstant[]
    try {
      meant = instantsOf(time.local, time.zone)
    } catch {
      return say('There is no such date or time.')
    }
    if ([time.local, ...meant].some((at) => at >= MAX_YEARS_AHEAD))
      return say('This date is too far ahead. Check the year.')
    if (meant.length === 0) return say(describeSpringGap(time.local, time.zone))
    if (meant.includes(time.utc)) return time
    return say(
      meant.length === 1
        ? NOT_TOGETHER
        : `${describeAutumnOverlap(time.local, time.zone)} Choose the first or the second.`,
    )
  })

const NOT_TOGETHER = 'Date and time do not fit together. Choose them again.'
