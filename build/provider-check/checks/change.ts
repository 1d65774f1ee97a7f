import { isRejected, okBody } from '../http.ts'
import { valueAt } from '../json-paths.ts'
import {
  BREAKING,
  conforms,
  deviation,
  missing,
  prefers,
  requires,
  skipped,
  type CheckResult,
} from '../report-table.ts'
import { bookingMs, nextReference, type RunContext } from '../run-context.ts'
import { formatIso } from '../times.ts'
import { isOurs } from './booking.ts'
import { isSame, type OneWay } from './one-ways.ts'

const PATCH = 'PATCH /v1/moves/<id>'
const HOUR_MS = 60 * 60_000

/** Returns the path at which a fetch shows a field of a change. */
const placeOf = (name: string) =>
  name === 'ready_by' ? 'ready_by_time_utc' : `move.${name.replace(/^vehicle_/, 'vehicle.')}`

/** Changes the one-way of this check, and reads every field again. */
export async function checkChange(run: RunContext, oneWay: OneWay | null): Promise<void> {
  const { send, format } = run
  const add = (what: string, result: CheckResult) => run.table.add('hopdrive 7', what, result, ['hopdrive'])
  const move = run.created.find(({ id }) => id === oneWay?.id)
  if (move === undefined) return add(PATCH, skipped('no one-way was made'))
  if (!(await isOurs(run, move))) return add(PATCH, skipped('the move does not show our reference'))
  const url = `/v1/moves/${move.id}`
  const reference = nextReference(run)
  // The reference is recorded first: a change without a clear answer may have been made.
  move.references.add(reference)
  const changes = {
    vehicle_year: '2021',
    vehicle_make: 'Ford',
    vehicle_model: 'Transit',
    vehicle_color: 'Grey',
    vehicle_stock: 'C-2',
    vehicle_vin: '1M8GDM9AXKP042790',
    ready_by: formatIso(bookingMs(run) + HOUR_MS),
    reference_num: reference,
  }
  const result = await send('PATCH', url, changes)
  const answer = okBody(result)
  add(PATCH, answer === null ? missing(format(result), BREAKING) : conforms('200'))
  if (answer === null) return

  const hasId = answer['id'] !== undefined
  add('id', hasId ? requires(answer['id'] === move.id, 'the number of the move', 'another') : deviation('absent'))
  const changed = okBody(await send('GET', url))
  for (const [name, value] of Object.entries(changes)) {
    const isShown = isSame(value, valueAt(changed, placeOf(name)))
    const answered = prefers(isSame(value, answer[name]), 'changed', 'changed, and the answer says otherwise')
    add(name, isShown ? answered : deviation('not so in a fetch after it', BREAKING))
  }
  const second = await send('PATCH', url, { vehicle_color: 'Black' })
  const after = okBody(await send('GET', url))
  const isKept = Object.keys(changes).every((name) => {
    const expected = name === 'vehicle_color' ? 'Black' : valueAt(changed, placeOf(name))
    return valueAt(after, placeOf(name)) === expected
  })
  add('a field that is left out stays', requires(isKept, 'stays', `not so, ${format(second)}`))
  const empty = await send('PATCH', url, {})
  add('PATCH without a field', prefers(isRejected(empty), format(empty)))
}
