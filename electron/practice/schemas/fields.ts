import { z } from '@hono/zod-openapi'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { fieldRefusal, refusal, type FieldFault, type ApiResult } from '../http/error-envelope.ts'
import { parseWireTime, WIRE_TIME } from './times.ts'

/*
 * The kinds of fields in bodies, and the check of a body. Rules use patterns where possible, so that the OpenAPI
 * document, which is generated from these schemas, contains them too.
 */

const MAX_LINE_LENGTH = 200
const MAX_NOTE_LENGTH = 2000
const NO_CONTROL = /^\P{Cc}*$/u
const NO_CONTROL_BUT_BREAKS = /^[\P{Cc}\t\n\r]*$/u
const NOT_WELL_FORMED = 'must not hold control characters or broken characters'

function text(longest: number, allowed: RegExp) {
  return z
    .string({ error: 'must be text' })
    .max(longest, { error: `must have at most ${longest} characters`, abort: true })
    .regex(allowed, { error: NOT_WELL_FORMED })
    .refine((value) => value.isWellFormed(), { error: NOT_WELL_FORMED })
}

const line = text(MAX_LINE_LENGTH, NO_CONTROL)
export const required = line.regex(/\S/, { error: 'must not be blank' })
export const optional = line.optional()
export const note = text(MAX_NOTE_LENGTH, NO_CONTROL_BUT_BREAKS).optional()
export const flag = z.boolean({ error: 'must be true or false' })
export const number = z.int({ error: 'must be a whole number' }).positive({ error: 'must be above 0' })
export const zip = required.regex(/^[0-9]{5}$/, { error: 'must be 5 digits' })

const TIME = 'must be a date and time as YYYY-MM-DD hh:mm:ss in UTC, or ISO 8601 with Z or an offset'
export const time = required
  .regex(WIRE_TIME, { error: TIME })
  .refine((value) => parseWireTime(value) !== null, { error: TIME })
  .meta({ description: 'YYYY-MM-DD hh:mm:ss in UTC, or ISO 8601 with Z or an offset; years 2000 to 2199' })
export const phone = required
  .regex(/^(?:[^0-9]*[0-9]){10}/, { error: 'must hold at least 10 digits' })
  .meta({ description: 'at least 10 digits, in any spelling' })
export const action = z.enum(['pickup', 'return'], { error: 'must be pickup or return' })

export function group<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: 'must be an object' })
}

/**
 * Checks a body and ignores unknown fields. Refuses with 400 if the body is not an object, else with `status` and one
 * error for each wrong field.
 */
export function check<S extends z.ZodType>(schema: S, body: unknown, status: 400 | 422 = 422): ApiResult<z.output<S>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { kind: 'refused', error: refusal(400, 'request_invalid', 'The body must be a JSON object.') }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { kind: 'ok', value: parsed.data }
  const faults = new Map<string, FieldFault>()
  for (const issue of parsed.error.issues) {
    const param = issue.path.map(String).join('.')
    if (!faults.has(param)) faults.set(param, faultIn(param, valueAt(body, issue.path), issue.message))
  }
  return { kind: 'refused', error: fieldRefusal([...faults.values()], status) }
}

function faultIn(param: string, value: unknown, words: string): FieldFault {
  if (value === undefined) return { code: 'field_missing', param, words: 'is required' }
  const blank = typeof value === 'string' && value.trim() === ''
  return blank
    ? { code: 'field_missing', param, words: 'is required and must not be blank' }
    : { code: 'field_invalid', param, words }
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    body,
  )
}

/** Returns the instant of a text that passed the `time` schema. Throws for a text that would not pass. */
export function utc(given: string): UtcInstant {
  const at = parseWireTime(given)
  if (at === null) throw new Error('a time that was checked cannot be read')
  return at
}

/** Null for an absent or blank text. */
export function orNull(given: string | undefined): string | null {
  return given === undefined || given.trim() === '' ? null : given
}
