import { z } from 'zod/mini'
import { placeSchema } from './place.ts'
import { issueCode } from '../field-issues.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'
import { isZone } from '../time/time.ts'

const DEFAULT_NOTICE_MINUTES = 60

/** Default of `marginMinutes`: the time for loading and handing over. */
const DEFAULT_MARGIN_MINUTES = 30

/** Largest notice and margin. */
export const MAX_MINUTES = 24 * 60

const minutes = z
  .int(issueCode('not-minutes'))
  .check(z.minimum(0, issueCode('not-minutes')), z.maximum(MAX_MINUTES, issueCode('not-minutes')))

/** Largest limit of trips at once. */
export const MAX_TRIPS = 200

/** The dealership location of this desk. */
export const rooftopSchema = z.strictObject({
  name: requiredLine(80),
  /** The service lot, where drivers collect and deliver vehicles. */
  address: placeSchema,
  /** IANA time zone. The desk shows every time in this zone. */
  zone: requiredLine(60).check(z.refine((zone) => zone === '' || isZone(zone), issueCode('zone-not-iana'))),
  /** The driver's contact at the service lot, for a move of a pair that has no contact of its own. */
  contact: optionalLine(120),
  /** Minutes between the send-by time and the ready-by time (test/spec/reliability.md#send-by-time). */
  noticeMinutes: z._default(minutes, DEFAULT_NOTICE_MINUTES),
  /** Minutes that the estimate of the ready-by time adds to the drive. */
  marginMinutes: z._default(minutes, DEFAULT_MARGIN_MINUTES),
  /** How many trips this dealership wants under way at once; null for no limit. Only shown, no booking is refused. */
  tripLimit: z._default(
    z.nullable(
      z
        .int(issueCode('not-a-trip-limit'))
        .check(z.minimum(1, issueCode('not-a-trip-limit')), z.maximum(MAX_TRIPS, issueCode('not-a-trip-limit'))),
    ),
    null,
  ),
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
  tripLimit: null,
}
