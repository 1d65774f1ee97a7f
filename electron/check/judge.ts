import { never } from '../../shared/failure.ts'
import type { Field } from './forms.ts'
import { asObject, leavesOf, valueAt } from './json.ts'
import { noAndBreaks, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { readTime } from './times.ts'
import type { Say } from './words.ts'

/** What is known about a field beforehand. */
export type Known = {
  /** What was sent, by the path at which the answer has it; null for what was left out and is answered as null. */
  readonly sent?: ReadonlyMap<string, unknown>
  /** The number that the move must have. */
  readonly id?: number | null
  /** The remote's own origin. */
  readonly origin: string
  readonly say: Say
}

/** Judges one field of an answer. No text of it is quoted but a state's: it may be about a customer. */
export function judgeField(body: unknown, field: Field, known: Known): Judged {
  const value = valueAt(body, field.path)
  const sent = known.sent?.get(field.path)
  if (value === undefined) return absent(body, field, known, sent)
  if (value === null) return ofNull(field, sent)
  switch (field.kind) {
    case 'object':
      return asObject(value) === null ? wrongKind(value) : yes('object')
    case 'id':
      return number(value, known)
    case 'integer':
      return Number.isSafeInteger(value) ? yes('integer') : wrongKind(value)
    case 'number':
      return typeof value === 'number' ? yes('number') : wrongKind(value)
    case 'flag':
      return typeof value === 'boolean' ? compared(value, sent, String(value)) : wrongKind(value)
    case 'text':
    case 'text or null':
    case 'text if given':
    case 'echo':
      return text(value, field, sent, known)
    case 'time':
    case 'time or null':
      return typeof value === 'string' ? time(value, field, sent) : wrongKind(value)
    case 'link':
    case 'link or null':
      return typeof value === 'string' ? link(value, field, known) : wrongKind(value)
    case 'any':
      return yes(kindOf(value))
    default:
      return never(field.kind)
  }
}

function absent(body: unknown, { kind, path }: Field, { say }: Known, sent: unknown): Judged {
  if (kind === 'text if given' && (sent === undefined || sent === null)) return yes('left out, as it was not given')
  // A part of a move can stand in the other move as well: only what belongs to the whole answer is looked for.
  if (path.includes('.')) return noAndBreaks('absent')
  const place = leavesOf(body)
    .map(([leaf]) => holderOf(leaf, path))
    .find((found) => found !== null)
  return place === undefined || place === null ? noAndBreaks('absent') : otherAndBreaks(`at ${say(place)}`)
}

/** The part of a path that ends in a name; null when the name is not in it. */
function holderOf(leaf: string, name: string): string | null {
  const keys = leaf.split('.')
  const place = keys.indexOf(name)
  return place === -1 ? null : keys.slice(0, place + 1).join('.')
}

function ofNull({ kind }: Field, sent: unknown): Judged {
  if (sent !== undefined && sent !== null) return otherAndBreaks('null in place of what was sent')
  if (kind === 'any' || kind.endsWith('or null')) return yes('null')
  return kind === 'id' || kind === 'object' || kind === 'time' ? otherAndBreaks('null') : other('null')
}

function number(value: unknown, { id }: Known): Judged {
  if (!Number.isSafeInteger(value) || Number(value) <= 0) return wrongKind(value)
  return id === undefined || id === null || value === id ? yes('integer') : otherAndBreaks('the number of another move')
}

function text(value: unknown, { path }: Field, sent: unknown, { say }: Known): Judged {
  if (typeof value !== 'string') return wrongKind(value)
  const isState = /(^|\.)(status|cancel_status)$/.test(path)
  return compared(value, sent, isState ? `string "${say(value)}"` : 'string')
}

function compared(value: unknown, sent: unknown, found: string): Judged {
  if (sent === undefined) return yes(found)
  if (value === sent) return yes('as sent')
  return otherAndBreaks(sent === null ? `${found}, and none was sent` : `${found}, other than was sent`)
}

function time(value: string, { form }: Field, sent: unknown): Judged {
  const read = readTime(value)
  if (read === null) return otherAndBreaks('string, no time')
  const wanted = typeof sent === 'string' ? readTime(sent) : null
  if (wanted !== null && wanted.ms !== read.ms) return otherAndBreaks(`another time than was sent, ${read.form}`)
  const found = wanted === null ? `time, ${read.form}` : `same time, ${read.form}`
  return form === undefined || form === read.form ? yes(found) : other(`${found} in place of ${form}`)
}

function link(value: string, { ends }: Field, { id, origin }: Known): Judged {
  if (!URL.canParse(value)) return otherAndBreaks('string, no link')
  const url = new URL(value)
  const found = url.origin === origin ? 'link, same host' : 'link, another host'
  if (ends === undefined) return yes(found)
  const wanted = ends.split('/').slice(1)
  const parts = url.pathname.split('/').slice(-wanted.length)
  const fits = wanted.every((want, place) => {
    const part = parts[place] ?? ''
    if (want === '*' || (want === '<id>' && (id ?? null) === null)) return part !== ''
    return part === (want === '<id>' ? String(id) : want)
  })
  return fits ? yes(found) : otherAndBreaks(`${found}, not ending in ${ends}`)
}

function wrongKind(value: unknown): Judged {
  return otherAndBreaks(kindOf(value))
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

/** What an answer has beside the fields that are known: the paths, or `none`. Inside what is of any kind nobody looks. */
export function judgeRest(body: unknown, fields: readonly Field[], say: Say): Judged {
  const isWhole = ({ path, kind }: Field) =>
    kind === 'any' || (kind === 'object' && !fields.some((one) => one.path.startsWith(`${path}.`)))
  const whole = fields.filter(isWhole).map(({ path }) => `${path}.`)
  const known = new Set(fields.map(({ path }) => path))
  const isKnown = (path: string) => known.has(path) || whole.some((part) => path.startsWith(part))
  const rest = leavesOf(body).filter(([path]) => !isKnown(path))
  return rest.length === 0 ? yes('none') : other(say(rest.map(([path]) => path).join(', ')))
}
