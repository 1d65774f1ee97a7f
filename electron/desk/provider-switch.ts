import { ok, fail, type Result } from '../../shared/result.ts'
import type { Settings } from '../../shared/desk/settings.ts'
import type { DistanceLookup } from '../bookings/distance.ts'
import { openProviderSession, type ProviderSession, type SessionOptions } from './provider-session.ts'
import type { DeskSettings, PlannedChange } from '../settings/desk-settings.ts'
import { canSwitchTo, providerIdentity, isSameProvider } from '../settings/stored-settings.ts'
import { otherVersionDetail } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { openMaintainedStore, type MaintainedStore } from '../store/maintenance/maintenance.ts'
import { errorCode } from '../platform/log-events.ts'

/*
 * The provider that the desk works with, one at a time:
 *
 *   session --switchTo--> none, nothing can be booked --settings saved, session opened--> session, new provider
 *                           ^ after DISK_RETRY_MS    |--a failure--> session, previous provider
 *                           +-- the disk refuses the return too
 */

export type ProviderSwitch = {
  /** Null while the desk switches providers, so that no booking can be made for the wrong provider. */
  current(): ProviderSession | null
  /**
   * Switches to the planned provider and saves the settings, and after a failure returns to the previous provider as
   * soon as the disk allows that. Another profile of practice fails with `open-bookings` while practice bookings are
   * open, and changes nothing.
   */
  switchTo(planned: PlannedChange): Promise<Result<null>>
  /** Settles a booking that is being sent, and closes the session and its store. The home store stays open. */
  close(): Promise<void>
}

/** Practice bookings have a store of their own, so they never reach a provider. */
const PRACTICE_DESK_STORE = 'practice-desk'

/** Pause before the next attempt to return to the previous provider, after the disk refused the return. */
const DISK_RETRY_MS = 5_000

/**
 * Opens a session with the provider of the settings; `home` holds the bookings for real providers, `opened` gets each
 * store that is opened beside `home`, and `joined` gets each session. Fails as `openStore` does, and with `damaged`
 * when the practice service's file is damaged.
 */
export async function createProviderSwitch(
  options: SessionOptions,
  home: MaintainedStore,
  settings: DeskSettings,
  miles: DistanceLookup,
  listener: {
    readonly opened: (store: Store) => void
    readonly joined: (joined: ProviderSession) => void
    /** Called when the desk has a session again, with either provider. */
    readonly arrived: () => void
  },
): Promise<Result<ProviderSwitch>> {
  const join = async (provider: Settings['provider']): Promise<Result<ProviderSession>> => {
    const opened = provider === null ? openMaintainedStore(options, PRACTICE_DESK_STORE) : ok(home)
    if (!opened.ok) return opened
    const kept = opened.value
    const end = async () => (kept === home ? undefined : kept.end())
    try {
      if (kept !== home) listener.opened(kept.store)
      const joined = await openProviderSession(options, kept, provider, { ...settings, miles })
      if (joined.ok) listener.joined(joined.value)
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
  /**
   * Returns to the previous provider and restores its settings, because the next start opens the provider of the saved
   * settings.
   */
  async function goBack(planned: PlannedChange): Promise<void> {
    const same = isSameProvider(providerIdentity(settings.now()), providerIdentity(planned.settings))
    const back = await (same ? arrive(planned.settings.provider) : keepAndJoin(planned))
    if (back.ok || closing) return
    cancelTry = options.clock.schedule(DISK_RETRY_MS, () => void (going = goBack(planned)))
  }
  /** Never rejects, because a throw here must not leave the desk without a session for good. */
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
    listener.arrived()
    return ok(null)
  }
  const cannotJoin = (error: unknown) => {
    options.log({ event: 'internal-error', place: 'open-session', code: errorCode(error) })
    return fail('not-saved', otherVersionDetail(error) ?? 'not-switched')
  }

  return ok({
    current: () => at,
    async switchTo(planned) {
      if (at === null) return SETTINGS_BUSY
      const from = at
      const wanted = providerIdentity(planned.settings)
      // Practice bookings are in a store of their own, which the check of the settings does not read.
      const staysInPractice = settings.now().provider === null && planned.settings.provider === null
      const free = staysInPractice ? from.store.read((view) => canSwitchTo(view, wanted)) : ok(null)
      if (!free.ok) return free
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
