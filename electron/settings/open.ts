import { join } from 'node:path'
import { done, failed, type Result } from '../../shared/failure.ts'
import { PRACTICE_ROOFTOP, type Rooftop } from '../../shared/rooftop.ts'
import type { Notice, Settings, SettingsChange, SettingsView } from '../../shared/settings.ts'
import { refusal } from '../../shared/issues.ts'
import { isDiskFault } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import type { Log } from '../system.ts'
import { readDeskFile, refusedFor, removeToken, type DeskFile } from './desk-file.ts'
import {
  boundTo,
  layOver,
  mayWorkWith,
  readSettings,
  remoteOf,
  sameRemote,
  settingsOf,
  writeSettings,
} from './settings.ts'
import { openTokens, type Seal, type Tokens } from './token.ts'

/*
 * The settings of a desk at work. At the start: what was kept, with the settings file laid over it, its token into the
 * vault. Later: what the settings screen asks for, with the same file laid over it.
 */

export type SettingsOptions = {
  readonly folder: string
  /** A settings file that must be there; null for `desk.json` in the folder, which may be. */
  readonly config: string | null
  readonly seal: Seal | null
  readonly log: Log
}

export type DeskSettings = {
  now(): Settings
  rooftop(): Rooftop
  token(address: string): string | null
  view(): SettingsView
  notices(): readonly Notice[]
  /** What a change asks for, with the settings file laid over it. `invalid`; whether it may be is not asked. */
  read(change: SettingsChange): Result<Planned>
  /** What a change would make of the settings. `invalid`, `open-bookings`; nothing is written. */
  plan(change: SettingsChange): Result<Planned>
  /** Writes what was planned. `open-bookings`, `not-saved`; then nothing was written. */
  keep(planned: Planned): Result<null>
}

/** What the settings are to become; `token` is null where the one that is there stays. */
export type Planned = { readonly settings: Settings; readonly token: string | null }

const PRACTISES: Settings = { provider: null, rooftop: null }

/**
 * Reads the settings at the start. Fails with `invalid` and words that name each wrong key when the settings file cannot
 * be used and no provider was set before; otherwise what was set before holds, and a notice says so.
 */
export function openSettings({ folder, config, seal, log }: SettingsOptions, home: Store): Result<DeskSettings> {
  const path = config ?? join(folder, 'desk.json')
  const before = home.read(readSettings)
  const tokens = openTokens(folder, seal)

  const fromFile = readFile(path, config !== null, before ?? PRACTISES)
  if (!fromFile.ok) {
    log({ event: 'settings-file', code: 'refused' })
    // A desk that practises may be meant to go live by this very file: its bookings would then go nowhere, unnoticed.
    if (before === null || before.provider === null) return fromFile
  }
  const { settings: wanted, file } = fromFile.ok ? fromFile.value : { settings: before ?? PRACTISES, file: null }
  const isFree = home.read((view) => mayWorkWith(view, remoteOf(wanted))).ok
  // Only what the file asks for can be refused here. All else of it holds, and the old provider's token can be entered.
  let settings = isFree
    ? wanted
    : { ...wanted, provider: home.read((view) => boundTo(view, wanted, before ?? PRACTISES)) }
  home.write((tx) => writeSettings(tx, settings))
  if (file !== null) log({ event: 'settings-file', code: isFree ? 'read' : 'remote-kept' })
  const inForce = file === null || isFree ? file : { ...file, provider: {} }

  const inFile = takeToken(inForce, settings, tokens, path, log)
  const names = (file?.names ?? []).filter(
    (name) => name.startsWith('rooftop.') || (isFree && (name !== 'provider.token' || inFile !== 'no')),
  )
  /** That the file still names a provider which this desk may not go over to. */
  const sayKept = (): readonly Notice[] => {
    if (isFree || sameRemote(remoteOf(settings), remoteOf(wanted))) return []
    const may = home.read((view) => mayWorkWith(view, remoteOf(wanted)))
    const then = may.ok ? 'Nothing is open any more: start Lanekeeper again to go over to it.' : may.failure.message
    const token = file?.provider.token === undefined ? '' : ' Until then its token stays in the file.'
    return [{ code: 'remote-kept', words: `${path} names another provider. ${then}${token}` }]
  }
  const refused: readonly Notice[] = fromFile.ok
    ? []
    : [{ code: 'file-refused', words: `${fromFile.failure.message} Until then this desk works as before.` }]

  function read(change: SettingsChange): Result<Planned> {
    const asked = settingsOf(change)
    const whole = inForce === null ? { ok: true as const, value: asked } : layOver(asked, inForce)
    if (!whole.ok) return refusal(whole.issues)
    const { provider } = whole.value
    const token = provider === null || names.includes('provider.token') ? null : (change.provider?.token ?? null)
    const stays = sameRemote(remoteOf(whole.value), remoteOf(settings))
    if (provider !== null && !stays && token === null && tokens.of(provider.address) === null) {
      return refusal([{ path: 'provider.token', message: 'Token is missing: this provider needs one.' }])
    }
    return done({ settings: whole.value, token })
  }

  return done({
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
    notices: () => [...refused, ...sayKept(), ...sayToken(settings, tokens, seal !== null, inFile, path)],
    read,
    plan(change) {
      const planned = read(change)
      if (!planned.ok) return planned
      const free = home.read((view) => mayWorkWith(view, remoteOf(planned.value.settings)))
      return free.ok ? planned : free
    },
    keep({ settings: next, token }) {
      try {
        const kept = home.write((tx) => {
          const free = mayWorkWith(tx, remoteOf(next))
          if (free.ok) writeSettings(tx, next)
          return free
        })
        if (!kept.ok) return kept
      } catch (error) {
        if (isDiskFault(error)) return failed('not-saved', NOT_KEPT)
        throw error
      }
      settings = next
      if (next.provider !== null && token !== null) {
        const place = tokens.keep(next.provider.address, token)
        log({ event: 'token-kept', place, file: 'no' })
      }
      log({ event: 'settings-changed' })
      return done(null)
    },
  })
}

