import { join } from 'node:path'
import type { Damage } from '../../shared/desk/damage.ts'
import { PROFILE_FACTS, type ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Random } from '../platform/random.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { startPractice, type PracticeService } from '../practice/service.ts'
import { failureFor, isUnreadableAtOpen } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { highestNumber } from '../store/tables/moves.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'

type PracticeSessionOptions = {
  readonly folder: string
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Log
  readonly reportDamage?: (damage: Damage) => void
}

/** How long an access token of the practice service is good; a desk that stays open signs in again. */
const TOKEN_SECONDS = 900

/** A practice driver of tomorrow's booking stays at the lot, so that this booking can be canceled or rescheduled. */
const DRIVER_LEAD_MINUTES = 120

export type OpenedPractice = PracticeService & {
  /** The secret of `clientId`, or the token of a profile without sign-in. */
  readonly secret: string
  /** Null for a profile that does not sign in. */
  readonly clientId: string | null
}

/**
 * Starts the practice service in a profile with its last connection state and a new token that is stored nowhere, on
 * its last port if possible, so that the web links of earlier moves still work. Fails with `damaged` when the service's
 * file cannot be read.
 */
export async function openPractice(
  store: Store,
  profile: ProviderProfile,
  options: PracticeSessionOptions,
): Promise<Result<OpenedPractice>> {
  try {
    return ok(await startPracticeOnLastPort(store, profile, options))
  } catch (error) {
    if (!isUnreadableAtOpen(error)) throw error
    const damage: Damage = { store: 'practice-service', kind: 'unreadable', copiedAt: null, journal: false }
    options.reportDamage?.(damage)
    return failureFor(damage)
  }
}

async function startPracticeOnLastPort(
  store: Store,
  profile: ProviderProfile,
  options: PracticeSessionOptions,
): Promise<OpenedPractice> {
  const { folder, clock, random, ids, log } = options
  const setting = (key: string) => store.read((view) => readSetting(view, key))
  const client =
    PROFILE_FACTS[profile].signsIn === 'client'
      ? { id: 'practice', secret: ids.next(), tokenSeconds: TOKEN_SECONDS }
      : null
  const start = (port: number) =>
    startPractice({
      file: join(folder, 'practice-service.db'),
      port,
      token: ids.next(),
      profile,
      ...(client === null ? {} : { client }),
      clock,
      random,
      log,
      connection: setting('practice-connection') === 'cut' ? 'cut' : 'up',
      leadMinutes: DRIVER_LEAD_MINUTES,
      numbersAfter: store.read(highestNumber),
    })
  const last = Number(setting('practice-port') ?? 0)
  const practice =
    last === 0
      ? await start(0)
      : await start(last).catch((error: unknown) => {
          if (isUnreadableAtOpen(error)) throw error
          log({ event: 'internal-error', place: 'practice-port', code: errorCode(error) })
          return start(0)
        })
  const { port } = new URL(practice.url)
  if (setting('practice-port') !== port) store.write((tx) => writeSetting(tx, 'practice-port', port))
  return { ...practice, secret: client?.secret ?? practice.token, clientId: client?.id ?? null }
}
