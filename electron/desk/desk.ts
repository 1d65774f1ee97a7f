import type { FetchExternalMoveResult, ExternalMoveMatches } from '../../shared/move/external-move.ts'
import type { StoredDraft } from '../../shared/booking/stored-draft.ts'
import { ownCause } from '../../shared/desk/connection.ts'
import type { DeskFacts } from '../../shared/desk/about.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Changes } from '../../shared/desk/changes.ts'
import type { ConnectionTest } from '../../shared/desk/connection.ts'
import { ok, fail, type Result } from '../../shared/result.ts'
import type { PracticeConnection } from '../../shared/desk/practice.ts'
import { missingLinkHost, type Notice, type SettingsChange, type SettingsView } from '../../shared/desk/settings.ts'
import { milesBetween, type ZipReader } from '../bookings/distance.ts'
import { loadVinDecoder, type VinReader } from '../bookings/vin.ts'
import type { BookingService } from '../bookings/service.ts'
import type { ProviderSession } from './provider-session.ts'
import { createEmitter } from '../platform/emitter.ts'
import { openBoard, type DeskBoard } from '../board/open-board.ts'
import { openSettings, type DeskSettings } from '../settings/desk-settings.ts'
import { providerIdentity, isSameProvider } from '../settings/stored-settings.ts'
import { clearDraft, readDraft, writeDraft } from '../store/tables/draft.ts'
import { isDiskError, otherVersionDetail } from '../store/errors.ts'
import { countStates, schemaNumber } from '../store/queries/desk-facts.ts'
import { withLinked } from '../store/queries/reschedules.ts'
import type { Store } from '../store/store.ts'
import { openMaintainedStore, type MaintainedStore } from '../store/maintenance/maintenance.ts'
import { migrateStore } from '../store/maintenance/migration.ts'
import { restrictFolder } from '../platform/file-rights.ts'
import { errorCode } from '../platform/log-events.ts'
import { townOfZip } from '../platform/zip-codes.ts'
import { TZDATA_VERSION } from '../platform/clock.ts'
import type { DeskOptions } from './desk-options.ts'
import { notOpened } from './not-opened.ts'
import { boardActs, type BoardActs } from './board-acts.ts'
import { saveOr } from './save-or.ts'
import { startNoticesOf } from './start-notices.ts'
import { testConnection } from './test-connection.ts'
import { createTrustedRoots } from '../provider/http/trusted-roots.ts'
import { DESK_STORE } from './desk-store.ts'
import { createConnectionHistory } from './connection-history.ts'
import { currentMoves } from './current-moves.ts'
import { createPendingChanges } from './pending-changes.ts'
import { createProviderSwitch, SETTINGS_BUSY, type ProviderSwitch } from './provider-switch.ts'

/*
 * The product without its window, in plain Node: the settings, and a session with the provider that they name. The
 * caller passes the clock, random numbers, ids, the log and the secret store.
 */

export type { DeskOptions }

export type Desk = BookingService &
  BoardActs &
  VinReader &
  ZipReader & {
    status(): DeskStatus
    /** Snoozes the reminder of bookings in doubt until it is next due. Fails with `not-saved` or `busy`. */
    snoozeReminder(): Result<DeskStatus>
    /** The board that a person joins and leaves. */
    readonly membership: Pick<DeskBoard, 'view' | 'join' | 'leave'>
    readDraft(): Result<StoredDraft | null>
    saveDraft(form: Readonly<Record<string, string>>): Result<null>
    clearDraft(): Result<null>
    readSettings(): Result<SettingsView>
    /** Ends the notice about a change by the settings file. Fails with `not-saved`. */
    markFileChangeSeen(): Result<null>
    /** Tests the provider of these settings and stores nothing. Fails with `invalid` or `not-possible`. */
    testConnection(change: SettingsChange): Promise<Result<ConnectionTest>>
    /**
     * Changes the settings at once. Fails with `invalid`, `open-bookings`, `not-saved`, `not-allowed`, `damaged` or
     * `busy`; the previous settings then stay, or come back as soon as the disk allows (`ProviderSwitch.switchTo`).
     */
    changeSettings(change: SettingsChange): Promise<Result<SettingsView>>
    /**
     * Cuts, restores or disturbs the practice connection. Fails with `not-saved` or `busy`, and with `not-practice`
     * when the desk works with a real provider.
     */
    setPracticeConnection(connection: PracticeConnection): Promise<Result<DeskStatus>>
    /**
     * Fetches a move that this desk did not book, and stores a copy for people to read. Fails with `not-found`,
     * `unreachable` or `busy`.
     */
    fetchExternalMove(number: number): Promise<Result<FetchExternalMoveResult>>
    /** Returns the first stored external moves that hold every word of `text`. Fails with `busy`. */
    searchExternalMoves(text: string): Result<ExternalMoveMatches>
    /** True for a page on the provider's own hosts or on a host of `linkHosts`. */
    isAllowedUrl(url: string): boolean
    /** The host that `linkHosts` would have to name to allow a refused URL; null where no setting allows the URL. */
    missingLinkHost(url: string): string | null
    /** Reads what support asks for. Fails with `busy`. */
    readFacts(): Result<DeskFacts>
    /**
     * Calls `listener` with the status at each change and each `tick`, and with the ids of the bookings that commits
     * changed, if any, together and after the answer of the call that made the commits. Returns the function that
     * removes the listener.
     */
    onStatus(listener: (status: DeskStatus, changes: Changes) => void): () => void
    /** Calls `listener` at once at each commit of which `onStatus` tells later. Returns what removes the listener. */
    onCommit(listener: () => void): () => void
    /** Emits the status again, because its values and texts also change with time. An error goes to the log. */
    tick(): void
    /** Checks the provider, because the network may have changed or a person asked (`Sync.checkConnection`). */
    checkConnection(): void
    /** Checks the provider after the machine slept (`Sync.onSystemResume`). */
    onSystemResume(): void
    /** Settles a booking that is being sent, ends every other request, then closes the stores. */
    close(): Promise<void>
  }

