import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { ConnectionEnd, RetryAfterForm, Toxic, When } from './toxics.ts'
import { DATE_AHEAD } from './retry-after.ts'

/*
 * Every toxic on a creation, with the outcome that the desk must reach: written down from the table of outcomes that the
 * service's reliability rules keep, for a provider that helps with nothing (mode N); the numbers are its rows.
 */

/** What the line of a desk rests for when it has nothing to do, in milliseconds. */
export const IDLE = 15_000

export type CreationCase = {
  readonly said: string
  /** May lean on the numbers of a booking that we have there already. */
  readonly toxic: Toxic | ((ours: readonly [number, number]) => Toxic)
  readonly ends: Extract<EntryState, 'booked' | 'in-doubt' | 'waiting' | 'held' | 'refused'>
  /** Whether it is at the remote in the end. */
  readonly there: boolean
  /** What the desk then rests for, in milliseconds. */
  readonly rests: number
  /** True where no booking is sent before somebody has put something right. */
  readonly stops?: boolean
}

const BOTH = ['before', 'after'] as const
const ENDS = ['fin', 'rst'] as const

function doubt(said: string, toxic: Toxic): CreationCase {
  return {
    said: `${said}, ${toxic.when} it is applied`,
    toxic,
    ends: 'in-doubt',
    // What is delayed arrives in the end.
    there: toxic.when === 'after' || toxic.type === 'latency',
    rests: IDLE,
  }
}

/** Row 9, and 10 where nobody says anything. */
const CUTS = BOTH.flatMap((when) => [
  ...ENDS.map((end) => doubt(`no answer, ${end}`, { type: 'cut', when, end })),
  doubt('no answer, silence', { type: 'half-open', when }),
])

/** Row 11 where it comes in time, else row 10. */
const LATENCIES = BOTH.flatMap((when): readonly CreationCase[] => [
  doubt('too late', { type: 'latency', when, delay: 'client-gone' }),
  { ...doubt('late, but in time', { type: 'latency', when, delay: 20 }), ends: 'booked' },
])

/** Row 9. In the head, between head and body, in the body; of the answer also inside the status. */
const LIMITS = ENDS.flatMap((end: ConnectionEnd) => [
  ...[0, 1, 100, -200, -1].map((bytes) =>
    doubt(`the request cut at ${bytes}, ${end}`, { type: 'limit-data', when: 'before', bytes, end }),
  ),
  ...[0, 1, 10, 14, 60, -200, -1].map((bytes) =>
    doubt(`the answer cut at ${bytes}, ${end}`, { type: 'limit-data', when: 'after', bytes, end }),
  ),
])

/** Row 11: the response is whole, whenever the connection ends. */
const SLOW_CLOSE: CreationCase = {
  ...doubt('a connection that does not end', { type: 'slow-close', when: 'after', delay: 'client-gone' }),
  ends: 'booked',
}

/** Rows 12, 13, 15, 19, 20, 23 and 27: no word that proves anything, whoever said it. */
const STATUSES = BOTH.flatMap((when) => [
  ...[200, 204, 418, 500, 504].map((status) =>
    doubt(`${status} with nothing`, { type: 'status', when, status, body: 'none' }),
  ),
  ...[201, 403, 404, 407, 408, 422, 502].map((status) =>
    doubt(`${status} with a page`, { type: 'status', when, status, body: 'page' }),
  ),
  ...[200, 409, 500, 503].map((status) =>
    doubt(`${status} with an envelope`, { type: 'status', when, status, body: { errors: 'internal_server_error' } }),
  ),
  doubt('503 that asks to try again', {
    type: 'status',
    when,
    status: 503,
    body: { errors: 'internal_server_error' },
    headers: ['retry-after: 1'],
  }),
  ...[302, 304, 307].map((status) => ({
    ...doubt(`${status}`, { type: 'status', when, status, body: 'none' }),
    stops: true,
  })),
  doubt('a page with 200', { type: 'status', when, status: 200, body: 'page' }),
])

