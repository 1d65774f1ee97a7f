import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { z } from 'zod'
import { ok, fail, type FieldIssue, type Result } from '../../shared/result.ts'
import { fieldIssues } from '../../shared/field-issues.ts'
import { rooftopSchema, type Rooftop } from '../../shared/booking/rooftop.ts'
import { providerSchema, SETTING_NAMES, type ProviderSettings, type SettingName } from '../../shared/desk/settings.ts'
import { errorCode } from '../platform/clock.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import type { Fields } from '../../shared/outbox/fields.ts'

/*
 * The settings file that IT puts beside the store, or names with `--config`. It is read at each start and holds any
 * part of the settings; it is written by us for one reason, to take the token out.
 */

/** What a file names, and nothing of what it leaves out. */
export type SettingsFile = {
  readonly provider: Partial<ProviderSettings> & { readonly token?: string }
  readonly rooftop: Partial<Rooftop>
  /** The settings that it names. */
  readonly names: readonly SettingName[]
}

/** A settings file is small; what is longer is something else. */
const MAX_FILE_BYTES = 64 * 1024

/**
 * Reads a settings file; null when there is none and none `isDemanded`. Fails with `invalid`, one issue a wrong key, and
 * with words that name each key; never with a value of the file, which may be the token.
 */
export function readSettingsFile(path: string, isDemanded: boolean): Result<SettingsFile | null> {
  let text: string
  try {
    // A link that leads nowhere is not a file that is not there: somebody meant one.
    if (!isDemanded && lstatSync(path, { throwIfNoEntry: false }) === undefined) return ok(null)
    const stat = statSync(path)
    // A pipe would be waited for.
    if (!stat.isFile()) return rejected(path, { problem: 'not-a-file' })
    if (stat.size > MAX_FILE_BYTES) return rejected(path, { problem: 'too-long' })
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    return rejected(path, code === 'ENOENT' ? { problem: 'missing' } : { problem: 'unreadable', error: code })
  }
  const json = readJson(text)
  if (!json.ok) return rejected(path, json.fields)
  // Of two keys of one name the first would go unread, and a token in it would stay in the file for good.
  const twice = repeatedKeys(text)
  const read = twice.length > 0 ? { ok: false as const, issues: twice } : parseSettingsFile(json.value)
  return read.ok ? read : rejectionOf(path, read.issues)
}

/** The keys that stand twice in one object of a JSON text, by their paths; the text must be valid. */
function repeatedKeys(text: string): readonly FieldIssue[] {
  const issues: FieldIssue[] = []
  /** The objects that are open, the innermost last: the keys of each, and the key under which the next one stands. */
  const open: { readonly keys: Set<string>; at: string }[] = []
  // Strings with what makes them keys, and the braces between them; within a string nothing else is looked at.
  for (const [token, quoted, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ keys: new Set(), at: '' })
    else if (token === '}') open.pop()
    else if (colon !== undefined && inner !== undefined) {
      const key = String(JSON.parse(quoted ?? ''))
      inner.at = key
      const path = open.map(({ at }) => at).join('.')
      if (inner.keys.has(key)) issues.push({ path: path.slice(0, 120), message: 'This key stands there twice.' })
      inner.keys.add(key)
    }
  }
  return issues
}

type Parsed =
  { readonly ok: true; readonly value: SettingsFile } | { readonly ok: false; readonly issues: readonly FieldIssue[] }

type Json = Readonly<Record<string, unknown>>

const SERVICE_LOT = 'Service lot'

export function parseSettingsFile(json: unknown): Parsed {
  const whole = asObject(json)
  if (whole === null) return { ok: false, issues: [wrongKind('')] }
  const part = (name: 'provider' | 'rooftop') => (whole[name] === undefined ? {} : asObject(whole[name]))
  const [provider, rooftop] = [part('provider'), part('rooftop')]
  const issues = [
    ...unknownKeys('', whole, ['provider', 'rooftop']),
    ...(provider === null ? [wrongKind('provider')] : unknownKeys('provider.', provider, keysOf(providerSchema))),
    ...(rooftop === null ? [wrongKind('rooftop')] : unknownKeys('rooftop.', rooftop, keysOf(rooftopSchema))),
  ]
  const named = {
    provider: readNamed('provider', providerSchema, provider ?? {}, issues) as SettingsFile['provider'],
    rooftop: readNamed('rooftop', rooftopSchema, withLotName(rooftop ?? {}), issues) as Partial<Rooftop>,
  }
  if (issues.length > 0) return { ok: false, issues }
  const names = SETTING_NAMES.filter((name) => {
    const [part, key] = name.split('.') as ['provider' | 'rooftop', string]
    return Object.hasOwn(named[part], key)
  })
  return { ok: true, value: { ...named, names } }
}

