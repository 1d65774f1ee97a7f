import type { Failure } from '../../shared/result.ts'

/** Describes for the console why no desk opened. The window shows the same as a sentence. */
export function describeStartFailure({ code, detail, fields }: Failure): string {
  return `Lanekeeper did not open its bookings: ${code}, ${detail} ${JSON.stringify(fields)}`
}
