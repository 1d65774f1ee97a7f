import { z } from 'zod'
import { ok, type Failure, type FieldIssue, type Result } from '../result.ts'
import { fieldIssues, invalidInput } from '../field-issues.ts'
import { PROFILE_FACTS, PROFILES, type ProviderProfile } from './provider-profile.ts'
import { rooftopSchema, type Rooftop } from '../booking/rooftop.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'

/*
 * The settings of a desk, in one shape for the settings screen, the store and `desk.json`. Issue paths are the keys of
 * the file, for example `provider.address` or `rooftop.address.zip`.
 */

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

const MAX_ADDRESS_LENGTH = 300

/**
 * A usable provider address, without the `/v1` part: `https`, or `http` on this machine's loopback; null for any
 * other, because the token would travel unencrypted. The result is a fixed point of this function, because a booking
 * is sent only to an address that is spelled as before.
 */
export function parseAddress(text: string): string | null {
  const read = judgeAddress(text)
  return read.ok ? read.address : null
}

type Judged = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly why: string }

function judgeAddress(text: string): Judged {
  const wrong = (why: string): Judged => ({ ok: false, why: `Address ${why}` })
  if (/[?#]/.test(text)) return wrong('cannot hold a question mark or #: leave out what begins there.')
  if (!URL.canParse(text)) return wrong('is not complete. It looks like https://provider.example.')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return wrong('cannot hold a name or a password: the token goes into its own field.')
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.includes(url.hostname))) {
    return wrong('must begin with https://, or others on the way could read the token.')
  }
  const parts = url.pathname.split('/')
  // A loop instead of a pattern, because a backtracking pattern would take minutes on a row of slashes.
  while (parts.length > 0 && ['', 'v1'].includes(parts.at(-1) ?? '')) parts.pop()
  const address = url.origin + parts.join('/')
  return address.length <= MAX_ADDRESS_LENGTH
    ? { ok: true, address }
    : wrong(`is too long: at most ${MAX_ADDRESS_LENGTH} characters.`)
}

const LINK_HOST_WANTED = 'A host of links is a name alone, for example track.example.'

export const providerSchema = z.strictObject({
  address: requiredLine('Address', MAX_ADDRESS_LENGTH).transform((text, check) => {
    const read = judgeAddress(text)
    if (read.ok) return read.address
    // The missing field was reported before.
    if (text !== '') check.addIssue({ code: 'custom', message: read.why })
    return text
  }),
  profile: z.enum(PROFILES, { error: `Profile is not known: it can be ${PROFILES.join(', ')}.` }).default('baseline'),
  /** The client id under which the provider knows this desk, if its profile signs in with a secret. */
  clientId: optionalLine('Client id', 200),
  /** The number under which a group's provider knows this rooftop (test/spec/provider.md#request-fields). */
  rooftopNumber: z
    .int({ error: 'Rooftop number must be a whole number.' })
    .positive({ error: 'Rooftop number must be above 0.' })
    .nullable()
    .default(null),
  /** Further hosts whose pages a link of a move may open, `track.example` or `track.example:8443`. */
  linkHosts: z
    .array(
      z
        .string({ error: LINK_HOST_WANTED })
        .trim()
        .toLowerCase()
        .max(253, { error: LINK_HOST_WANTED })
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, { error: LINK_HOST_WANTED }),
    )
    .max(10, { error: 'Hosts of links can be ten at most.' })
    .readonly()
    .default([]),
  /** A bearer token, or the client's secret. Null keeps the stored one. */
  token: z
    .string({ error: 'Token must be text.' })
    .trim()
    .max(8000, { error: 'Token is too long.', abort: true })
    .regex(/^[\x21-\x7e]+$/, { error: 'Token is empty, or holds characters that no token has. Paste it again.' })
    .nullable()
    .default(null),
})

/**
 * The input of the settings screen. `provider` is null for practice mode, and `rooftop` is null without a rooftop of
 * its own.
 */
export const settingsSchema = z.strictObject({
  provider: providerSchema.nullable(),
  rooftop: rooftopSchema.nullable(),
})

export type SettingsChange = Readonly<z.output<typeof settingsSchema>>

export type ProviderSettings = {
  readonly address: string
  readonly profile: ProviderProfile
  readonly clientId: string | null
  readonly rooftopNumber: number | null
  readonly linkHosts: readonly string[]
}

/** The stored settings, never with a token. */
export type Settings = {
  readonly provider: ProviderSettings | null
  readonly rooftop: Rooftop | null
}

/** The keys that a settings file can set, as issues name them. */
export const SETTING_NAMES = [
  'provider.address',
  'provider.profile',
  'provider.clientId',
  'provider.rooftopNumber',
  'provider.linkHosts',
  'provider.token',
  'rooftop.name',
  'rooftop.address',
  'rooftop.zone',
  'rooftop.contact',
  'rooftop.noticeMinutes',
  'rooftop.marginMinutes',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** Where the provider's token is stored. */
export type TokenPlace = 'missing' | 'vault' | 'memory'

/** The settings as the settings screen shows them, without the token. */
export type SettingsView = Settings & {
  readonly token: TokenPlace
  /** False on a machine without a secret store, where a token stays in memory. */
  readonly vault: boolean
  /** The settings file read at the start, or null. */
  readonly file: string | null
  readonly setByFile: readonly SettingName[]
}

/** A notice about the settings or this PC, shown in the window while it applies. */
export type Notice =
  | { readonly code: 'file-refused'; readonly failure: Failure }
  /** The file names another provider. `failure` says why this desk stays; null once it could switch. */
  | {
      readonly code: 'remote-kept'
      readonly path: string
      readonly tokenInFile: boolean
      readonly failure: Failure | null
    }
  | { readonly code: 'token-in-file'; readonly path: string }
  /** `path` is the file that still contains the token, or null. */
  | { readonly code: 'token-in-memory'; readonly hasVault: boolean; readonly path: string | null }
  /** `aheadMs` is negative for a clock that is behind. */
  | { readonly code: 'clock-wrong'; readonly aheadMs: number }

/** Checks and normalizes the input of the settings screen. Fails with `invalid` and an issue for each wrong field. */
export function parseSettings(input: unknown): Result<SettingsChange> {
  const read = settingsSchema.safeParse(input)
  const issues = read.success ? issuesOfWhole(read.data) : fieldIssues(read.error)
  return read.success && issues.length === 0 ? ok(read.data) : invalidInput(issues)
}

/** The same for the provider alone, which can be tested before the rooftop is known. */
export function parseConnectionTest(provider: unknown): Result<SettingsChange> {
  const read = settingsSchema.safeParse({ provider, rooftop: null })
  const issues = read.success
    ? issuesOfWhole(read.data).filter(({ path }) => path.startsWith('provider'))
    : fieldIssues(read.error)
  return read.success && issues.length === 0 ? ok(read.data) : invalidInput(issues)
}

/**
 * Cross-field rules: a provider sends real drivers and must not get the practice service's invented rooftop, and a
 * profile with a sign-in needs a client id.
 */
export function issuesOfWhole(settings: Settings): readonly FieldIssue[] {
  const { provider, rooftop } = settings
  if (provider === null) return []
  const issues: FieldIssue[] = []
  if (PROFILE_FACTS[provider.profile].signsIn === 'client' && provider.clientId === null) {
    issues.push({ path: 'provider.clientId', message: 'Client id is missing: this profile signs in with one.' })
  }
  if (rooftop === null) {
    issues.push({ path: 'rooftop', message: "A provider needs this desk's rooftop: name, address and time zone." })
  }
  return issues
}
