import type { AskedAnswer, FoundAsked } from '../shared/asked-move.ts'
import type { DeskStatus, Trial, KeptDraft } from '../shared/bridge.ts'
import { done, failed, type Result } from '../shared/failure.ts'
import type { Damage } from '../shared/recovery.ts'
import type { SettingsChange, SettingsView } from '../shared/settings.ts'
import type { ZipTown } from '../shared/customer.ts'
import { loadDistance, loadTowns, type Distance } from './moves/distance.ts'
import type { MoveService } from './moves/service.ts'
import type { Joined, RemoteOptions } from './remote.ts'
import { openSettings, type DeskSettings } from './settings/open.ts'
import { remoteOf, sameRemote } from './settings/settings.ts'
import type { Seal } from './settings/token.ts'
import { failedBy } from './store/damaged.ts'
import { clearKeptDraft, readKeptDraft, writeKeptDraft } from './store/desk.ts'
import { isDiskFault } from './store/database.ts'
import type { Store } from './store/store.ts'
import { openKept, type KeptStore } from './store/upkeep.ts'
import { errorCode, zoneRules } from './system.ts'
import { tryProvider } from './trial.ts'
import { beginWork, BUSY, type Work } from './work.ts'

/*
 * The product without its window, in plain Node: the settings, and the remote that they name. Whoever opens a desk hands
 * it the clock, chance, ids, the log and the vault.
 */

export type DeskOptions = RemoteOptions & {
  readonly version: string
  /** The operating system's vault; null where there is none. */
  readonly seal: Seal | null
  /** A settings file that was named and must be there; null for `desk.json` in the folder, which may be. */
  readonly config: string | null
  /** What kind of network share the folder is on; null or left out for a disk of this machine. */
  readonly share?: string | null
}

export type Desk = MoveService & {
  status(): DeskStatus
  /** Puts the reminder of what may be booked off until its next rung. `not-saved`. */
  remindLater(): Result<DeskStatus>
  readDraft(): Result<KeptDraft | null>
  keepDraft(form: Readonly<Record<string, string>>): Result<null>
  clearDraft(): Result<null>
  /** Straight miles from the service lot to a ZIP; null where that is not known. */
  milesTo(zip: string): Promise<number | null>
  /** The city and state of a ZIP; null where that is not known. */
  placeOfZip(zip: string): Promise<ZipTown | null>
  readSettings(): Result<SettingsView>
  /** Tries the provider of such settings; nothing is kept. `invalid`, `not-possible`. */
  tryProvider(change: SettingsChange): Promise<Result<Trial>>
  /** Changes the settings at once. `invalid`, `open-bookings`, `not-saved`, `not-allowed`, `busy`: nothing is changed. */
  changeSettings(change: SettingsChange): Promise<Result<SettingsView>>
  /** Cuts or restores the practice service's link. `not-practice` when the desk works with a provider. */
  setPracticeLink(link: 'up' | 'cut'): Promise<Result<DeskStatus>>
  /** Asks the provider for a move that this desk does not have, and keeps it to read. `not-found`, `unreached`, `busy`. */
  askMove(number: number): Promise<Result<AskedAnswer>>
  /** Those that are kept and hold every word. `busy`. */
  findAsked(text: string): Result<FoundAsked>
  /** True for an address on the hosts that this desk's provider serves its pages from. */
  mayOpen(url: string): boolean
  onMovesChanged(heard: (bookingIds: readonly string[]) => void): void
  onStatus(heard: (status: DeskStatus) => void): void
  /** Calls back when a store turns out to be damaged: nothing more is sent, and the desk is to be closed. */
  onDamage(heard: (damage: Damage) => void): void
  /** Time went by: says the status anew. */
  tick(): void
  /** The network may be back. */
  lookNow(): void
  /** The machine woke up. */
  resumed(): void
  /** Settles what is under way, then closes the store. */
  close(): Promise<void>
}

/** Reading the ZIP data holds the main process up for a moment: not while the window opens. */
const LOAD_DISTANCE_AFTER = 3_000

/** The store of the settings and of the bookings for providers. */
const HOME = 'desk'

/**
 * Opens the desk. Fails with words when a settings file cannot be used and no provider was set before (`invalid`), when
 * another desk works on the same profile (`not-allowed`), when its folder is on a network share, a newer version wrote its
 * store, or the disk refuses (`not-saved`), and when a store is damaged (`damaged`). Whatever it answers, what was saved is
 * left as it was.
 */
