import { z } from 'zod/mini'
import { invalidInput, ok, type Failure, type Result } from '../result.ts'
import { fieldIssues, issueCode, type FieldIssue, type FieldIssueCode } from '../field-issues.ts'
import type { Fields } from '../outbox/fields.ts'
import type { UntakenInvitation } from './board-membership.ts'
import type { UnusableCaFile } from './ca-file.ts'
import { PROFILE_FACTS, PROFILES, type ProviderProfile } from './provider-profile.ts'
import { accountNumberSchema } from '../booking/account-number.ts'
import { rooftopSchema, type Rooftop } from '../booking/rooftop.ts'
import { optionalPhoneSchema } from '../booking/phone.ts'
import { optionalLine, requiredLine } from '../text-schema.ts'

/*
 * The settings of a desk, in one shape for the settings screen, the store and `desk.json`. Paths of issues are the
 * keys of that file, for example `provider.address` or `rooftop.address.zip`.
 */

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

const MAX_ADDRESS_LENGTH = 300

/**
 * Returns a provider's address without `/v1`; null for an invalid address, and for plain `http` other than on loopback,
 * which would send the token unencrypted. The result parses to itself, because a booking is only sent to the same
 * address that was stored with the booking.
 */
export function parseAddress(text: string): string | null {
  const read = checkAddress(text)
  return read.ok ? read.address : null
}

type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly code: FieldIssueCode; readonly fields: Fields | undefined }

function checkAddress(text: string): AddressCheck {
  const wrong = (code: FieldIssueCode, fields?: Fields): AddressCheck => ({ ok: false, code, fields })
  if (/[?#]/.test(text)) return wrong('address-with-query')
  if (!URL.canParse(text)) return wrong('address-incomplete')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return wrong('address-with-credentials')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.includes(url.hostname))) {
    return wrong('address-not-https')
  }
  const parts = url.pathname.split('/')
  // A regular expression would backtrack for minutes over a long row of slashes.
  while (parts.length > 0 && ['', 'v1'].includes(parts.at(-1) ?? '')) parts.pop()
  const address = url.origin + parts.join('/')
  return address.length <= MAX_ADDRESS_LENGTH ? { ok: true, address } : wrong('too-long', { max: MAX_ADDRESS_LENGTH })
}

const linkHostSchema = z
  .string(issueCode('not-a-host-name'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, issueCode('not-a-host-name')),
    z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, issueCode('not-a-host-name')),
  )

/** Returns the host that `linkHosts` must name before a link to `url` opens; null if no link host can allow `url`. */
export function missingLinkHost(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, host, username, password } = new URL(url)
  const isPlain = protocol === 'https:' && username === '' && password === ''
  return isPlain && linkHostSchema.safeParse(host).success ? host : null
}

export const providerSchema = z.strictObject({
  address: z.pipe(
    requiredLine(MAX_ADDRESS_LENGTH),
    z.transform((text: string, check) => {
      const read = checkAddress(text)
      if (read.ok) return read.address
      // `requiredLine` already reports an empty address.
      if (text !== '') check.issues.push({ code: 'custom', input: text, message: read.code, params: read.fields })
      return text
    }),
  ),
  /** The dealership's own name for the provider; `phone` is the number of the provider's dispatch. */
  name: optionalLine(60),
  phone: optionalPhoneSchema,
  profile: z._default(z.enum(PROFILES, issueCode('profile-unknown')), 'baseline'),
  /** The client id, required by a profile whose `signsIn` is `client`. */
  clientId: optionalLine(200),
  /** The provider's number of this rooftop within a dealer group (test/spec/provider.md#request-fields). */
  rooftopNumber: accountNumberSchema,
  /** The payer of each booking that names no other one, for a profile that `takesPayer`; null for the rooftop. */
  payerNumber: accountNumberSchema,
  /** Further hosts that a link of a move may open, for example `track.example` or `track.example:8443`. */
  linkHosts: z._default(z.readonly(z.array(linkHostSchema).check(z.maxLength(10, issueCode('too-many-hosts')))), []),
  /** Absolute path of a file of certificates (PEM) that are trusted beside the system's. */
  caFile: optionalLine(1000),
  /** A bearer token or the client's secret; null keeps the stored token. */
  token: z._default(
    z.nullable(
      z
        .string(issueCode('not-text'))
        .check(
          z.trim(),
          z.maxLength(8000, { ...issueCode('too-long'), abort: true }),
          z.regex(/^[\x21-\x7e]+$/, issueCode('token-characters')),
        ),
    ),
    null,
  ),
})

export const practiceSchema = z.strictObject({
  /** The profile in which the practice service answers. */
  profile: z.enum(PROFILES, issueCode('profile-unknown')),
})

export type PracticeSettings = Readonly<z.output<typeof practiceSchema>>

/**
 * A change of the settings. A null `provider` stands for the practice service, a null `rooftop` for
 * `PRACTICE_ROOFTOP`, and an absent `practice` for the present profile of the practice service.
 */
export const settingsSchema = z.strictObject({
  provider: z.nullable(providerSchema),
  rooftop: z.nullable(rooftopSchema),
  practice: z.optional(practiceSchema),
})

export type SettingsChange = Readonly<z.output<typeof settingsSchema>>

/**
 * The provider's name and phone for a call, null where the settings have none. `phone` has the format of `phoneSchema`.
 */
export type ProviderContact = { readonly name: string | null; readonly phone: string | null }

export type ProviderSettings = ProviderContact & {
  readonly address: string
  readonly profile: ProviderProfile
  readonly clientId: string | null
  readonly rooftopNumber: number | null
  readonly payerNumber: number | null
  readonly linkHosts: readonly string[]
  readonly caFile: string | null
}

