import type { ErrorObject } from 'ajv'
import { PROFILES, type ProviderProfile } from '../../../shared/desk/provider-profile.ts'
import { asObject, leavesOf, valueAt, type JsonObject } from '../json-paths.ts'
import { describedFields, schemaErrors } from '../provider-documents.ts'
import { BREAKING, conforms, deviation, missing, prefers, type CheckResult } from '../report-table.ts'
import type { RunContext } from '../run-context.ts'
import { parseTime } from '../times.ts'

/** The two forms of an answer: one move, or both moves of a pair. */
type AnswerForm = 'single' | 'pair'

const FORMS = {
  single: { section: '2.4', timeForm: 'T and offset', baseline: 'FetchAnswer', hopdrive: 'SingleAnswer' },
  pair: { section: '2.5', timeForm: 'T and Z', baseline: 'PairAnswer', hopdrive: 'PairAnswer' },
} as const

type Field = {
  readonly path: string
  readonly section: string
  readonly kind: 'object' | 'any' | 'value'
  readonly required: boolean
  /** The profiles that need the field. */
  readonly profiles: readonly ProviderProfile[]
}

/** Lists the fields of a form in both documents. A field that only `hopdrive` describes gets a `hopdrive` section. */
function listFields(form: AnswerForm): readonly Field[] {
  const fields = new Map<string, Field>()
  for (const profile of PROFILES) {
    for (const { path, required, kind, description } of describedFields(profile, FORMS[form][profile])) {
      const known = fields.get(path)
      const isNeeded = required || profile === 'baseline' || known !== undefined
      const ownSection =
        profile === 'baseline' ? FORMS[form].section : `hopdrive ${/6\.\d/.exec(description)?.[0] ?? '6.1'}`
      fields.set(path, {
        path,
        section: known?.section ?? ownSection,
        kind: kind === 'any' ? (known?.kind ?? kind) : kind,
        required: required || known?.required === true,
        profiles: [...(known?.profiles ?? []), ...(isNeeded ? [profile] : [])],
      })
    }
  }
  return [...fields.values()]
}

const FIELDS = { single: listFields('single'), pair: listFields('pair') }

/** True when a document describes a field at this path for an answer with one move. */
export function isSingleField(path: string): boolean {
  return FIELDS.single.some((field) => field.path === path)
}

export type ExpectedField = {
  /** The sent values, by the path in the answer; null for a field that was left out. */
  readonly sent?: ReadonlyMap<string, unknown>
  /** The number of a single move. For a pair `checkFields` reads the `move_id` of each move instead. */
  readonly id?: number | null
}

type Finding = {
  readonly field: Field
  readonly value: unknown
  readonly sent: unknown
  /** The number of the move that the field belongs to; null when it is unknown. */
  readonly id: number | null
  readonly body: JsonObject
  readonly run: RunContext
}

/**
 * Adds a row for every field that the documents describe. The rows quote only the texts of `status` and
 * `cancel_status`, because any other text may be about a customer.
 */
export function checkFields(run: RunContext, form: AnswerForm, body: JsonObject, { sent, id }: ExpectedField): void {
  const errors = PROFILES.flatMap((profile) => schemaErrors(profile, FORMS[form][profile], body))
  for (const field of FIELDS[form]) {
    const { path, section, profiles } = field
    const number = form === 'single' ? id : valueAt(body, `${path.split('.')[0]}.move_id`)
    const known = { sent: sent?.get(path), id: typeof number === 'number' ? number : null }
    const finding = { field, value: valueAt(body, path), ...known, body, run }
    const own = errors.filter((one) => one.path === path)
    const mismatch = findMismatch(finding)
    if (mismatch !== null) run.table.add(section, path, mismatch, profiles)
    else if (own[0] === undefined) run.table.add(section, path, describeValid(finding), profiles)
    else {
      const broken = profiles.filter((profile) => own.some((one) => one.profile === profile))
      run.table.add(section, path, describeError(finding, own[0].error, FORMS[form].timeForm), broken)
    }
  }
  run.table.add(FORMS[form].section, 'fields that are not listed', checkUnlisted(run, form, body))
}

const TIME_FIELD = /(_started|_arrived|_successful|ready_by_time_utc|earliest_available_time)$/
const LINK_FIELD = /(_uri|_url|_link)$/
const MOVE_LINKS = [
  [/\.move_uri$/, '/v1/moves/<id>'],
  [/\.move_details_url$/, '/moves/<id>'],
] as const
/**
 * Fields in which a null is breaking. The desk cannot read an answer without the number of its move, and confirms a
 * changed time by `ready_by_time_utc`.
 */
const NEVER_NULL = /(^|\.)((move_)?id|ready_by_time_utc)$/