export async function openDesk(options: DeskOptions): Promise<Result<Desk>> {
  const { folder, log } = options
  if (options.share !== undefined && options.share !== null) return failed('not-saved', sayShare(folder, options.share))
  const alarm: Alarm = { damage: null, heard: [] }
  const damaged = (damage: Damage) => {
    alarm.damage ??= damage
    for (const heard of alarm.heard) heard(damage)
  }
  let home: Result<KeptStore> | null = null
  try {
    home = openKept(options, HOME, damaged)
    if (!home.ok) return home
    const settings = openSettings(options, home.value)
    const desk = settings.ok ? await joinDesk(options, home.value, settings.value, damaged, alarm) : settings
    if (!desk.ok) await home.value.end()
    return desk
  } catch (error) {
    if (home?.ok === true) await home.value.end()
    if (alarm.damage !== null) return failedBy(alarm.damage)
    log({ event: 'fault', place: 'open', code: errorCode(error) })
    return failed('not-saved', sayUnopened(folder, errorCode(error)))
  }
}

/** The first damage that was found, and who wants to know of it. */
type Alarm = { damage: Damage | null; readonly heard: ((damage: Damage) => void)[] }

function sayUnopened(folder: string, code: string): string {
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return 'Lanekeeper cannot start: the disk is full. Your bookings were not touched. Free some space, then start Lanekeeper again.'
  }
  return (
    `The bookings on this PC cannot be opened (${code}): a file in ${folder} cannot be read or written. ` +
    'Nothing was changed. Call support before anything there is moved or deleted.'
  )
}

function sayShare(folder: string, kind: string): string {
  return (
    `Lanekeeper cannot keep bookings in ${folder}: it is on a network share (${kind}), where a saved booking may be lost and ` +
    'two desks may send the same one. Nothing was changed. Ask IT for a folder on a disk of this PC.'
  )
}