/** Whether the token of a settings file still stands in it: taken out, left for want of a vault, or stuck in it. */
type InFile = 'no' | 'left' | 'stuck'

/** Takes the token of a file for the provider that the file names, and for no other. */
function takeToken(
  file: DeskFile | null,
  { provider }: Settings,
  tokens: Tokens,
  path: string,
  log: SettingsOptions['log'],
): InFile {
  const token = file?.provider.token
  if (provider === null || token === undefined || file?.provider.address !== provider.address) return 'no'
  const place = tokens.keep(provider.address, token)
  const inFile = place === 'memory' ? 'left' : removeToken(path, token) ? 'no' : 'stuck'
  log({ event: 'token-kept', place, file: inFile })
  return inFile
}

const NOT_KEPT = 'The settings were not saved: the disk is full or cannot be written. Free some space, then save again.'

type ReadFile = { readonly file: DeskFile | null; readonly settings: Settings }

function readFile(path: string, isDemanded: boolean, before: Settings): Result<ReadFile> {
  const read = readDeskFile(path, isDemanded)
  if (!read.ok) return read
  const file = read.value
  if (file === null) return done({ file, settings: before })
  const whole = layOver(before, file)
  if (whole.ok) return done({ file, settings: whole.value })
  return refusedFor(path, whole.issues)
}

function sayToken(
  { provider }: Settings,
  tokens: Tokens,
  hasVault: boolean,
  inFile: InFile,
  path: string,
): readonly Notice[] {
  if (provider === null) return []
  const place = tokens.placeOf(provider.address)
  if (place === 'vault' && inFile === 'stuck') {
    const words = `The token is in the vault of this PC, but it could not be taken out of ${path}: the file cannot be written. Ask IT to take it out.`
    return [{ code: 'token-in-file', words }]
  }
  if (place !== 'memory') return []
  const why = hasVault
    ? 'The vault of this PC did not take the token'
    : 'This PC has no vault that is open: no keyring is running, or it is locked'
  const then = inFile === 'left' ? `and stays in ${path}` : 'and must be entered again after the next start'
  return [{ code: 'token-in-memory', words: `${why}. The token is kept in memory ${then}.` }]
}
