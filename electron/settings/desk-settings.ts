import { join } from 'node:path'
import { ok, fail, type Result } from '../../shared/result.ts'
import { PRACTICE_ROOFTOP, type Rooftop } from '../../shared/booking/rooftop.ts'
import type { Notice, Settings, SettingsChange, SettingsView } from '../../shared/desk/settings.ts'
import { invalidInput } from '../../shared/field-issues.ts'
import { isDiskError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { Log } from '../platform/clock.ts'
import { readSettingsFile, rejectionOf, removeToken, type SettingsFile } from './settings-file.ts'
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
 * The settings of a desk at work. At the start: what was kept, with the settings file laid over it, its token into the
 * vault. Later: what the settings screen asks for, with the same file laid over it.
 */

export type SettingsOptions = {
  readonly folder: string
  /** A settings file that must be there; null for `desk.json` in the folder, which may be. */
  readonly config: string | null
  readonly seal: SecretCipher | null
  readonly log: Log
}

export type DeskSettings = {
  now(): Settings
  rooftop(): Rooftop
  token(address: string): string | null
  view(): SettingsView
  notices(): readonly Notice[]
  /** What a change asks for, with the settings file laid over it. `invalid`; whether it may be is not asked. */
  read(change: SettingsChange): Result<PlannedChange>
  /** What a change would make of the settings. `invalid`, `open-bookings`; nothing is written. */
  plan(change: SettingsChange): Result<PlannedChange>
  /** Writes what was planned. `open-bookings`, `not-saved`; then nothing was written. */
  keep(planned: PlannedChange): Result<null>
}

/** What the settings are to become; `token` is null where the one that is there stays. */
export type PlannedChange = { readonly settings: Settings; readonly token: string | null }

const PRACTICE_HAS_NO_TOKEN: Settings = { provider: null, rooftop: null }

/**
 * Reads the settings at the start. Fails with `invalid` and words that name each wrong key when the settings file cannot
 * be used and no provider was set before; otherwise what was set before holds, and a notice says so.
 */
export function openSettings({ folder, config, seal, log }: SettingsOptions, home: Store): Result<DeskSettings> {
  const path = config ?? join(folder, 'desk.json')
  const before = home.read(readSettings)
  const tokens = openTokens(folder, seal)

  const fromFile = readFile(path, config !== null, before ?? PRACTICE_HAS_NO_TOKEN)
  if (!fromFile.ok) {
    log({ event: 'settings-file-read', code: 'refused' })
    // A desk that practises may be meant to go live by this very file: its bookings would then go nowhere, unnoticed.
    if (before === null || before.provider === null) return fromFile
  }
  const { settings: wanted, file } = fromFile.ok
    ? fromFile.value
    : { settings: before ?? PRACTICE_HAS_NO_TOKEN, file: null }
  const isFree = home.read((view) => canSwitchTo(view, providerIdentity(wanted))).ok
  // Only what the file asks for can be refused here. All else of it holds, and the old provider's token can be entered.
  let settings = isFree
    ? wanted
    : { ...wanted, provider: home.read((view) => lockedProvider(view, wanted, before ?? PRACTICE_HAS_NO_TOKEN)) }
  home.write((tx) => writeSettings(tx, settings))
  if (file !== null) log({ event: 'settings-file-read', code: isFree ? 'read' : 'remote-kept' })
  const inForce = file === null || isFree ? file : { ...file, provider: {} }

  const inFile = takeToken(inForce, settings, tokens, path, log)
  const names = (file?.names ?? []).filter(
    (name) => name.startsWith('rooftop.') || (isFree && (name !== 'provider.token' || inFile !== 'no')),
  )
  /** That the file still names a provider which this desk may not go over to. */
  const describeKept = (): readonly Notice[] => {
    if (isFree || isSameProvider(providerIdentity(settings), providerIdentity(wanted))) return []
    const may = home.read((view) => canSwitchTo(view, providerIdentity(wanted)))
    const tokenInFile = file?.provider.token !== undefined
    return [{ code: 'remote-kept', path, tokenInFile, failure: may.ok ? null : may.failure }]
  }
  const refused: readonly Notice[] = fromFile.ok ? [] : [{ code: 'file-refused', failure: fromFile.failure }]

  function read(change: SettingsChange): Result<PlannedChange> {
    const asked = settingsOf(change)
    const whole = inForce === null ? { ok: true as const, value: asked } : overlayFile(asked, inForce)
    if (!whole.ok) return invalidInput(whole.issues)
    const { provider } = whole.value
    const token = provider === null || names.includes('provider.token') ? null : (change.provider?.token ?? null)
    const stays = isSameProvider(providerIdentity(whole.value), providerIdentity(settings))
    if (provider !== null && !stays && token === null && tokens.of(provider.address) === null) {
      return invalidInput([{ path: 'provider.token', message: 'Token is missing: this provider needs one.' }])
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
      vault: seal !== null,
      file: file === null ? null : path,
      setByFile: names,
    }),
    notices: () => [...refused, ...describeKept(), ...describeToken(settings, tokens, seal !== null, inFile, path)],
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

/** Whether the token of a settings file still stands in it: taken out, left for want of a vault, or stuck in it. */
type InFile = 'no' | 'left' | 'stuck'

/** Takes the token of a file for the provider that the file names, and for no other. */
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
  if (place === 'vault' && inFile === 'stuck') {
    return [{ code: 'token-in-file', path }]
  }
  if (place !== 'memory') return []
  return [{ code: 'token-in-memory', hasVault, path: inFile === 'left' ? path : null }]
}
