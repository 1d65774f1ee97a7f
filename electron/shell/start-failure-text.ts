import type { Failure } from '../../shared/result.ts'

/** Why there is no desk, for the console of whoever started it. The window says the same in a sentence. */
export function describeStartFailure({ code, detail, fields }: Failure): string {
  return `Lanekeeper did not open its bookings: ${code}, ${detail} ${JSON.stringify(fields)}`
}
