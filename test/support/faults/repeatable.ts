import type { End, Fault } from './knobs.ts'

/*
 * Every knob on what may be asked again, a fetch or a sign-in: whatever strikes, nothing that was known changes, and
 * nothing is believed. `before` and `after` are both there although a fetch does nothing at the remote: it is not the
 * desk that may lean on that.
 */

const BOTH = ['before', 'after'] as const

/** What is the same whatever is asked for. */
export const REPEATABLE_FAULTS: readonly Fault[] = BOTH.flatMap((when): readonly Fault[] => [
  ...(['fin', 'rst', 'silence'] as const).map((end): Fault => ({ kind: 'drop', when, end })),
  { kind: 'delay', when, until: 'given-up' },
  ...(['fin', 'rst'] as const).flatMap((end: End) =>
    [0, 14, -1].map((bytes): Fault => ({ kind: 'cut', when, bytes, end })),
  ),
  ...[204, 500, 502, 503, 504].map((status): Fault => ({ kind: 'status', when, status, body: 'none' })),
  ...[403, 404, 408].map((status): Fault => ({ kind: 'status', when, status, body: 'page' })),
  { kind: 'status', when, status: 307, body: 'none' },
  { kind: 'status', when, status: 500, body: { errors: 'internal_server_error' } },
  { kind: 'status', when, status: 404, body: { errors: 'move_invalid' } },
  { kind: 'page', when },
  ...(['too-long', 'chunked'] as const).map((framing): Fault => ({ kind: 'truncated', when, bytes: 'all', framing })),
  ...(['fitting', 'until-end'] as const).map((framing): Fault => ({ kind: 'truncated', when, bytes: -1, framing })),
])

/** What a fault is, in words for the name of a test. */
export function sayFault({ kind, when, ...rest }: Fault): string {
  const how = Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
  return [when, kind, ...how].join(' ')
}