/**
 * Opens the desk; fails with `invalid` (unusable settings file and no provider set before), `not-allowed` (another
 * desk works in the folder), `not-saved` (network share, another account's folder, a store of another version, or the
 * disk refuses), `busy` (`stop` ended a migration) or `damaged`, and loses no saved booking. `reportDamage` gets damage
 * whenever damage is found: nothing more is sent then, and the caller must close the desk.
 */
export async function openDesk(given: DeskOptions): Promise<Result<Desk>> {
  const options = { roots: createTrustedRoots(), ...given }
  const { folder, log } = options
  if (options.share !== undefined && options.share !== null)
    return fail('not-saved', 'network-drive', { folder, kind: options.share })
  let home: Result<MaintainedStore> | null = null
  try {
    const rights = restrictFolder(folder)
    if (rights?.kind === 'foreign') return fail('not-saved', 'foreign-folder', { folder })
    const { crashed, stopped } = await migrateStore(options, DESK_STORE)
    if (stopped) return fail('busy', 'opening')
    home = openMaintainedStore(options, DESK_STORE, crashed)
    if (!home.ok) return home
    const settings = openSettings(options, home.value.store)
    const desk = settings.ok
      ? await joinDesk(options, home.value, settings.value, startNoticesOf(options, rights))
      : settings
    if (!desk.ok) await home.value.end()
    return desk
  } catch (error) {
    if (home?.ok === true) await home.value.end()
    log({ event: 'internal-error', place: 'open', code: errorCode(error) })
    const otherVersion = otherVersionDetail(error)
    return otherVersion === null ? notOpened(folder, errorCode(error)) : fail('not-saved', otherVersion)
  }
}