/** Row 12: success under a status that is not the documented one. */
const OTHER_SUCCESS = [201, 202, 204, 206].map((status) =>
  doubt(`the own answer as ${status}`, { type: 'corrupt', when: 'after', status }),
)

/** Rows 14, 16, 17 and 18: words that prove that nothing was booked, so that they are only said before. */
const REFUSALS: readonly CreationCase[] = (
  [
    [422, 'field_invalid', 'refused', IDLE, false],
    [400, 'OUTSIDE_REGION', 'refused', IDLE, false],
    [400, 'access_denied', 'waiting', 300_000, false],
    [403, 'missing_scope', 'held', IDLE, true],
    [404, 'request_invalid', 'held', IDLE, true],
    [405, 'request_invalid', 'held', IDLE, true],
  ] as const
).map(([status, errors, ends, rests, stops]) => ({
  said: `${status} ${errors}`,
  toxic: { type: 'status', when: 'before', status, body: { errors } },
  ends,
  there: false,
  rests,
  stops,
}))

const BREAKS = { 'too-long': [20, 'all'], fitting: [20, -1], chunked: [-1, 'all'], 'until-end': [-1] } as const

/** Row 12: also where all of the body came, and not the word that it was all. */
const TRUNCATED = BOTH.flatMap((when: When) =>
  (['too-long', 'fitting', 'chunked', 'until-end'] as const).flatMap((framing) =>
    BREAKS[framing].map((bytes) =>
      doubt(`a body that breaks off at ${bytes}, ${framing}`, { type: 'truncated', when, bytes, framing }),
    ),
  ),
)

/** Row 12: the number of another of our moves under either reference, and a move of somebody else's. */
const FOREIGN = BOTH.flatMap((when): readonly CreationCase[] => {
  const foreign = (numbers: readonly [number, number], reference: string | null): Toxic => ({
    type: 'foreign',
    when,
    numbers,
    reference,
  })
  const externalMove = doubt('another shop’s move', foreign([880_001, 880_002], 'RO 5 LK-2ZZZ7QQC'))
  return [
    externalMove,
    { ...externalMove, said: `another of our numbers, ${when}`, toxic: (ours) => foreign(ours, null) },
    { ...externalMove, said: `another of our moves, ${when}`, toxic: (ours) => foreign(ours, 'RO 5 LK-2ZZZ7QQC') },
  ]
})

/** Row 22: seconds or a date, at least a second, at most a day, and a minute for what is neither. */
export const ASKS_FOR: Readonly<Record<RetryAfterForm, number>> = {
  seconds: 120_000,
  'imf-date': DATE_AHEAD,
  'rfc850-date': DATE_AHEAD,
  'asctime-date': DATE_AHEAD,
  'past-date': 1_000,
  zero: 1_000,
  negative: 60_000,
  huge: 86_400_000,
  fraction: 60_000,
  garbage: 60_000,
  empty: 60_000,
  missing: 60_000,
  // The first is the provider's own; whatever stands in front of it adds the others.
  twice: 120_000,
}

const BUSY = [
  ...(Object.keys(ASKS_FOR) as RetryAfterForm[]).map((form) => busy(form, true)),
  busy('empty', false),
  busy('seconds', false),
  // With neither it may be anybody's word (row 15).
  doubt('429 with a page', { type: 'busy', when: 'before', retryAfter: 'missing', envelope: false }),
]

function busy(retryAfter: RetryAfterForm, envelope: boolean): CreationCase {
  return {
    said: `429 with Retry-After ${retryAfter}, ${envelope ? 'the envelope' : 'a page'}`,
    toxic: { type: 'busy', when: 'before', retryAfter, envelope },
    ends: 'waiting',
    there: false,
    rests: ASKS_FOR[retryAfter],
  }
}

export const CREATION_CASES: readonly CreationCase[] = [
  ...CUTS,
  ...LATENCIES,
  ...LIMITS,
  SLOW_CLOSE,
  ...STATUSES,
  ...OTHER_SUCCESS,
  ...REFUSALS,
  ...TRUNCATED,
  ...FOREIGN,
  ...BUSY,
]
