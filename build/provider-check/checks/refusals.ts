import { fullPair, ONE_WAY_FORMS, type OneWayForm } from '../fixtures.ts'
import { errorsOf, hasStatus } from '../http.ts'
import { omitPath } from '../json-paths.ts'
import { describedFields, type DescribedField } from '../provider-documents.ts'
import { BREAKING, conforms, deviation, missing, prefers, skipped, type CheckResult } from '../report-table.ts'
import { bookingTime, nextReference, type RunContext } from '../run-context.ts'
import { book, ONE_WAYS, PAIRS, type BookingResult } from './booking.ts'

/** After a lax remote booked this many bodies without a required field, no more are sent: each is a real move. */
export const MAX_BOOKINGS_CREATED = 3

type Series = {
  readonly section: string
  readonly path: string
  readonly fields: readonly DescribedField[]
  readonly write: (reference: string) => object
}

/**
 * Sends a pair (if `pairs`) and a one-way (in the form `oneWay`, unless null) once for each required field, without
 * that field. Checks whether the refusal names the field.
 */
export async function checkRequiredFields(run: RunContext, pairs: boolean, oneWay: OneWayForm | null): Promise<void> {
  const [at, { profile }] = [bookingTime(run), run]
  const series: Series[] = []
  if (pairs) {
    const write = (reference: string) => fullPair({ profile, at }, { loaner: reference, customer: reference })
    series.push({ section: '4.3', path: PAIRS, fields: describedFields(profile, 'PairRequest'), write })
  }
  if (oneWay !== null) {
    const form = ONE_WAY_FORMS[oneWay]
    const write = (reference: string) => form.write(at, reference)
    series.push({ ...form, path: ONE_WAYS, fields: describedFields(form.profile, 'OneWayRequest'), write })
  }
  let booked = 0
  for (const { section, path, fields, write } of series) {
    for (const field of fields.filter(({ required }) => required).map((one) => one.path)) {
      const reference = nextReference(run)
      const booking: BookingResult =
        booked === MAX_BOOKINGS_CREATED
          ? { kind: 'skipped', reason: `${MAX_BOOKINGS_CREATED} such bodies were booked` }
          : await book(run, path, omitPath(write(reference), field), [reference])
      if (booking.kind === 'booked') booked += 1
      run.table.add(section, `without ${field}`, checkMissingField(run, booking, field))
    }
  }
}

function checkMissingField({ table, format }: RunContext, booking: BookingResult, field: string): CheckResult {
  if (booking.kind === 'skipped') return skipped(booking.reason)
  const found = format(booking.result)
  if (booking.kind === 'booked') return missing(`${found}, booked`)
  if (booking.kind === 'uncertain') return deviation(`${found}: perhaps booked`, BREAKING)
  const errors = errorsOf(booking.result)
  const hasParam = errors.some(({ param }) => typeof param === 'string')
  table.add('hopdrive 3.2', 'errors[].param', hasParam ? conforms('string') : missing('absent'))
  const name = field.split('.').at(-1) ?? field
  const names = errors.some(({ param, message }) => param === field || String(message).includes(name))
  return prefers(names, `${found}, names it`, `${found}, does not name it`)
}

/** Sends bodies that hold no booking: one of another content type, one of broken JSON, and one longer than 1 MB. */
export async function checkBrokenBodies(run: RunContext): Promise<void> {
  const large = { filler: ' '.repeat(1024 * 1024) }
  for (const path of [ONE_WAYS, PAIRS]) {
    for (const [section, what, body, status, type] of [
      ['7', 'text/plain', '{}', 415, 'text/plain'],
      ['7', 'broken JSON', '{"move": {', 400, 'application/json'],
      ['8', 'over 1 MB', large, 413, 'application/json'],
    ] as const) {
      const booking = await book(run, path, body, [], type)
      run.table.add(section, `POST ${path}, ${what}`, checkBrokenBody(run, booking, status))
    }
  }
}

function checkBrokenBody({ format }: RunContext, booking: BookingResult, expected: number): CheckResult {
  if (booking.kind === 'skipped') return skipped(booking.reason)
  const { result } = booking
  const isTaken = result.kind === 'response' && result.status >= 200 && result.status < 300
  return isTaken ? missing(format(result)) : prefers(hasStatus(result, expected), format(result))
}
