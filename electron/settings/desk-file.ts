import { readFileSync, realpathSync, statSync } from 'node:fs'
import { z } from 'zod'
import { fieldIssues } from '../../shared/issues.ts'
import { done, failed, type FieldIssue, type Result } from '../../shared/failure.ts'
import { rooftopSchema, type Rooftop } from '../../shared/rooftop.ts'
import { providerSchema, SETTING_NAMES, type ProviderProfile, type SettingName } from '../../shared/settings.ts'
import { errorCode } from '../system.ts'
import { replaceFile } from './replace-file.ts'

/*
 * The settings file that IT puts beside the store, or names with `--config`. It is read at each start and holds any
 * part of the settings; it is written by us for one reason, to take the token out.
 */

/** What a file names, and nothing of what it leaves out. */
export type DeskFile = {
  readonly provider: { readonly address?: string; readonly profile?: ProviderProfile; readonly token?: string }
  readonly rooftop: Partial<Rooftop>
  /** The settings that it names. */
  readonly names: readonly SettingName[]
}

/** A settings file is small; what is longer is something else. */
const MOST_BYTES = 64 * 1024

/**
 * Reads a settings file; null when there is none and none `isDemanded`. Fails with `invalid`, one issue a wrong key, and with words
 * that name each key; never with a value of the file, which may be the token.
 */
export function readDeskFile(path: string, isDemanded: boolean): Result<DeskFile | null> {
  let text: string
  try {
    const stat = statSync(path)
    // A pipe would be waited for.
    if (!stat.isFile()) return refused(path, 'It is not a file.')
    if (stat.size > MOST_BYTES) return refused(path, 'It is too long to be a settings file.')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return isDemanded ? refused(path, 'There is no such file.') : done(null)
    return refused(path, `It cannot be read (${code}).`)
  }
  const json = readJson(text)
  if (!json.ok) return refused(path, json.said)
  const read = parseDeskFile(json.value)
  return read.ok ? read : refused(path, sayIssues(read.issues), read.issues)
}

type Parsed =
  { readonly ok: true; readonly value: DeskFile } | { readonly ok: false; readonly issues: readonly FieldIssue[] }

const wholeSchema = z.strictObject({
  provider: z.record(z.string(), z.unknown()).default({}),
  rooftop: z.record(z.string(), z.unknown()).default({}),
})

export function parseDeskFile(json: unknown): Parsed {
  const whole = wholeSchema.safeParse(json)
  if (!whole.success) return { ok: false, issues: fieldIssues(whole.error) }
  // Each part is held against the keys that it has: a default must not count as named.
  const provider = only(providerSchema, whole.data.provider).safeParse(whole.data.provider)
  const rooftop = only(rooftopSchema, nameLot(whole.data.rooftop)).safeParse(nameLot(whole.data.rooftop))
  const issues = [
    ...(provider.success ? [] : under('provider', provider.error)),
    ...(rooftop.success ? [] : under('rooftop', rooftop.error)),
  ]
  if (!provider.success || !rooftop.success) return { ok: false, issues }
  const { token, ...rest } = provider.data
  const named = {
    provider: { ...rest, ...(token === null ? {} : { token }) },
    rooftop: rooftop.data as Partial<Rooftop>,
  }
  const names = SETTING_NAMES.filter((name) => {
    const [part, key] = name.split('.') as ['provider' | 'rooftop', string]
    return Object.hasOwn(named[part], key) && (named[part] as Record<string, unknown>)[key] !== undefined
  })
  return { ok: true, value: { ...named, names } }
}

function only<S extends z.ZodRawShape>(schema: z.ZodObject<S>, part: Readonly<Record<string, unknown>>) {
  const known = Object.keys(part).filter((key) => Object.hasOwn(schema.shape, key))
  return schema.pick(Object.fromEntries(known.map((key) => [key, true])) as never).strict()
}

/** A service lot without a name of its own is called as the rooftop is. */
function nameLot(rooftop: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { address, name } = rooftop
  if (typeof address !== 'object' || address === null || Object.hasOwn(address, 'name')) return rooftop
  return { ...rooftop, address: { ...address, name } }
}

function under(part: string, error: z.ZodError): readonly FieldIssue[] {
  return fieldIssues(error).map(({ path, message }) => ({ path: `${part}.${path}`, message }))
}

type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly said: string }

/** The parser's own words quote the file, so only the place is taken from them. */
function readJson(text: string): Json {
  // Editors on Windows put a mark before the first character.
  const plain = text.replace(/^\ufeff/, '')
  try {
    return { ok: true, value: JSON.parse(plain) }
  } catch (error) {
    const at = /at position (\d+)/.exec(String(error))?.[1]
    const line = at === undefined ? null : plain.slice(0, Number(at)).split('\n').length
    return { ok: false, said: `It is not valid JSON${line === null ? '' : ` (line ${line})`}.` }
  }
}

function refused(path: string, said: string, issues: readonly FieldIssue[] = []) {
  return failed(
    'invalid',
    `The settings file ${path} was not used. ${said} Correct it, then start Lanekeeper again.`,
    issues,
  )
}

export function sayIssues(issues: readonly FieldIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' ')
}

/**
 * Takes the token out of a settings file; all else in it stays, laid out anew. False when the file cannot be written:
 * then it is as it was.
 */
export function removeToken(path: string): boolean {
  try {
    // A link to the file must still lead to it afterwards.
    const file = realpathSync(path)
    const json = readJson(readFileSync(file, 'utf8'))
    if (!json.ok) return false
    const { provider, ...rest } = json.value as { provider: Record<string, unknown> }
    const { token: _token, ...kept } = provider
    replaceFile(file, `${JSON.stringify({ provider: kept, ...rest }, null, 2)}\n`, statSync(file).mode & 0o777)
    return true
  } catch {
    return false
  }
}