/** Holds a part against the keys that it has, because a default must not count as named. */
function readNamed<S extends z.ZodRawShape>(
  part: string,
  schema: z.ZodObject<S>,
  json: Json,
  issues: FieldIssue[],
): Readonly<Record<string, unknown>> {
  const known = keysOf(schema).filter((key) => Object.hasOwn(json, key))
  const only = schema.pick(Object.fromEntries(known.map((key) => [key, true])) as never)
  const read = only.safeParse(Object.fromEntries(known.map((key) => [key, json[key]])))
  if (!read.success) {
    issues.push(...fieldIssues(read.error).map(({ path, message }) => ({ path: `${part}.${path}`, message })))
    return {}
  }
  // Null is how a file says that it names nothing here; only a contact can be set to nobody.
  return Object.fromEntries(Object.entries(read.data).filter(([key, value]) => value !== null || key === 'contact'))
}

function keysOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>): readonly string[] {
  return Object.keys(schema.shape)
}

function unknownKeys(prefix: string, json: Json, known: readonly string[]): readonly FieldIssue[] {
  const strange = Object.keys(json).filter((key) => !known.includes(key))
  return strange.map((key) => ({ path: `${prefix}${key}`.slice(0, 120), message: 'This key is not known.' }))
}

function wrongKind(path: string): FieldIssue {
  return { path, message: 'This must be an object in braces.' }
}

function asObject(json: unknown): Json | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : null
}

/** A service lot needs no name in a file. */
function withLotName(rooftop: Json): Json {
  const address = asObject(rooftop['address'])
  if (address === null || Object.hasOwn(address, 'name')) return rooftop
  return { ...rooftop, address: { ...address, name: SERVICE_LOT } }
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fields: Fields }

/** The parser's own words quote the file, so only the place is taken from them. */
function readJson(text: string): Read {
  // Editors on Windows put a mark before the first character.
  const plain = text.replace(/^\ufeff/, '')
  if (plain.includes('\u0000')) return { ok: false, fields: { problem: 'not-utf8' } }
  try {
    return { ok: true, value: JSON.parse(plain) }
  } catch (error) {
    const at = /at position (\d+)/.exec(String(error))?.[1]
    const line = at === undefined ? null : plain.slice(0, Number(at)).split('\n').length
    return { ok: false, fields: { problem: 'not-json', line } }
  }
}

function rejected(path: string, problem: Fields, issues: readonly FieldIssue[] = []) {
  return fail('invalid', 'settings-file-read', { path, ...problem }, issues)
}

/** The refusal of a file for its keys, each of which is an issue. */
export function rejectionOf(path: string, issues: readonly FieldIssue[]) {
  return rejected(path, { problem: 'keys' }, issues)
}

/**
 * Takes this token out of a settings file; all else in it stays, laid out anew. False when the file cannot be written:
 * then it is as it was. A file that by now names another token is left as it is, and its turn comes at the next start.
 */
export function removeToken(path: string, token: string): boolean {
  try {
    // A link to the file must still lead to it afterwards.
    const file = realpathSync(path)
    const json = readJson(readFileSync(file, 'utf8'))
    const whole = json.ok ? asObject(json.value) : null
    const provider = asObject(whole?.['provider'])
    if (whole === null || provider === null || String(provider['token']).trim() !== token) return false
    // A file that may not be written is not replaced either, though its folder would let us.
    closeSync(openSync(file, 'r+'))
    const { token: _token, ...kept } = provider
    const text = `${JSON.stringify({ ...whole, provider: kept }, null, 2)}\n`
    try {
      writeFileAtomic(file, text, statSync(file).mode & 0o777)
    } catch {
      writeInPlace(file, text)
    }
    return true
  } catch {
    return false
  }
}

/** Where the file may be written and nothing beside it, as in a folder of the administrator's. */
function writeInPlace(file: string, text: string): void {
  const open = openSync(file, 'r+')
  try {
    writeFileSync(open, text)
    ftruncateSync(open, Buffer.byteLength(text))
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
