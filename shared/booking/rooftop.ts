import { z } from 'zod'
import { placeSchema } from './place.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'
import { isZone } from '../time/time.ts'

/** The default of `noticeMinutes`: minutes before ready-by at which a booking must have left. */
const DEFAULT_NOTICE_MINUTES = 60

/** The default of `marginMinutes`: minutes for loading and handing over. */
const DEFAULT_MARGIN_MINUTES = 30

const DAY_MINUTES = 24 * 60

/** The dealership location of this desk. */
export const rooftopSchema = z.strictObject({
  name: requiredLine('Name of the rooftop', 80),
  /** The service lot, where drivers collect and deliver vehicles. */
  address: placeSchema,
  /** IANA zone. The desk shows every time in this zone. */
  zone: requiredLine('Time zone', 60).refine((zone) => zone === '' || isZone(zone), {
    error: 'Time zone must be an IANA name, for example America/New_York.',
  }),
  /** The contact at the service lot for bookings without a contact of their own. */
  contact: optionalLine('Contact', 120),
  /** How long before ready-by a booking must have left, in minutes. */
  noticeMinutes: z
    .int({ error: `Notice must be a whole number of minutes from 0 to ${DAY_MINUTES}.` })
    .min(0, { error: 'Notice cannot be negative.' })
    .max(DAY_MINUTES, { error: `Notice is at most ${DAY_MINUTES} minutes.` })
    .default(DEFAULT_NOTICE_MINUTES),
  /** Minutes that the ready-by estimate adds to the drive. */
  marginMinutes: z
    .int({ error: `Margin must be a whole number of minutes from 0 to ${DAY_MINUTES}.` })
    .min(0, { error: 'Margin cannot be negative.' })
    .max(DAY_MINUTES, { error: `Margin is at most ${DAY_MINUTES} minutes.` })
    .default(DEFAULT_MARGIN_MINUTES),
})

export type Rooftop = Readonly<z.output<typeof rooftopSchema>>

/** The rooftop of a desk in practice mode without a rooftop of its own. */
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
