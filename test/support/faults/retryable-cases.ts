import type { ConnectionEnd, Toxic } from './toxics.ts'

/*
 * Every toxic on a repeatable request, a fetch or a sign-in: no toxic changes or proves anything. A fetch changes
 * nothing at the provider, but the desk must not rely on that, so both `before` and `after` occur.
 */

const BOTH = ['before', 'after'] as const

/** The toxics with the same outcome for every repeatable request. */
export const RETRYABLE_TOXICS: readonly Toxic[] = BOTH.flatMap((when): readonly Toxic[] => [
  ...(['fin', 'rst'] as const).map((end): Toxic => ({ type: 'cut', when, end })),
  { type: 'half-open', when },
  { type: 'latency', when, delay: 'client-gone' },
  ...(['fin', 'rst'] as const).flatMap((end: ConnectionEnd) =>
    [0, 14, -1].map((bytes): Toxic => ({ type: 'limit-data', when, bytes, end })),
  ),
  ...[204, 500, 502, 503, 504].map((status): Toxic => ({ type: 'status', when, status, body: 'none' })),
  ...[403, 404, 408].map((status): Toxic => ({ type: 'status', when, status, body: 'page' })),
  { type: 'status', when, status: 307, body: 'none' },
  { type: 'status', when, status: 500, body: { errors: 'internal_server_error' } },
  { type: 'status', when, status: 404, body: { errors: 'move_invalid' } },
  { type: 'status', when, status: 200, body: 'page' },
  ...(['too-long', 'chunked'] as const).map((framing): Toxic => ({ type: 'truncated', when, bytes: 'all', framing })),
  ...(['fitting', 'until-end'] as const).map((framing): Toxic => ({ type: 'truncated', when, bytes: -1, framing })),
])

/** Describes a toxic for the title of a test. */
export function describeToxic({ type, when, ...rest }: Toxic): string {
  const how = Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
  return [when, type, ...how].join(' ')
}
