import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { sampleOf, type ConnectionEnd, type RetryAfterForm, type Toxic, type When } from './toxics.ts'
import { DATE_AHEAD } from './retry-after.ts'

/*
 * Every toxic on a creation with the outcome that the desk must reach, for a provider without any guarantee. The
 * comments name the cases of test/spec/reliability.md#classification.
 */

/** The pause of an idle send queue, in milliseconds. */
export const IDLE = 15_000

export type CreationCase = {
  readonly said: string
  /** A function gets the move numbers of a booking that the desk already has. */
  readonly toxic: Toxic | ((ours: readonly [number, number]) => Toxic)
  readonly ends: Extract<EntryState, 'booked' | 'in-doubt' | 'waiting' | 'held' | 'refused'>
  /** True if the remote has the booking in the end. */
  readonly there: boolean
  /** The pause of the send queue afterwards, in milliseconds. */
  readonly rests: number
  /** True if no booking leaves before a person acts. */
  readonly stops?: boolean
}

const BOTH = ['before', 'after'] as const
const ENDS = ['fin', 'rst'] as const

function doubt(said: string, toxic: Toxic): CreationCase {
  return {
    said: `${said}, ${toxic.when} it is applied`,
    toxic,
    ends: 'in-doubt',
    // A delayed request still arrives.
    there: toxic.when === 'after' || toxic.type === 'latency',
    rests: IDLE,
  }
}

/** A reset or closed connection, or no byte until the timeout. */
const CUTS = BOTH.flatMap((when) => [
  ...ENDS.map((end) => doubt(`no answer, ${end}`, { type: 'cut', when, end })),
  doubt('no answer, silence', { type: 'half-open', when }),
])

/** A response within the timeout counts; a later response leaves the entry in doubt. */
const LATENCIES = BOTH.flatMap((when): readonly CreationCase[] => [
  doubt('too late', { type: 'latency', when, delay: 'client-gone' }),
  { ...doubt('late, but in time', { type: 'latency', when, delay: 20 }), ends: 'booked' },
])

/** The cut is in the head, between head and body, in the body, and for a response also inside the status line. */
const LIMITS = ENDS.flatMap((end: ConnectionEnd) => [
  ...[0, 1, 100, -200, -1].map((bytes) =>
    doubt(`the request cut at ${bytes}, ${end}`, { type: 'limit-data', when: 'before', bytes, end }),
  ),
  ...[0, 1, 10, 14, 60, -200, -1].map((bytes) =>
    doubt(`the answer cut at ${bytes}, ${end}`, { type: 'limit-data', when: 'after', bytes, end }),
  ),
])

/** The response is whole, whenever the connection ends. */
const SLOW_CLOSE: CreationCase = {
  ...doubt('a connection that does not end', { type: 'slow-close', when: 'after', delay: 'client-gone' }),
  ends: 'booked',
}

/** Responses that prove nothing, whoever sent them. */
const STATUSES = BOTH.flatMap((when): readonly CreationCase[] => [
  ...[200, 204, 418, 500, 504].map((status) =>
    doubt(`${status} with nothing`, { type: 'status', when, status, body: 'none' }),
  ),
  ...[201, 403, 404, 407, 408, 422, 502].map((status) =>
    doubt(`${status} with a page`, { type: 'status', when, status, body: 'page' }),
  ),
  ...[200, 409, 500, 503].map((status) =>
    doubt(`${status} with an envelope`, { type: 'status', when, status, body: { errors: 'internal_server_error' } }),
  ),
  // The provider is asked nothing before the time that it named.
  {
    ...doubt('503 that asks to try again', {
      type: 'status',
      when,
      status: 503,
      body: { errors: 'internal_server_error' },
      headers: ['retry-after: 40'],
    }),
    rests: 40_000,
  },
  ...[302, 304, 307].map((status) => ({
    ...doubt(`${status}`, { type: 'status', when, status, body: 'none' }),
    stops: true,
  })),
  doubt('a page with 200', { type: 'status', when, status: 200, body: 'page' }),
])

/** A success under a status that the provider does not document. */
const OTHER_SUCCESS = [201, 202, 204, 206].map((status) =>
  doubt(`the own answer as ${status}`, { type: 'corrupt', when: 'after', status }),
)

/** Refusals prove that nothing was booked, so they occur only before the provider acted. */
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

/** A body without a proper end proves nothing, even if every byte arrived. */
const TRUNCATED = BOTH.flatMap((when: When) =>
  (['too-long', 'fitting', 'chunked', 'until-end'] as const).flatMap((framing) =>
    BREAKS[framing].map((bytes) =>
      doubt(`a body that breaks off at ${bytes}, ${framing}`, { type: 'truncated', when, bytes, framing }),
    ),
  ),
)

/** The number of another of our moves under either reference, and a move of another customer. */
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

/** `Retry-After` in seconds or as a date, limited to one second and one day; a minute for any other value. */
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
  // The first header is the provider's own, and a proxy in front of it adds the others.
  twice: 120_000,
}

const FORMS = Object.keys(ASKS_FOR) as RetryAfterForm[]

/** The forms of `Retry-After` for tests outside the matrix of creations; one form in the sample. */
export const RETRY_AFTER_FORMS = sampleOf(FORMS, (form) => busyToxic(form, true))

const BUSY = [
  ...FORMS.map((form) => busy(form, true)),
  busy('empty', false),
  busy('seconds', false),
  // Without `Retry-After` and envelope, anybody may have sent the 429.
  doubt('429 with a page', { type: 'busy', when: 'before', retryAfter: 'missing', envelope: false }),
]

function busyToxic(retryAfter: RetryAfterForm, envelope: boolean): Toxic {
  return { type: 'busy', when: 'before', retryAfter, envelope }
}

function busy(retryAfter: RetryAfterForm, envelope: boolean): CreationCase {
  return {
    said: `429 with Retry-After ${retryAfter}, ${envelope ? 'the envelope' : 'a page'}`,
    toxic: busyToxic(retryAfter, envelope),
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
