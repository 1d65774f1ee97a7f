import { join } from 'node:path'
import { ok, fail, invalidInput, type Result } from '../../shared/result.ts'
import type { DeskInvitation } from '../../shared/desk/invitation.ts'
import { PRACTICE_ROOFTOP, type Rooftop } from '../../shared/booking/rooftop.ts'
import type { Notice, Settings, SettingsChange, SettingsView } from '../../shared/desk/settings.ts'
import { newTrust } from '../../shared/desk/new-trust.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'
import { guaranteeRecordedAt } from './duplicate-guarantee-file.ts'
import { revokeGuarantee } from '../store/tables/guarantee-revocation.ts'
import { isDiskError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log-events.ts'
import { isReadableByOthers } from '../platform/file-rights.ts'
import { readSettingsFile, rejectionOf, removeInvitation, removeToken, type SettingsFile } from './settings-file.ts'
import {
  lockedProvider,
  overlayFile,
  canSwitchTo,
  readSettings,
  providerIdentity,
  isSameProvider,
  settingsOf,
  writeSettings,
} from './stored-settings.ts'
import { openTokens, type SecretCipher, type TokenStore } from './token-store.ts'

/*
 * The settings of an open desk. Stored settings, or a change from the settings screen, are merged with the settings
 * file, and the token of that file moves into the secret store.
 */

export type SettingsOptions = {
  readonly folder: string
  /** A settings file that must exist. Null reads `desk.json` in the data folder, which may be missing. */
  readonly config: string | null
  readonly cipher: SecretCipher | null
  readonly log: Log
  readonly clock: Pick<Clock, 'now'>
}

export type DeskSettings = {
  now(): Settings
  rooftop(): Rooftop
  token(address: string): string | null
  view(): SettingsView
  notices(): readonly Notice[]
  /** The invitation to the board that the settings file names; null for none. */
  invitation(): NamedInvitation | null
  /** Ends the notice that the settings file changed what the desk trusts. Fails with `not-saved`. */
  markFileChangeSeen(): Result<null>
  /**
   * Merges a change with the settings file. Fails with `invalid`; does not check whether open bookings forbid the
   * change.
   */
  read(change: SettingsChange): Result<PlannedChange>
  /** Returns the settings that a change would produce, and writes nothing. Fails with `invalid` or `open-bookings`. */
  plan(change: SettingsChange): Result<PlannedChange>
  /** Writes a planned change. Fails with `open-bookings` or `not-saved`, and then writes nothing. */
  keep(planned: PlannedChange): Result<null>
}

/** An invitation of the settings file at `path`. `remove` takes an inlined one out of the file. */
export type NamedInvitation = {
  readonly path: string
  readonly invitation: DeskInvitation | string
  readonly remove: () => void
}

/** The new settings. `token` is null if the stored token stays. */
export type PlannedChange = { readonly settings: Settings; readonly token: string | null }

/** Setting that tells whether a person has seen what the settings file changed. */
const UNSEEN_CHANGE = 'file-change'

const PRACTICE_HAS_NO_TOKEN: Settings = { provider: null, rooftop: null }

/**
 * Reads the settings at the start. An unusable settings file fails with `invalid` and an issue for each wrong key,
 * unless a provider was set before: then the stored settings apply, with a notice.
 */
export function openSettings(
  { folder, config, cipher, log, clock }: SettingsOptions,
  home: Store,
): Result<DeskSettings> {
  const path = config ?? join(folder, 'desk.json')
  const before = home.read(readSettings)
  const tokens = openTokens(folder, cipher)

  const fromFile = readFile(path, config !== null, before ?? PRACTICE_HAS_NO_TOKEN)
  if (!fromFile.ok) {
    log({ event: 'settings-file-read', code: 'refused' })
    // This file may be meant to connect a desk that still uses the practice service. Ignoring a broken file would leave
    // that desk on the practice service unnoticed.
    if (before === null || before.provider === null) return fromFile
  }
  const { settings: wanted, file } = fromFile.ok
    ? fromFile.value
    : { settings: before ?? PRACTICE_HAS_NO_TOKEN, file: null }
  const isFree = home.read((view) => canSwitchTo(view, providerIdentity(wanted))).ok
  // While bookings are open, the desk keeps their provider. The rooftop of the file applies all the same, and a person
  // can enter the token of the kept provider.
  let settings = isFree
    ? wanted
    : { ...wanted, provider: home.read((view) => lockedProvider(view, wanted, before ?? PRACTICE_HAS_NO_TOKEN)) }
  const fileTrust = file === null || before === null ? null : newTrust(settings, before)
  home.write((tx) => {
    writeSettings(tx, settings)
    // A new store may follow a lost one that knew of a violation, so the test that is there does not count here, also
    // where the clock of this PC is behind.
    if (before === null) {
      for (const at of [clock.now(), guaranteeRecordedAt(folder)]) if (at !== null) revokeGuarantee(tx, at)
    }
    if (fileTrust !== null) writeSetting(tx, UNSEEN_CHANGE, 'unseen')
  })
  if (file !== null) log({ event: 'settings-file-read', code: isFree ? 'read' : 'provider-kept' })
  const inForce = file === null || isFree ? file : { ...file, provider: {} }

  const readable: readonly Notice[] =
    inForce?.provider.token !== undefined && isReadableByOthers(path) ? [{ code: 'token-readable', path }] : []
  const inFile = takeToken(inForce, settings, tokens, path, log)
  const names = (file?.names ?? []).filter(
    (name) => !name.startsWith('provider.') || (isFree && (name !== 'provider.token' || inFile !== 'no')),
  )
  /**
   * Returns a notice while the file names another provider than the desk uses, after open bookings prevented the
   * switch.
   */
  const describeKept = (): readonly Notice[] => {
    if (isFree || isSameProvider(providerIdentity(settings), providerIdentity(wanted))) return []
    const may = home.read((view) => canSwitchTo(view, providerIdentity(wanted)))
    const tokenInFile = file?.provider.token !== undefined
    return [{ code: 'provider-kept', path, tokenInFile, failure: may.ok ? null : may.failure }]
  }
  const refused: readonly Notice[] = fromFile.ok ? [] : [{ code: 'file-refused', failure: fromFile.failure }]

  function read(change: SettingsChange): Result<PlannedChange> {
    const asked = settingsOf({ ...change, practice: change.practice ?? settings.practice })
    const whole = inForce === null ? { ok: true as const, value: asked } : overlayFile(asked, inForce)
    if (!whole.ok) return invalidInput(whole.issues)
    const { provider } = whole.value
    const token = provider === null || names.includes('provider.token') ? null : (change.provider?.token ?? null)
    const stays = isSameProvider(providerIdentity(whole.value), providerIdentity(settings))
    if (provider !== null && !stays && token === null && tokens.of(provider.address) === null) {
      return invalidInput([{ path: 'provider.token', code: 'token-missing-for-provider' }])
    }
    return ok({ settings: whole.value, token })
  }

  return ok({
    now: () => settings,
    rooftop: () => settings.rooftop ?? PRACTICE_ROOFTOP,
    token: tokens.of,
    view: () => ({
      ...settings,
      token: settings.provider === null ? 'missing' : tokens.placeOf(settings.provider.address),
      hasSecretStore: cipher !== null,
      file: file === null ? null : path,
      setByFile: names,
    }),
    notices: () => [
      ...refused,
      ...describeUnseen(home, settings, path),
      ...describeKept(),
      ...readable,
      ...describeToken(settings, tokens, cipher !== null, inFile, path),
    ],
    invitation() {
      const invitation = file?.invitation
      if (invitation === undefined) return null
      const remove = () => void (typeof invitation === 'string' || removeInvitation(path, invitation.desk.role))
      return { path, invitation, remove }
    },
    markFileChangeSeen() {
      try {
        home.write((tx) => writeSetting(tx, UNSEEN_CHANGE, ''))
        return ok(null)
      } catch (error) {
        if (isDiskError(error)) return fail('not-saved', 'settings-not-saved')
        throw error
      }
    },
    read,
    plan(change) {
      const planned = read(change)
      if (!planned.ok) return planned
      const free = home.read((view) => canSwitchTo(view, providerIdentity(planned.value.settings)))
      return free.ok ? planned : free
    },
    keep({ settings: next, token }) {
      try {
        const kept = home.write((tx) => {
          const free = canSwitchTo(tx, providerIdentity(next))
          if (free.ok) writeSettings(tx, next)
          return free
        })
        if (!kept.ok) return kept
      } catch (error) {
        if (isDiskError(error)) return fail('not-saved', 'settings-not-saved')
        throw error
      }
      settings = next
      if (next.provider !== null && token !== null) {
        const place = tokens.keep(next.provider.address, token)
        log({ event: 'token-stored', place, file: 'no' })
      }
      log({ event: 'settings-changed' })
      return ok(null)
    },
  })
}

/**
 * Whether a token is still in the settings file: `no` (none was there, or the desk removed it), `left` (the secret
 * store did not take the token), or `stuck` (the token is stored, and the file cannot be changed).
 */
type InFile = 'no' | 'left' | 'stuck'

/** Stores the token of a settings file for the provider that the file names, and for no other provider. */
function takeToken(
  file: SettingsFile | null,
  { provider }: Settings,
  tokens: TokenStore,
  path: string,
  log: SettingsOptions['log'],
): InFile {
  const token = file?.provider.token
  if (provider === null || token === undefined || file?.provider.address !== provider.address) return 'no'
  const place = tokens.keep(provider.address, token)
  const inFile = place === 'memory' ? 'left' : removeToken(path, token) ? 'no' : 'stuck'
  log({ event: 'token-stored', place, file: inFile })
  return inFile
}

function describeUnseen(home: Store, { provider }: Settings, path: string): readonly Notice[] {
  if (provider === null || home.read((view) => readSetting(view, UNSEEN_CHANGE)) !== 'unseen') return []
  return [{ code: 'file-change', path, address: provider.address }]
}

type ReadFile = { readonly file: SettingsFile | null; readonly settings: Settings }

function readFile(path: string, isDemanded: boolean, before: Settings): Result<ReadFile> {
  const read = readSettingsFile(path, isDemanded)
  if (!read.ok) return read
  const file = read.value
  if (file === null) return ok({ file, settings: before })
  const whole = overlayFile(before, file)
  if (whole.ok) return ok({ file, settings: whole.value })
  return rejectionOf(path, whole.issues)
}

function describeToken(
  { provider }: Settings,
  tokens: TokenStore,
  hasVault: boolean,
  inFile: InFile,
  path: string,
): readonly Notice[] {
  if (provider === null) return []
  const place = tokens.placeOf(provider.address)
  if (place === 'secret-store' && inFile === 'stuck') {
    return [{ code: 'token-in-file', path }]
  }
  if (place !== 'memory') return []
  return [{ code: 'token-in-memory', hasVault, path: inFile === 'left' ? path : null }]
}