/** The stored settings, which never contain a token. */
export type Settings = {
  readonly provider: ProviderSettings | null
  readonly rooftop: Rooftop | null
  /** Absent until somebody chooses a profile for practice, which has `DEFAULT_PRACTICE_PROFILE` until then. */
  readonly practice?: PracticeSettings | undefined
}

/** The keys that a settings file can set, spelled like the paths of issues. */
export const SETTING_NAMES = [
  'provider.address',
  'provider.name',
  'provider.phone',
  'provider.profile',
  'provider.clientId',
  'provider.rooftopNumber',
  'provider.payerNumber',
  'provider.linkHosts',
  'provider.caFile',
  'provider.token',
  'rooftop.name',
  'rooftop.address',
  'rooftop.zone',
  'rooftop.contact',
  'rooftop.noticeMinutes',
  'rooftop.marginMinutes',
  'rooftop.tripLimit',
  'practice.profile',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/**
 * Where the provider's token is: nowhere, in a file that the operating system's secret store encrypts, or in memory
 * until the app ends.
 */
export type TokenPlace = 'missing' | 'secret-store' | 'memory'

/** The settings as the settings screen shows them, without the token. */
export type SettingsView = Settings & {
  readonly token: TokenPlace
  /** False on a PC without a secret store, where a token stays in memory. */
  readonly hasSecretStore: boolean
  /** Path of the settings file that was read at the start; null for none. */
  readonly file: string | null
  readonly setByFile: readonly SettingName[]
}

/**
 * A message about the settings or this PC. The window shows the message as long as the desk reports it in
 * `DeskStatus.notices`.
 */
export type Notice =
  | { readonly code: 'file-refused'; readonly failure: Failure }
  /**
   * The settings file names a provider that the desk does not use. `failure` is why the desk cannot switch; null if a
   * restart would switch.
   */
  | {
      readonly code: 'provider-kept'
      readonly path: string
      readonly tokenInFile: boolean
      readonly failure: Failure | null
    }
  | { readonly code: 'token-in-file'; readonly path: string }
  /** The settings file with a token can be read by other accounts. */
  | { readonly code: 'token-readable'; readonly path: string }
  /**
   * Other accounts could open the data folder, which is private now. `mode` is the octal mode before the restriction.
   */
  | { readonly code: 'folder-restricted'; readonly path: string; readonly mode: string }
  /**
   * The desk has the token only in memory, until the app ends. `path` is the settings file that still contains the
   * token; null for none.
   */
  | { readonly code: 'token-in-memory'; readonly hasVault: boolean; readonly path: string | null }
  /** The certificates of the file are not trusted. */
  | ({ readonly code: 'ca-file-unusable' } & UnusableCaFile)
  /** The settings file named another provider, link host or certificate file, and no person has seen that yet. */
  | { readonly code: 'file-change'; readonly path: string; readonly address: string }
  /**
   * The practice service answers in `profile`, because bookings of that profile were open when the service started.
   * `failure` is why another profile cannot be used yet; null if a restart would use that profile.
   */
  | { readonly code: 'practice-kept'; readonly profile: ProviderProfile; readonly failure: Failure | null }
  /** The invitation that the settings file names was not taken, and this desk has no board. */
  | { readonly code: 'board-invitation'; readonly path: string; readonly problem: UntakenInvitation }
  /** The desk joined a board, and the key of its certificate is not on this PC, or its secret store does not open. */
  | { readonly code: 'board-key-missing' }
  /** The desk had a fault and restarted by itself. */
  | { readonly code: 'restarted' }
  /** The clock skew of this PC; `aheadMs` is negative for a clock that is behind. */
  | { readonly code: 'clock-wrong'; readonly aheadMs: number }
  /** The provider shows another time than this PC, whose operating system vouches for its own time. */
  | { readonly code: 'clock-disputed'; readonly aheadMs: number }

/** Checks and normalizes a change of the settings. Fails with `invalid` and one issue for each wrong field. */
export function parseSettings(input: unknown): Result<SettingsChange> {
  const read = settingsSchema.safeParse(input)
  const issues = read.success ? issuesOfWhole(read.data) : fieldIssues(read.error)
  return read.success && issues.length === 0 ? ok(read.data) : invalidInput(issues)
}

/** As `parseSettings` for the provider alone, because a connection can be tested before the rooftop is set. */
export function parseConnectionTest(provider: unknown): Result<SettingsChange> {
  const read = settingsSchema.safeParse({ provider, rooftop: null })
  const issues = read.success
    ? issuesOfWhole(read.data).filter(({ path }) => path.startsWith('provider'))
    : fieldIssues(read.error)
  return read.success && issues.length === 0 ? ok(read.data) : invalidInput(issues)
}

/**
 * Returns the issues that span several settings. A desk with a provider needs a rooftop of its own, because real
 * drivers must not go to `PRACTICE_ROOFTOP`, a client id if the provider's profile signs in with a client id, and no
 * payer if the profile takes none.
 */
export function issuesOfWhole(settings: Settings): readonly FieldIssue[] {
  const { provider, rooftop } = settings
  if (provider === null) return []
  const issues: FieldIssue[] = []
  if (PROFILE_FACTS[provider.profile].signsIn === 'client' && provider.clientId === null) {
    issues.push({ path: 'provider.clientId', code: 'client-id-missing-for-profile' })
  }
  if (!PROFILE_FACTS[provider.profile].takesPayer && provider.payerNumber !== null) {
    issues.push({ path: 'provider.payerNumber', code: 'payer-not-taken' })
  }
  if (rooftop === null) {
    issues.push({ path: 'rooftop', code: 'rooftop-missing-for-provider' })
  }
  return issues
}
