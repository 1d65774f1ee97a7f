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
import { isAbsolute } from 'node:path'
import { z } from 'zod/mini'
import { ok, fail, type Result } from '../../shared/result.ts'
import { fieldIssues, type FieldIssue } from '../../shared/field-issues.ts'
import { invitationSchema, type DeskInvitation } from '../../shared/desk/invitation.ts'
import { rooftopSchema, type Rooftop } from '../../shared/booking/rooftop.ts'
import {
  practiceSchema,
  providerSchema,
  SETTING_NAMES,
  type PracticeSettings,
  type ProviderSettings,
  type SettingName,
} from '../../shared/desk/settings.ts'
import { errorCode } from '../platform/log-events.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import { rightsProblem } from '../platform/file-rights.ts'
import type { Fields } from '../../shared/outbox/fields.ts'

/*
 * The settings file that IT puts into the data folder or names with `--config`. The file may hold any part of the
 * settings; the desk reads the file at each start, and writes it only to remove the token.
 */

/** The settings that a file names, without defaults. */
export type SettingsFile = {
  readonly provider: Partial<ProviderSettings> & { readonly token?: string }
  readonly rooftop: Partial<Rooftop>
  readonly practice?: PracticeSettings
  /** The invitation of this desk to the board, or the path of its file. */
  readonly invitation?: DeskInvitation | string
  /** The names of the settings in the file. */
  readonly names: readonly SettingName[]
}

/** A longer file is not a settings file. */
const MAX_FILE_BYTES = 64 * 1024

/**
 * Reads a settings file; null if the file is missing and not `isDemanded`. Fails with `invalid` and an issue for each
 * wrong key, and never quotes a value, because a value may be the token.
 */
export function readSettingsFile(path: string, isDemanded: boolean): Result<SettingsFile | null> {
  let text: string
  try {
    // A dangling symbolic link is not a missing file: a person intended a file to be there.
    if (!isDemanded && lstatSync(path, { throwIfNoEntry: false }) === undefined) return ok(null)
    const stat = statSync(path)
    // Reading a pipe would block.
    if (!stat.isFile()) return rejected(path, { problem: 'not-a-file' })
    if (stat.size > MAX_FILE_BYTES) return rejected(path, { problem: 'too-long' })
    const rights = rightsProblem(path)
    if (rights !== null) {
      const { kind, mode, owner } = rights
      return rejected(path, { problem: kind, subject: rights.path, mode, owner })
    }
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    return rejected(path, code === 'ENOENT' ? { problem: 'missing' } : { problem: 'unreadable', error: code })
  }
  const json = readJson(text)
  if (!json.ok) return rejected(path, json.fields)
  // `JSON.parse` drops the first of two equal keys, and a token under the dropped key would stay in the file forever.
  const twice = repeatedKeys(text)
  const read = twice.length > 0 ? { ok: false as const, issues: twice } : parseSettingsFile(json.value)
  return read.ok ? read : rejectionOf(path, read.issues)
}

/** The paths of keys that occur twice in one object of a valid JSON text. */
function repeatedKeys(text: string): readonly FieldIssue[] {
  const issues: FieldIssue[] = []
  /** The open objects, the innermost last: the keys of each so far, and the latest of these keys (`at`). */
  const open: { readonly keys: Set<string>; at: string }[] = []
  // Matches strings, the colon that makes a string a key, and braces outside strings.
  for (const [token, quoted, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ keys: new Set(), at: '' })
    else if (token === '}') open.pop()
    else if (colon !== undefined && inner !== undefined) {
      const key = String(JSON.parse(quoted ?? ''))
      inner.at = key
      const path = open.map(({ at }) => at).join('.')
      if (inner.keys.has(key)) issues.push({ path: path.slice(0, 120), code: 'repeated-key' })
      inner.keys.add(key)
    }
  }
  return issues
}

type ParsedJson =
  { readonly ok: true; readonly value: SettingsFile } | { readonly ok: false; readonly issues: readonly FieldIssue[] }

type Json = Readonly<Record<string, unknown>>

const SERVICE_LOT = 'Service lot'

export function parseSettingsFile(json: unknown): ParsedJson {
  const whole = asObject(json)
  if (whole === null) return { ok: false, issues: [wrongKind('')] }
  const part = (name: 'provider' | 'rooftop' | 'practice' | 'board') =>
    whole[name] === undefined ? {} : asObject(whole[name])
  const [provider, rooftop, practice, board] = [part('provider'), part('rooftop'), part('practice'), part('board')]
  const issues = [
    ...unknownKeys('', whole, ['provider', 'rooftop', 'practice', 'board']),
    ...(provider === null ? [wrongKind('provider')] : unknownKeys('provider.', provider, keysOf(providerSchema))),
    ...(rooftop === null ? [wrongKind('rooftop')] : unknownKeys('rooftop.', rooftop, keysOf(rooftopSchema))),
    ...(practice === null ? [wrongKind('practice')] : unknownKeys('practice.', practice, keysOf(practiceSchema))),
    ...(board === null ? [wrongKind('board')] : unknownKeys('board.', board, ['invitation'])),
  ]
  const named = {
    provider: readNamed('provider', providerSchema, provider ?? {}, issues) as SettingsFile['provider'],
    rooftop: readNamed('rooftop', rooftopSchema, withLotName(rooftop ?? {}), issues) as Partial<Rooftop>,
  }
  const { profile } = readNamed('practice', practiceSchema, practice ?? {}, issues) as Partial<PracticeSettings>
  const invitation = readNamedInvitation(board?.['invitation'], issues)
  if (issues.length > 0) return { ok: false, issues }
  const value = {
    ...named,
    ...(profile === undefined ? {} : { practice: { profile } }),
    ...(invitation === null ? {} : { invitation }),
  }
  const names = SETTING_NAMES.filter((name) => {
    const [part, key] = name.split('.') as ['provider' | 'rooftop' | 'practice', string]
    return Object.hasOwn(value[part] ?? {}, key)
  })
  return { ok: true, value: { ...value, names } }
}

