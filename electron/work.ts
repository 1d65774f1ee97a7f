import { done, failed, type Result } from '../shared/failure.ts'
import type { Settings } from '../shared/settings.ts'
import type { Distance } from './moves/distance.ts'
import { joinRemote, type Joined, type RemoteOptions } from './remote.ts'
import type { DeskSettings, Planned } from './settings/open.ts'
import { remoteOf, sameRemote } from './settings/settings.ts'
import type { Damage } from '../shared/recovery.ts'
import { Damaged, failedBy } from './store/damaged.ts'
import { openKept, type KeptStore } from './store/upkeep.ts'
import { errorCode } from './system.ts'

/*
 * Which remote the desk is at work with, one at a time:
 *
 *   at work --goTo--> left, nothing can be booked --kept and joined--> at work with the other
 *                       ^ every few seconds     |--a failure--------> at work as before
 *                       +------ the disk will not even let it go back
 */

export type Work = {
  /** Null while the desk goes from one remote to another: nothing can be booked then, and so nothing to the wrong one. */
  at(): Joined | null
  /**
   * Goes over to the remote that is planned and keeps it. On a failure the desk goes back to where it was, as soon as the
   * disk lets it.
   */
  goTo(planned: Planned): Promise<Result<null>>
  /** Settles what is under way and closes what `goTo` opened. The home store stays open. */
  close(): Promise<void>
}

/** Practice has a store of its own, so its bookings never reach a provider. */
const PRACTICE_STORE = 'practice-desk'

/** A disk that would not take the way back is tried again this often. */
const DISK_TICK = 5_000

/**
 * Joins the remote of the settings. `home` holds the bookings of providers; `opened` is called with each store that is
 * opened beside it, `joined` with each remote. Fails as `openStore` does, and when the practice service is damaged.
 */
export async function beginWork(
  options: RemoteOptions,
  home: KeptStore,
  settings: DeskSettings,
  miles: Distance,
  heard: {
    readonly opened: (store: KeptStore) => void
    readonly joined: (joined: Joined) => void
    /** The desk is at work again, with whichever remote. */
    readonly arrived: () => void
    /** A store turned out to be damaged, whenever that was. */
    readonly damaged: (damage: Damage) => void
  },
): Promise<Result<Work>> {
  const join = async (provider: Settings['provider']): Promise<Result<Joined>> => {
    const store = provider === null ? openKept(options, PRACTICE_STORE, heard.damaged) : done(home)
    if (!store.ok) {
      if (store.failure.damage !== undefined) heard.damaged(store.failure.damage)
      return store
    }
    try {
      if (store.value !== home) heard.opened(store.value)
      const joined = await joinRemote(options, store.value, provider, { ...settings, miles })
      heard.joined(joined)
      return done(joined)
    } catch (error) {
      if (store.value !== home) await store.value.end()
      if (!(error instanceof Damaged)) throw error
      heard.damaged(error.damage)
      return failedBy(error.damage)
    }
  }
  const leave = async (joined: Joined) => {
    await joined.close()
    if (joined.store !== home) await joined.store.end()
  }

  const first = await join(settings.now().provider)
  if (!first.ok) return first
  let at: Joined | null = first.value
  let going: Promise<unknown> = Promise.resolve()
  let closing = false
  let cancelTry = () => {}

  async function go(from: Joined, planned: Planned): Promise<Result<null>> {
    const before = settings.now()
    const token = before.provider === null ? null : settings.token(before.provider.address)
    const gone = await leave(from).then(() => keepAndJoin(planned), cannotJoin)
    if (!gone.ok) await goBack({ settings: before, token })
    return gone
  }
  /** Never to the remote alone: what is kept must name it, or the next start would go to the other. */
  async function goBack(planned: Planned): Promise<void> {
    const same = sameRemote(remoteOf(settings.now()), remoteOf(planned.settings))
    const back = await (same ? arrive(planned.settings.provider) : keepAndJoin(planned))
    if (back.ok || closing) return
    cancelTry = options.clock.after(DISK_TICK, () => void (going = goBack(planned)))
  }
  /** Never rejects: a throw on the way must not leave the desk with no remote for good. */
  async function keepAndJoin(planned: Planned): Promise<Result<null>> {
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
    return done(null)
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
      closing = true
      cancelTry()
      await going
      if (at !== null) await leave(at)
      at = null
    },
  })
}

export const BUSY = failed('busy', 'The settings are just being changed, so nothing was done. Try again in a moment.')
const CANNOT_JOIN =
  'The settings were not changed: a file of the desk is damaged, or the disk is full or cannot be written. ' +
  'Free some space, then try again; if that does not help, call support.'
