import { isOurs } from './book.ts'
import { asObject, valueAt } from './json.ts'
import type { OneWay } from './one-ways.ts'
import { daysAhead, nextReference, type Round } from './round.ts'
import { HOPDRIVE, noAndBreaks, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { isoOf, readTime } from './times.ts'
import { sayHeard } from './words.ts'

const SECTION = 'hopdrive 7'
const PATCHED = 'PATCH /v1/moves/<id>'
const HOUR_MS = 60 * 60_000

/** Where a fetch has the fields of a change (provider.md 7). */
const READ_AT: Readonly<Record<string, string>> = {
  vehicle_year: 'move.vehicle.year',
  vehicle_make: 'move.vehicle.make',
  vehicle_model: 'move.vehicle.model',
  vehicle_color: 'move.vehicle.color',
  vehicle_stock: 'move.vehicle.stock',
  vehicle_vin: 'move.vehicle.vin',
  ready_by: 'ready_by_time_utc',
  reference_num: 'move.reference_num',
}

/** Changes the one-way of this check (provider.md 7), and reads what became of each field. */
export async function seeChange(round: Round, oneWay: OneWay | null): Promise<void> {
  const { send, sheet, say } = round
  const see = (what: string, judged: Judged) => sheet.see(SECTION, what, judged, HOPDRIVE)
  const made = round.made.find(({ id }) => id === oneWay?.id)
  if (made === undefined || !(await isOurs(round, made))) {
    see(PATCHED, notTried(made === undefined ? 'no one-way was made' : 'the move does not show our reference'))
    return
  }
  const url = `/v1/moves/${made.id}`
  const reference = nextReference(round)
  // Before it is sent: a change without a clear answer may have been made.
  made.references.add(reference)
  const wanted = {
    vehicle_year: '2021',
    vehicle_make: 'Ford',
    vehicle_model: 'Transit',
    vehicle_color: 'Grey',
    vehicle_stock: 'C-2',
    vehicle_vin: '1M8GDM9AXKP042790',
    ready_by: isoOf(daysAhead(round) + HOUR_MS),
    reference_num: reference,
  }
  const heard = await send('PATCH', url, JSON.stringify(wanted))
  const body = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  see(PATCHED, body === null ? noAndBreaks(sayHeard(heard, say)) : yes('200'))
  if (body === null) return
  const answeredId = body['id']
  see(
    'id',
    answeredId === made.id
      ? yes('the number of the move')
      : answeredId === undefined
        ? other('absent')
        : otherAndBreaks('another'),
  )
  const read = await send('GET', url)
  for (const [name, value] of Object.entries(wanted)) {
    const shown = read.kind === 'answered' ? valueAt(read.json, READ_AT[name] ?? name) : undefined
    see(name, judgeChanged(value, body[name], shown))
  }
  const before = read.kind === 'answered' ? read.json : undefined
  const next = await send('PATCH', url, JSON.stringify({ vehicle_color: 'Black' }))
  const after = await send('GET', url)
  const kept = Object.keys(wanted).every((name) => {
    const path = READ_AT[name] ?? name
    const value = after.kind === 'answered' ? valueAt(after.json, path) : undefined
    return name === 'vehicle_color' ? value === 'Black' : value === valueAt(before, path)
  })
  see('a field that is left out stays', kept ? yes('stays') : otherAndBreaks(`not so, ${sayHeard(next, say)}`))
  const empty = await send('PATCH', url, '{}')
  const isRefused = empty.kind === 'answered' && empty.status >= 400 && empty.status < 500
  sheet.see(SECTION, 'PATCH without a field', (isRefused ? yes : other)(sayHeard(empty, say)))
}

function judgeChanged(wanted: string, answered: unknown, shown: unknown): Judged {
  const same = (value: unknown) => {
    const [one, two] = [wanted, value].map((text) => (typeof text === 'string' ? readTime(text) : null))
    return one && two ? one.ms === two.ms : value === wanted
  }
  if (!same(shown)) return otherAndBreaks('not so in a fetch after it')
  return same(answered) ? yes('changed') : other('changed, and the answer says otherwise')
}
