import { ok, fail, type Result } from '../../shared/result.ts'
import type { Settings } from '../../shared/desk/settings.ts'
import type { DistanceLookup } from '../bookings/distance.ts'
import { openProviderSession, type ProviderSession, type SessionOptions } from './provider-session.ts'
import type { DeskSettings, PlannedChange } from '../settings/desk-settings.ts'
import { providerIdentity, isSameProvider } from '../settings/stored-settings.ts'
import { otherVersionDetail } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { openMaintainedStore, type MaintainedStore } from '../store/maintenance/maintenance.ts'
import { errorCode } from '../platform/clock.ts'

/*
 * Which remote the desk is at work with, one at a time:
 *
 *   at work --goTo--> left, nothing can be booked --kept and joined--> at work with the other
 *                       ^ every few seconds     |--a failure--------> at work as before
 *                       +------ the disk will not even let it go back
 */

export type ProviderSwitch = {
  /** Null while the desk goes from one remote to another: nothing can be booked then, and so nothing to the wrong one. */
  current(): ProviderSession | null
  /**
   * Goes over to the remote that is planned and keeps it. On a failure the desk goes back to where it was, as soon as the
   * disk lets it.
   */
  switchTo(planned: PlannedChange): Promise<Result<null>>
  /** Settles what is under way and closes what `goTo` opened. The home store stays open. */
  close(): Promise<void>
}

/** Practice has a store of its own, so its bookings never reach a provider. */
const PRACTICE_DESK_STORE = 'practice-desk'

/** A disk that would not take the way back is tried again this often. */
const DISK_RETRY_MS = 5_000

/**
 * Joins the remote of the settings. `home` holds the bookings of providers; `opened` is called with each store that is
 * opened beside it, `joined` with each remote. Fails as `openStore` does, and when the practice service is damaged.
 */
export async function createProviderSwitch(
  options: SessionOptions,
  home: MaintainedStore,
  settings: DeskSettings,
  miles: DistanceLookup,
  heard: {
    readonly opened: (store: Store) => void
    readonly joined: (joined: ProviderSession) => void
    /** The desk is at work again, with whichever remote. */
    readonly arrived: () => void
  },
): Promise<Result<ProviderSwitch>> {
  const join = async (provider: Settings['provider']): Promise<Result<ProviderSession>> => {
    const opened = provider === null ? openMaintainedStore(options, PRACTICE_DESK_STORE) : ok(home)
    if (!opened.ok) return opened
    const kept = opened.value
    const end = async () => (kept === home ? undefined : kept.end())
    try {
      if (kept !== home) heard.opened(kept.store)
      const joined = await openProviderSession(options, kept, provider, { ...settings, miles })
      if (joined.ok) heard.joined(joined.value)
      else await end()
      return joined
    } catch (error) {
      await end()
      throw error
    }
  }
  const leave = async (joined: ProviderSession) => {
    await joined.close()
    if (joined.kept !== home) await joined.kept.end()
  }

  const first = await join(settings.now().provider)
  if (!first.ok) return first
  let at: ProviderSession | null = first.value
  let going: Promise<unknown> = Promise.resolve()
  let closing = false
  let cancelTry = () => {}

  async function go(from: ProviderSession, planned: PlannedChange): Promise<Result<null>> {
    const before = settings.now()
    const token = before.provider === null ? null : settings.token(before.provider.address)
    const gone = await leave(from).then(() => keepAndJoin(planned), cannotJoin)
    if (!gone.ok) await goBack({ settings: before, token })
    return gone
  }
  /** Never to the remote alone: what is kept must name it, or the next start would go to the other. */
  async function goBack(planned: PlannedChange): Promise<void> {
    const same = isSameProvider(providerIdentity(settings.now()), providerIdentity(planned.settings))
    const back = await (same ? arrive(planned.settings.provider) : keepAndJoin(planned))
    if (back.ok || closing) return
    cancelTry = options.clock.schedule(DISK_RETRY_MS, () => void (going = goBack(planned)))
  }
  /** Never rejects: a throw on the way must not leave the desk with no remote for good. */
  async function keepAndJoin(planned: PlannedChange): Promise<Result<null>> {
    try {
      const kept = settings.keep(planned)
      return kept.ok ? await arrive(planned.settings.provider) : kept
    } catch (error) {
      return cannotJoin(error)
    }
  }
  async function arrive(provider: Settings['provider']): Promise<Result<null>> {
    const joined = await join(provider).catch(cannotJoin)
    if (!joined.ok) return joined
    at = joined.value
    heard.arrived()
    return ok(null)
  }
  const cannotJoin = (error: unknown) => {
    options.log({ event: 'internal-error', place: 'join', code: errorCode(error) })
    return fail('not-saved', otherVersionDetail(error) ?? 'not-switched')
  }

  return ok({
    current: () => at,
    async switchTo(planned) {
      if (at === null) return SETTINGS_BUSY
      const from = at
      at = null
      const gone = go(from, planned)
      going = gone.catch(() => {})
      return gone
    },
    async close() {
      closing = true
      cancelTry()
      await going
      if (at !== null) await leave(at)
      at = null
    },
  })
}

export const SETTINGS_BUSY = fail('busy', 'settings-busy')