/** Reads the invitation of the file, or the path of its file; null for none. */
function readNamedInvitation(json: unknown, issues: FieldIssue[]): DeskInvitation | string | null {
  if (json === undefined || json === null) return null
  const path = 'board.invitation'
  if (typeof json === 'string') {
    if (!isAbsolute(json)) issues.push({ path, code: 'not-absolute' })
    return json
  }
  const read = invitationSchema.safeParse(json)
  if (!read.success) issues.push({ path, code: 'not-an-invitation' })
  return read.success ? read.data : null
}

/** Checks only the keys that a part of the file has, because a default must not count as a named setting. */
function readNamed<S extends z.core.$ZodShape>(
  part: string,
  schema: z.ZodMiniObject<S, z.core.$strict>,
  json: Json,
  issues: FieldIssue[],
): Readonly<Record<string, unknown>> {
  const known = keysOf(schema).filter((key) => Object.hasOwn(json, key))
  const only = z.pick(schema, Object.fromEntries(known.map((key) => [key, true])) as never)
  const read = only.safeParse(Object.fromEntries(known.map((key) => [key, json[key]])))
  if (!read.success) {
    issues.push(...fieldIssues(read.error).map((issue) => ({ ...issue, path: `${part}.${issue.path}` })))
    return {}
  }
  // Null in a file means that the setting is not named. Only a contact can be set to null.
  return Object.fromEntries(Object.entries(read.data).filter(([key, value]) => value !== null || key === 'contact'))
}

function keysOf<S extends z.core.$ZodShape>(schema: z.ZodMiniObject<S, z.core.$strict>): readonly string[] {
  return Object.keys(schema.shape)
}

function unknownKeys(prefix: string, json: Json, known: readonly string[]): readonly FieldIssue[] {
  const strange = Object.keys(json).filter((key) => !known.includes(key))
  return strange.map((key) => ({ path: `${prefix}${key}`.slice(0, 120), code: 'unknown-key' }))
}

function wrongKind(path: string): FieldIssue {
  return { path, code: 'not-an-object' }
}

function asObject(json: unknown): Json | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : null
}

/** Names the service lot, because a settings file may leave that name out. */
function withLotName(rooftop: Json): Json {
  const address = asObject(rooftop['address'])
  if (address === null || Object.hasOwn(address, 'name')) return rooftop
  return { ...rooftop, address: { ...address, name: SERVICE_LOT } }
}

type JsonResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fields: Fields }

/** The parser's message quotes the file, so only the position is taken from the message. */
function readJson(text: string): JsonResult {
  // Editors on Windows write a byte order mark before the first character.
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

/** Returns the failure of a file with wrong keys, with one issue for each key. */
export function rejectionOf(path: string, issues: readonly FieldIssue[]) {
  return rejected(path, { problem: 'keys' }, issues)
}

/**
 * Removes this token from a settings file and formats the other settings anew. Returns false, with the file unchanged,
 * if the file cannot be written, or if it now names another token, which the next start reads.
 */
export function removeToken(path: string, token: string): boolean {
  return rewrite(path, (whole) => {
    const provider = asObject(whole['provider'])
    if (provider === null || String(provider['token']).trim() !== token) return null
    const { token: _token, ...kept } = provider
    return { ...whole, provider: kept }
  })
}

/** As `removeToken`, for the invitation with this role, which holds the private key of this desk. */
export function removeInvitation(path: string, role: string): boolean {
  return rewrite(path, (whole) => {
    const invited = asObject(asObject(asObject(whole['board'])?.['invitation'])?.['desk'])
    if (invited?.['role'] !== role) return null
    const { board: _board, ...kept } = whole
    return kept
  })
}

/** Writes what `edit` makes of a settings file. Returns false, with the file unchanged, if that is null or fails. */
function rewrite(path: string, edit: (whole: Json) => Json | null): boolean {
  try {
    // A symbolic link must still lead to the file afterwards.
    const file = realpathSync(path)
    const json = readJson(readFileSync(file, 'utf8'))
    const whole = json.ok ? asObject(json.value) : null
    const edited = whole === null ? null : edit(whole)
    if (edited === null) return false
    // A read-only file must not be replaced, although its folder would allow the rename.
    closeSync(openSync(file, 'r+'))
    const text = `${JSON.stringify(edited, null, 2)}\n`
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

/** Overwrites a writable file in a folder that is not writable, such as an administrator's folder. */
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
