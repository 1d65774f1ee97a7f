import { STAGES, type Stage, type Stamp } from '../../shared/move/move.ts'
import { parseUtc, type UtcInstant } from '../../shared/time/time.ts'

/*
 * Parses the times in a response and the six stages of a move. The provider documents neither the type nor the format
 * of a stage (test/spec/provider.md#status).
 */

const RFC_1123 = /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (GMT|UTC?|[+-]\d{4})$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Reads a time of a response: a form of `parseUtc`, or RFC 1123 (`Tue, 24 Nov 2026 19:00:00 GMT`). */
export function parseTime(value: unknown): UtcInstant | null {
  return typeof value === 'string' ? (parseUtc(value) ?? parseRfc1123(value.trim())) : null
}

function parseRfc1123(text: string): UtcInstant | null {
  const [, day = '', name = '', year = '', clock = '', zone = ''] = RFC_1123.exec(text) ?? []
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  return parseUtc(`${year}-${month}-${day.padStart(2, '0')}T${clock}${/\d/.test(zone) ? zone : 'Z'}`)
}

/**
 * Reads the stages of a move. A stage without a stamp counts as reached when `status` names the stage or a later one,
 * because a provider may report the progress by its stamps or by its status.
 */
export function parseStages(move: Readonly<Record<string, unknown>>): Readonly<Record<Stage, Stamp>> {
  const said = statusStage(move['status'])
  const stages = STAGES.map((stage, at) => [stage, parseStamp(move[stage]) ?? (at <= said ? true : null)])
  return Object.fromEntries(stages) as Record<Stage, Stamp>
}

/** Returns null for an absent, null, false, zero or blank value; otherwise the time, or `true` for no readable time. */
function parseStamp(value: unknown): Stamp {
  const set = typeof value === 'string' ? value.trim() !== '' : Boolean(value)
  return set ? (parseTime(value) ?? true) : null
}

/** Returns the place in `STAGES` of the stage that a status names, for example `pickup arrived`; -1 for no stage. */
function statusStage(status: unknown): number {
  const name =
    typeof status === 'string'
      ? status
          .trim()
          .toLowerCase()
          .replace(/[\s._-]+/g, '_')
      : ''
  return STAGES.findIndex((stage) => stage === name)
}
