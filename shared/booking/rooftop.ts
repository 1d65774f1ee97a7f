import { z } from 'zod'
import { placeSchema } from './place.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'
import { isZone } from '../time/time.ts'

/** Default of `noticeMinutes`. */
const DEFAULT_NOTICE_MINUTES = 60

/** Default of `marginMinutes`: the time for loading and handing over. */
const DEFAULT_MARGIN_MINUTES = 30

const DAY_MINUTES = 24 * 60

/** The dealership location of this desk. */
export const rooftopSchema = z.strictObject({
  name: requiredLine('Name of the rooftop', 80),
  /** The service lot, where drivers collect and deliver vehicles. */
  address: placeSchema,
  /** IANA time zone. The desk shows every time in this zone. */
  zone: requiredLine('Time zone', 60).refine((zone) => zone === '' || isZone(zone), {
    error: 'Time zone must be an IANA name, for example America/New_York.',
  }),
  /** The driver's contact at the service lot, for a booking without a contact of its own. */
  contact: optionalLine('Contact', 120),
  /** Minutes between the send-by time and the ready-by time (test/spec/reliability.md#send-by-time). */
  noticeMinutes: z
    .int({ error: `Notice must be a whole number of minutes from 0 to ${DAY_MINUTES}.` })
    .min(0, { error: 'Notice cannot be negative.' })
    .max(DAY_MINUTES, { error: `Notice is at most ${DAY_MINUTES} minutes.` })
    .default(DEFAULT_NOTICE_MINUTES),
  /** Minutes that the estimate of the ready-by time adds to the drive. */
  marginMinutes: z
    .int({ error: `Margin must be a whole number of minutes from 0 to ${DAY_MINUTES}.` })
    .min(0, { error: 'Margin cannot be negative.' })
    .max(DAY_MINUTES, { error: `Margin is at most ${DAY_MINUTES} minutes.` })
    .default(DEFAULT_MARGIN_MINUTES),
})

export type Rooftop = Readonly<z.output<typeof rooftopSchema>>

/** The rooftop of a desk that uses the practice service and has no rooftop of its own. */
export const PRACTICE_ROOFTOP: Rooftop = {
  name: 'Northside Motors',
  address: {
    name: 'Northside Service lot',
    addressOne: '4100 W Broad St',
    addressTwo: null,
    city: 'Richmond',
    state: 'VA',
    zip: '23230',
  },
  zone: 'America/New_York',
  contact: null,
  noticeMinutes: DEFAULT_NOTICE_MINUTES,
  marginMinutes: DEFAULT_MARGIN_MINUTES,
}