async function joinDesk(
  options: DeskOptions,
  home: MaintainedStore,
  settings: DeskSettings,
  startNotices: readonly Notice[],
): Promise<Result<Desk>> {
  const { clock, log, version } = options
  const history = createConnectionHistory()
  const began = clock.monotonic()
  const statusChanged = createEmitter<[status: DeskStatus, changes: Changes]>()
  const committed = createEmitter<[]>()
  const pending = createPendingChanges(() => emitOrLog('listener'))
  const listen = (store: Store) => {
    store.onFault((error) => log({ event: 'internal-error', place: 'listener', code: errorCode(error) }))
    store.onChange((bookingIds, hasNews) => {
      // The store is written before the first session exists, when entries of the last run are put in doubt.
      if (work === null) return
      pending.add({ bookingIds: store.read((view) => withLinked(view, bookingIds)), hasNews })
      committed.emit()
    })
  }
  listen(home.store)
  let work: ProviderSwitch | null = null
  const board = await openBoard(options, home, settings.invitation())
  board.onStatus(() => emitOrLog('listener'))
  const begun = await createProviderSwitch({ ...options, board }, home, settings, milesBetween, {
    opened: listen,
    joined: (joined) => joined.onConnection(() => emitStatus()),
    arrived: () => emitStatus(),
  })
  if (!begun.ok) return begun
  const atWork = (work = begun.value)

  const withSession = <T>(act: (joined: ProviderSession) => Result<T>): Result<T> => {
    const at = atWork.current()
    return at === null ? SETTINGS_BUSY : act(at)
  }
  /** While the desk switches providers, the status shows the last values of the session before. */
  let last: ReturnType<ProviderSession['status']> | null = null
  function status(): DeskStatus {
    last = atWork.current()?.status() ?? last
    if (last === null) throw new Error('the desk was never at work')
    const notices = [...startNotices, ...settings.notices(), ...board.notices(), ...last.notices]
    // Practice has a store of its own, whose bookings no other desk sees.
    const shared = { board: last.practice === null ? board.status() : null, rooftop: settings.rooftop() }
    const added = { connectionHistory: history.noted(last), ...shared, notices, version }
    return { ...last, ...added, monotonicAt: clock.monotonic() }
  }
  function emitStatus(): void {
    if (work === null) return
    const now = status()
    board.noteCannotSend(now.practice === null ? ownCause(now.connection) : null)
    statusChanged.emit(now, pending.take())
  }
  function emitOrLog(place: 'listener' | 'status-timer'): void {
    try {
      emitStatus()
    } catch (error) {
      log({ event: 'internal-error', place, code: errorCode(error) })
    }
  }
  const interrupted = atWork.current()?.interrupted ?? 0
  log({ event: 'desk-opened', ms: Math.round(clock.monotonic() - began), interrupted, zones: TZDATA_VERSION })

  const moves = currentMoves(atWork)
  return ok({
    ...moves,
    ...boardActs(board, moves),
    status,
    snoozeReminder: () =>
      withSession(({ snoozeReminder }) => {
        const kept = saveOr(snoozeReminder, 'reminder-not-saved')
        if (!kept.ok) return kept
        emitStatus()
        return ok(status())
      }),
    membership: board,
    readDraft: () => withSession(({ store }) => ok(store.read(readDraft))),
    saveDraft: (form) =>
      withSession(({ store }) =>
        saveOr(() => store.write((tx) => writeDraft(tx, form, clock.now())), 'draft-not-saved'),
      ),
    clearDraft: () => withSession(({ store }) => saveOr(() => store.write(clearDraft), 'draft-not-saved')),
    distanceTo: (zip) => milesBetween(settings.rooftop().address.zip, zip),
    lookUpZip: townOfZip,
    decodeVin: async (vin) => (await loadVinDecoder())(vin, Number(clock.now().slice(0, 4))),
    readSettings: () => ok(settings.view()),
    markFileChangeSeen: settings.markFileChangeSeen,
    async testConnection(change) {
      const read = settings.read(change)
      if (!read.ok) return read
      const { provider } = read.value.settings
      if (provider === null) return fail('not-possible', 'practice-untestable')
      const token = read.value.token ?? settings.token(provider.address)
      const shown = () => atWork.current()?.shownNumber(provider.address) ?? null
      return ok(await testConnection(options, provider, token, shown))
    },
    async changeSettings(change) {
      const at = atWork.current()
      if (at === null) return SETTINGS_BUSY
      const planned = settings.plan(change)
      if (!planned.ok) return planned
      const { settings: next, token } = planned.value
      const before = settings.now()
      const stays = isSameProvider(providerIdentity(next), providerIdentity(before))
      const changed = stays ? settings.keep(planned.value) : await atWork.switchTo(planned.value)
      const signsInAnew = token !== null || next.provider?.clientId !== before.provider?.clientId
      if (stays && changed.ok && signsInAnew) at.reset()
      emitStatus()
      return changed.ok ? ok(settings.view()) : changed
    },
    async setPracticeConnection(connection) {
      const at = atWork.current()
      if (at === null) return SETTINGS_BUSY
      if (at.setPracticeConnection === null) return fail('not-practice', 'not-practice')
      try {
        await at.setPracticeConnection(connection)
      } catch (error) {
        if (!isDiskError(error)) throw error
        return fail('not-saved', 'practice-connection-not-switched')
      }
      emitStatus()
      return ok(status())
    },
    fetchExternalMove: async (number) => atWork.current()?.fetchExternalMove(number) ?? SETTINGS_BUSY,
    searchExternalMoves: (text) => withSession(({ searchExternalMoves }) => ok(searchExternalMoves(text))),
    isAllowedUrl: (url) => atWork.current()?.isAllowedUrl(url) ?? false,
    missingLinkHost: (url) => (settings.now().provider === null ? null : missingLinkHost(url)),
    readFacts: () =>
      withSession(({ store }) =>
        ok({
          profile: settings.now().provider?.profile ?? 'practice',
          ...store.read((view) => ({ schema: schemaNumber(view), states: countStates(view) })),
        }),
      ),
    onStatus: statusChanged.on,
    onCommit: committed.on,
    tick: () => emitOrLog('status-timer'),
    checkConnection: () => atWork.current()?.checkConnection(),
    onSystemResume: () => atWork.current()?.onSystemResume(),
    async close() {
      pending.end()
      board.end()
      await atWork.close()
      await home.end()
      log({ event: 'desk-closed' })
    },
  })
}