/**
 * Finds a value that differs from the sent value, an id or a link that belongs to another move, and a time, link or id
 * that cannot be parsed. Returns null when the value has none of these faults; the schemas check the rest.
 */
function findMismatch({ field: { path }, value, sent, id, run }: Finding): CheckResult | null {
  const wasSent = sent !== undefined && sent !== null
  if (value === undefined) return wasSent ? missing('absent', BREAKING) : null
  if (value === null) return wasSent ? deviation('null in place of what was sent', BREAKING) : null
  if (TIME_FIELD.test(path)) {
    const [time, sentTime] = [parseTime(value), parseTime(sent)]
    if (time === null) return deviation(`${kindOf(value)}, no time`, BREAKING)
    const isSame = sentTime === null || sentTime.ms === time.ms
    return isSame ? null : deviation(`another time than was sent, ${time.form}`, BREAKING)
  }
  if (LINK_FIELD.test(path)) {
    if (typeof value !== 'string' || !URL.canParse(value)) return deviation(`${kindOf(value)}, no link`, BREAKING)
    const ending = MOVE_LINKS.find(([name]) => name.test(path))?.[1]
    if (ending === undefined || id === null) return null
    const isOfMove = new URL(value).pathname.endsWith(ending.replace('<id>', String(id)))
    return isOfMove ? null : deviation(`${describeLink(value, run)}, not ending in ${ending}`, BREAKING)
  }
  if (/(^|\.)(move_)?id$/.test(path)) {
    if (!Number.isSafeInteger(value) || Number(value) <= 0) return deviation(`${kindOf(value)}, no number`, BREAKING)
    return id === null || value === id ? null : deviation('the number of another move', BREAKING)
  }
  if (sent === undefined || value === sent) return null
  return deviation(`${kindOf(value)}, ${wasSent ? 'other than was sent' : 'and none was sent'}`, BREAKING)
}

/** Describes an error of the schema. `timeForm` is the form in which the service description shows times. */
function describeError({ field, value, body, run }: Finding, error: ErrorObject, timeForm: string): CheckResult {
  const { path, kind } = field
  if (value === undefined) {
    // The two moves of a pair have the same field names, so only a top-level field is searched for elsewhere.
    const place = path.includes('.') ? undefined : leavesOf(body).find(([leaf]) => leaf.split('.').includes(path))
    return place === undefined ? missing('absent', BREAKING) : deviation(`at ${run.redact(place[0])}`, BREAKING)
  }
  if (value === null) return deviation('null', { breaking: kind === 'object' || NEVER_NULL.test(path) })
  const time = TIME_FIELD.test(path) ? parseTime(value) : null
  if (time !== null) return deviation(`time, ${time.form} in place of ${timeForm}`)
  return deviation(`${kindOf(value)}, ${(error.message ?? error.keyword).replaceAll(',', ' or ')}`, BREAKING)
}

function describeValid({ field: { path, section, required }, value, sent, run }: Finding): CheckResult {
  if (value === undefined)
    return required || section.startsWith('hopdrive') ? missing('absent') : conforms('left out, as it was not given')
  if (value === null) return conforms('null')
  const time = TIME_FIELD.test(path) ? parseTime(value) : null
  if (time !== null) return conforms(`${sent === undefined ? 'time' : 'same time'}, ${time.form}`)
  if (sent !== undefined) return conforms('as sent')
  if (typeof value === 'string' && LINK_FIELD.test(path)) return conforms(describeLink(value, run))
  const isState = typeof value === 'string' && /(^|\.)(status|cancel_status)$/.test(path)
  return conforms(isState ? `string "${run.redact(value)}"` : kindOf(value))
}

function describeLink(link: string, { address }: RunContext): string {
  return new URL(link).origin === new URL(address).origin ? 'link, same host' : 'link, another host'
}

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'array' : Number.isSafeInteger(value) ? 'integer' : typeof value
}

/** Checks an answer for paths that no document lists. Every path inside a field of kind `any` counts as listed. */
function checkUnlisted({ redact }: RunContext, form: AnswerForm, body: JsonObject): CheckResult {
  const isListed = (leaf: string) =>
    FIELDS[form].some(({ path, kind }) => leaf === path || (kind === 'any' && leaf.startsWith(`${path}.`)))
  const unlisted = leavesOf(body).flatMap(([path]) => (isListed(path) ? [] : [path]))
  return prefers(unlisted.length === 0, 'none', redact(unlisted.join(', ')))
}

/** The form of an answer; null for neither. */
export function formOf(body: unknown): AnswerForm | null {
  if (asObject(valueAt(body, 'loaner_move')) !== null && asObject(valueAt(body, 'customer_move')) !== null)
    return 'pair'
  return asObject(valueAt(body, 'move')) === null ? null : 'single'
}