async function joinDesk(
  options: DeskOptions,
  home: KeptStore,
  settings: DeskSettings,
  damaged: (damage: Damage) => void,
  alarm: Alarm,
): Promise<Result<Desk>> {
  const { clock, log } = options
  const began = clock.monotonic()
  const movesHeard: ((bookingIds: readonly string[]) => void)[] = []
  const statusHeard: ((status: DeskStatus) => void)[] = []
  const listen = (store: Store) => {
    store.onFault((error) => log({ event: 'fault', place: 'listener', code: errorCode(error) }))
    store.onChange((bookingIds) => {
      for (const heard of movesHeard) heard(bookingIds)
      tellStatus()
    })
  }
  listen(home)
  let work: Work | null = null
  // Until it is loaded no distance is known, and the estimate does without: the window comes first.
  let distance: Distance = () => null
  let loading: Promise<void> | null = null
  const load = () => (loading ??= loadDistance().then((loaded) => void (distance = loaded)))
  const cancelLoading = clock.after(LOAD_DISTANCE_AFTER, () => void load())
  const miles: Distance = (from, to) => distance(from, to)
  const begun = await beginWork(options, home, settings, miles, {
    opened: listen,
    joined: (joined) => joined.onLink(tellStatus),
    arrived: tellStatus,
    damaged,
  })
  if (!begun.ok) return begun
  const atWork = (work = begun.value)

  const here = <T>(act: (joined: Joined) => Result<T>): Result<T> => {
    const at = atWork.at()
    return at === null ? BUSY : act(at)
  }
  /** Between two remotes the desk shows the last that it knew. */
  let last: ReturnType<Joined['status']> | null = null
  function status(): DeskStatus {
    last = atWork.at()?.status() ?? last
    if (last === null) throw new Error('the desk was never at work')
    const notices = [...settings.notices(), ...last.notices]
    return { ...last, rooftop: settings.rooftop(), notices, version: options.version, asOf: clock.monotonic() }
  }
  function tellStatus(): void {
    // The store is written to before anybody is at work, to say what the last start left behind.
    if (work === null) return
    const now = status()
    for (const heard of statusHeard) heard(now)
  }
  const interrupted = atWork.at()?.interrupted ?? 0
  log({ event: 'desk-opened', ms: Math.round(clock.monotonic() - began), interrupted, zones: zoneRules })

  return done({
    bookMove: (booking) => here(({ moves }) => moves.bookMove(booking)),
    bookKnowingly: (knowingly) => here(({ moves }) => moves.bookKnowingly(knowingly)),
    findAlike: (booking, except) => here(({ moves }) => moves.findAlike(booking, except)),
    knownCustomer: (phone) => here(({ moves }) => moves.knownCustomer(phone)),
    getBooking: (bookingId) => here(({ moves }) => moves.getBooking(bookingId)),
    rawBooking: (bookingId) => here(({ moves }) => moves.rawBooking(bookingId)),
    readHistory: (bookingId) => here(({ moves }) => moves.readHistory(bookingId)),
    findMoves: (lookup) => here(({ moves }) => moves.findMoves(lookup)),
    readDay: (date) => here(({ moves }) => moves.readDay(date)),
    readQueue: () => here(({ moves }) => moves.readQueue()),
    changeBooking: (bookingId, booking) => here(({ moves }) => moves.changeBooking(bookingId, booking)),
    withdrawBooking: (bookingId) => here(({ moves }) => moves.withdrawBooking(bookingId)),
    settleBooking: (bookingId, way) => here(({ moves }) => moves.settleBooking(bookingId, way)),
    askCancel: (moveIds, who) => here(({ moves }) => moves.askCancel(moveIds, who)),
    askChange: (moveId, change, who) => here(({ moves }) => moves.askChange(moveId, change, who)),
    withdrawWish: (wishId) => here(({ moves }) => moves.withdrawWish(wishId)),
    status,
    remindLater: () =>
      here(({ remindLater }) => {
        const kept = keep(remindLater, 'The reminder was not put off')
        if (!kept.ok) return kept
        tellStatus()
        return done(status())
      }),
    readDraft: () => here(({ store }) => done(store.read(readKeptDraft))),
    keepDraft: (form) =>
      here(({ store }) => keep(() => store.write((tx) => writeKeptDraft(tx, form, clock.now())), NOT_KEPT)),
    clearDraft: () => here(({ store }) => keep(() => store.write(clearKeptDraft), NOT_KEPT)),
    async milesTo(zip) {
      await load()
      return miles(settings.rooftop().address.zip, zip)
    },
    placeOfZip: async (zip) => (await loadTowns())(zip),
    readSettings: () => done(settings.view()),
    async tryProvider(change) {
      const read = settings.read(change)
      if (!read.ok) return read
      const { provider } = read.value.settings
      if (provider === null) return failed('not-possible', 'Practice has no provider whose link could be tried.')
      return done(await tryProvider(options, provider, read.value.token ?? settings.token(provider.address)))
    },
    async changeSettings(change) {
      const at = atWork.at()
      if (at === null) return BUSY
      const planned = settings.plan(change)
      if (!planned.ok) return planned
      const { settings: next, token } = planned.value
      const before = settings.now()
      const stays = sameRemote(remoteOf(next), remoteOf(before))
      const changed = stays ? settings.keep(planned.value) : await atWork.goTo(planned.value)
      const signsInAnew = token !== null || next.provider?.clientId !== before.provider?.clientId
      if (stays && changed.ok && signsInAnew) at.startOver()
      tellStatus()
      return changed.ok ? done(settings.view()) : changed
    },
    async setPracticeLink(link) {
      const at = atWork.at()
      if (at === null) return BUSY
      if (at.setPracticeLink === null)
        return failed('not-practice', 'This desk works with a real provider; its link has no switch.')
      try {
        await at.setPracticeLink(link)
      } catch (error) {
        if (!isDiskFault(error)) throw error
        return failed(
          'not-saved',
          'The link was not switched: the disk is full or cannot be written. Free some space first.',
        )
      }
      tellStatus()
      return done(status())
    },
    askMove: async (number) => atWork.at()?.askMove(number) ?? BUSY,
    findAsked: (text) => here(({ findAsked }) => done(findAsked(text))),
    mayOpen: (url) => atWork.at()?.mayOpen(url) ?? false,
    onMovesChanged: (heard) => void movesHeard.push(heard),
    onStatus: (heard) => void statusHeard.push(heard),
    onDamage(heard) {
      alarm.heard.push(heard)
      // It may have been found while the desk was still opening.
      if (alarm.damage !== null) heard(alarm.damage)
    },
    tick() {
      try {
        tellStatus()
      } catch (error) {
        log({ event: 'fault', place: 'tick', code: errorCode(error) })
      }
    },
    lookNow: () => atWork.at()?.lookNow(),
    resumed: () => atWork.at()?.resumed(),
    async close() {
      cancelLoading()
      await atWork.close()
      await home.end()
      log({ event: 'desk-closed' })
    },
  })
}

const NOT_KEPT = 'What you typed could not be kept'

function keep(write: () => void, otherwise: string): Result<null> {
  try {
    write()
    return done(null)
  } catch (error) {
    if (isDiskFault(error)) return failed('not-saved', `${otherwise}: the disk is full or cannot be written.`)
    throw error
  }
}
