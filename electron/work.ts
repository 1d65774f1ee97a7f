import { done, failed, type Result } from '../shared/failure.ts'
import type { Settings } from '../shared/settings.ts'
import { joinRemote, type Joined, type RemoteOptions } from './remote.ts'
import type { DeskSettings, Planned } from './settings/open.ts'
import { openStore, type Store } from './store/store.ts'
import { errorCode } from './system.ts'

/*
 * Which remote the desk is at work with, one at a time:
 *
 *   at work --goTo--> left, nothing can be booked --kept and joined--> at work with the other
 *                                                 --a failure-------> at work as before
 */

export type Work = {
  /** Null while the desk goes from one remote to another: nothing can be booked then, and so nothing to the wrong one. */
  at(): Joined | null
  /** Goes over to the remote that is planned and keeps it. On a failure the desk stays where it was. */
  goTo(planned: Planned): Promise<Result<null>>
  /** Settles what is under way and closes what `goTo` opened. The home store stays open. */
  close(): Promise<void>
}

/** Practice has a store of its own, so its bookings never reach a provider. */
const PRACTICE_STORE = 'practice-desk'

/**
 * Joins the remote of the settings. `home` holds the bookings of providers; `opened` is called with each store that is opened beside
 * it, `joined` with each remote. Fails as `openStore` does.
 */
export async function beginWork(
  options: RemoteOptions,
  home: Store,
  settings: DeskSettings,
  heard: { readonly opened: (store: Store) => void; readonly joined: (joined: Joined) => void },
): Promise<Result<Work>> {
  const join = async (provider: Settings['provider']): Promise<Result<Joined>> => {
    const store = provider === null ? openStore(options.folder, PRACTICE_STORE) : done(home)
    if (!store.ok) return store
    try {
      if (store.value !== home) heard.opened(store.value)
      const joined = await joinRemote(options, store.value, provider, settings)
      heard.joined(joined)
      return done(joined)
    } catch (error) {
      if (store.value !== home) store.value.close()
      throw error
    }
  }
  const leave = async (joined: Joined) => {
    await joined.close()
    if (joined.store !== home) joined.store.close()
  }

  const first = await join(settings.now().provider)
  if (!first.ok) return first
  let at: Joined | null = first.value
  let going: Promise<unknown> = Promise.resolve()

  async function go(from: Joined, planned: Planned): Promise<Result<null>> {
    const before = settings.now()
    await leave(from)
    const kept = settings.keep(planned)
    const joined = kept.ok ? await join(planned.settings.provider).catch(cannotJoin) : kept
    if (joined.ok) {
      at = joined.value
      return done(null)
    }
    if (kept.ok) settings.keep({ settings: before, token: null })
    const back = await join(before.provider)
    if (back.ok) at = back.value
    return joined
  }
  const cannotJoin = (error: unknown) => {
    options.log({ event: 'fault', place: 'join', code: errorCode(error) })
    return failed('not-saved', CANNOT_JOIN)
  }

  return done({
    at: () => at,
    async goTo(planned) {
      if (at === null) return BUSY
      const from = at
      at = null
      const gone = go(from, planned)
      going = gone.catch(() => {})
      return gone
    },
    async close() {
      await going
      if (at !== null) await leave(at)
      at = null
    },
  })
}

export const BUSY = failed('busy', 'The settings are just being changed, so nothing was done. Try again in a moment.')
const CANNOT_JOIN = 'The settings were not changed: a file of the desk is damaged or cannot be written. Call support.'
