import type { FetchExternalMoveResult, ExternalMoveMatches } from '../../shared/move/external-move.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ok, type Result } from '../../shared/result.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import { reminderOf } from '../../shared/outbox/reminder.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import type { Notice, ProviderContact, Settings } from '../../shared/desk/settings.ts'
import type { PracticeConnection } from '../../shared/desk/practice.ts'
import { fetchExternalMove, searchExternalMoves, type ExternalMoveDeps } from './external-moves.ts'
import type { DistanceLookup } from '../bookings/distance.ts'
import { readAheadInSteps } from '../bookings/read-ahead.ts'
import { createBookingService, type BookingService } from '../bookings/service.ts'
import { createProviderClient } from '../provider/client.ts'
import type { Timeouts } from '../provider/http/connection.ts'
import type { TrustedRoots } from '../provider/http/trusted-roots.ts'
import type { ResolveProxy } from '../provider/http/proxy.ts'
import { createCorrectedClock, type CorrectedClock } from '../clock/corrected-clock.ts'
import { readDuplicateGuarantee } from '../settings/duplicate-guarantee-file.ts'
import { canSwitchTo, practiceProfileFor, providerIdentity } from '../settings/stored-settings.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'
import { inDoubtBookings } from '../store/queries/in-doubt.ts'
import { markInterruptedInDoubt } from '../store/tables/outbox.ts'
import { lastBookedReader } from '../store/queries/outbox.ts'
import { countInbox } from '../store/queries/inbox.ts'
import { shownNumber } from '../store/queries/shown-number.ts'
import type { Store } from '../store/store.ts'
import type { MaintainedStore, MaintenanceOptions } from '../store/maintenance/maintenance.ts'
import { isGuaranteeRevoked } from '../store/tables/guarantee-revocation.ts'
import { startSync } from '../sync/sync.ts'
import { isAllowedUrl } from './allowed-url.ts'
import { NO_BOARD, type Board } from '../board/open-board.ts'
import { POLL_INTERVALS, PRACTICE_POLL_INTERVALS } from '../sync/polling-schedule.ts'
import type { Ids } from '../platform/ids.ts'
import type { Random } from '../platform/random.ts'
import type { ReadTimeSync } from '../platform/time-sync.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'

/*
 * A session of the desk with one provider or with the practice service: the store of its bookings, the booking service
 * and the send queue.
 */

/** `folder` is the machine-local data folder. */
export type SessionOptions = MaintenanceOptions & {
  readonly random: Random
  readonly ids: Ids
  /** The board of the rooftop, for a session with a real provider; none where left out. */
  readonly board?: Pick<Board, 'rights' | 'onFreed'>
  /** Whether the operating system vouches for its clock; unknown where left out. */
  readonly readTimeSync?: ReadTimeSync
  /** How a URL is reached from this network; direct where left out. */
  readonly route?: ResolveProxy
  readonly deadlines?: Timeouts
  /** The trusted certificates, with those of a file (`createTrustedRoots`); the runtime's own where left out. */
  readonly roots?: (caFile: string | null) => TrustedRoots
}

export type ProviderSession = {
  readonly kept: MaintainedStore
  readonly store: Store
  readonly moves: BookingService
  /** Number of entries that this session found in `sending` and put in doubt. */
  readonly interrupted: number
  status(): Omit<DeskStatus, 'board' | 'connectionHistory' | 'rooftop' | 'version' | 'monotonicAt'>
  /** Snoozes the reminder of bookings in doubt. */
  snoozeReminder(): void
  /**
   * Calls `listener` after each change of the connection, of the corrected clock or of the number of unreadable moves.
   * Returns the function that removes the listener.
   */
  onConnection(listener: () => void): () => void
  /** Cuts or restores the practice connection; null when the session is with a real provider. */
  readonly setPracticeConnection: ((connection: PracticeConnection) => Promise<void>) | null
  /** True for a page on the provider's own hosts or on a host of `linkHosts`. */
  isAllowedUrl(url: string): boolean
  /**
   * Fetches a move that this desk did not book, and stores a copy for people to read. Fails with `not-found` or
   * `unreachable`.
   */
  fetchExternalMove(number: number): Promise<Result<FetchExternalMoveResult>>
  searchExternalMoves(text: string): ExternalMoveMatches
  /** The number of a move that the provider at this address showed to this desk; null if there is none. */
  shownNumber(address: string): number | null
  /** Checks the provider, because the network may have changed or a person asked (`Sync.checkConnection`). */
  checkConnection(): void
  /** Checks the provider after the machine slept (`Sync.onSystemResume`). */
  onSystemResume(): void
  /** Clears a halt after a person changed the token or the client id, and checks the provider. */
  reset(): void
  /** Settles a booking that is being sent and ends every other request. The store stays open. */
  close(): Promise<void>
}

/** The setting with the time at which a person last snoozed the reminder. */
const SNOOZED_AT = 'reminder-put-off'

/** Values that a session reads at each use, because they change while the app runs. */
export type SessionContext = {
  readonly now: () => Settings
  readonly rooftop: () => Rooftop
  readonly token: (address: string) => string | null
  readonly miles: DistanceLookup
}

/**
 * Starts a session on a store with the provider of the settings. Fails with `damaged` when the practice service's own
 * file is damaged.
 */
export async function openProviderSession(
  options: SessionOptions,
  kept: MaintainedStore,
  provider: Settings['provider'],
  current: SessionContext,
): Promise<Result<ProviderSession>> {
  const { random, ids, log, roots } = options
  const { store } = kept
  const clock = createCorrectedClock(options.clock, log, options.readTimeSync)
  const interrupted = store.write((tx) => markInterruptedInDoubt(tx, NO_FIELDS, clock.now()))
  const profile = provider?.profile ?? store.read((view) => practiceProfileFor(view, current.now()))
  // A desk with a real provider does not load the practice service.
  const opened =
    provider === null ? await (await import('./open-practice.ts')).openPractice(store, profile, options) : ok(null)
  if (!opened.ok) return opened
  const practice = opened.value
  const remote = providerIdentity({ provider, rooftop: null, practice: { profile } })
  const facts = PROFILE_FACTS[profile]
  const base = new URL(practice?.url ?? remote.address)
  const client = createProviderClient({
    base,
    secret: () => (practice === null ? current.token(remote.address) : practice.secret),
    clientId: facts.signsIn === 'client' ? () => practice?.clientId ?? current.now().provider?.clientId ?? '' : null,
    clock,
    onClockOffset: clock.follow,
    ...(options.route === undefined ? {} : { route: options.route }),
    ...(options.deadlines === undefined ? {} : { deadlines: options.deadlines }),
    ...(roots === undefined ? {} : { roots: () => roots(current.now().provider?.caFile ?? null).context }),
  })
  const requestTarget = () => ({
    profile,
    rooftop: current.now().provider?.rooftopNumber ?? null,
  })
  const defaultPayer = () => (facts.takesPayer ? (current.now().provider?.payerNumber ?? null) : null)
  const noticeMinutes = () => current.rooftop().noticeMinutes
  const guarantee =
    provider !== null && facts.checksDuplicates ? readDuplicateGuarantee(options.folder, remote, log) : null
  let guaranteedAt =
    guarantee !== null && !store.read((view) => isGuaranteeRevoked(view, guarantee.at)) ? guarantee.at : null
  if (guarantee !== null) log({ event: 'duplicate-guarantee', code: guaranteedAt === null ? 'revoked' : 'counts' })
  const revokeDuplicateGuarantee = () => {
    if (guaranteedAt !== null) log({ event: 'duplicate-guarantee', code: 'revoked' })
    guaranteedAt = null
    // Without a record in force, every test that ran before this violation is disproved.
    return guarantee?.at ?? clock.now()
  }
  const pollIntervals = practice === null ? POLL_INTERVALS : PRACTICE_POLL_INTERVALS
  // Practice has a store of its own, whose bookings no other desk sees.
  const board = practice === null ? (options.board ?? NO_BOARD) : NO_BOARD
  const sync = startSync({
    store,
    rights: board.rights,
    intact: kept.intact,
    provider: client,
    remote,
    requestTarget,
    noticeMinutes,
    rejectsDuplicates: () => guaranteedAt !== null,
    revokeDuplicateGuarantee,
    clock,
    clockTrust: clock,
    random,
    ids,
    log,
    pollIntervals,
  })
  const stopFreeing = board.onFreed(sync.wake)
  const moves = createBookingService({
    store,
    remote,
    rooftop: current.rooftop,
    defaultPayer,
    miles: current.miles,
    clock,
    ids,
    log,
    wake: sync.wake,
    msSinceLastSend: sync.msSinceLastSend,
    boardIsLive: () => board.rights.standing().live,
  })
  const stopReading = readAheadInSteps(moves, { clock, log })
  const caFileNotices = (): readonly Notice[] => {
    const path = provider === null ? null : (current.now().provider?.caFile ?? null)
    const problem = path === null ? null : roots?.(path).problem
    return path === null || problem === null || problem === undefined
      ? []
      : [{ code: 'ca-file-unusable', path, problem }]
  }
  const practiceNotices = (): readonly Notice[] => {
    const chosen = providerIdentity(current.now())
    if (practice === null || chosen.profile === profile) return []
    const free = store.read((view) => canSwitchTo(view, chosen))
    return [{ code: 'practice-kept', profile, failure: free.ok ? null : free.failure }]
  }
  const lastBooked = lastBookedReader(remote)
  let left = false
  const externalMoveDeps: ExternalMoveDeps = {
    provider: client,
    remoteAddress: remote.address,
    store: () => (left ? null : store),
    clock,
    log,
  }

  return ok({
    kept,
    store,
    moves,
    interrupted,
    status: () => ({
      connection: sync.connection(),
      unreadableMoves: sync.unreadableMoves(),
      ...store.read((view) => ({
        ...countInbox(view, remote, { now: clock.now(), noticeMinutes: noticeMinutes() }),
        reminder: reminderOf(inDoubtBookings(view), readSetting(view, SNOOZED_AT), clock.now()),
      })),
      supportsDestination: facts.supportsDestination,
      takesPayer: facts.takesPayer,
      takesConcierge: facts.takesConcierge,
      defaultPayer: defaultPayer(),
      lastSentAt: store.read(lastBooked),
      providerContact: contactOf(current.now()),
      practice:
        practice === null
          ? null
          : {
              connection: practice.connection(),
              profile,
              chosen: current.now().practice !== undefined,
              movesUrl: `${practice.url}/portal/moves`,
            },
      notices: [...caFileNotices(), ...practiceNotices(), ...clockNotices(clock)],
      now: clock.now(),
    }),
    snoozeReminder: () => store.write((tx) => writeSetting(tx, SNOOZED_AT, clock.now())),
    onConnection(listener) {
      const undo = [sync.onConnection(listener), clock.onChange(listener)]
      return () => undo.forEach((end) => end())
    },
    setPracticeConnection:
      practice === null
        ? null
        : async (connection) => {
            // The loss of one answer ends with this run of the service.
            const kept = connection === 'lossy' ? 'up' : connection
            store.write((tx) => writeSetting(tx, 'practice-connection', kept))
            await practice.setConnection(connection)
            log({ event: 'practice-connection', connection })
            sync.checkConnection()
          },
    isAllowedUrl(url) {
      const { pageHosts } = facts
      return isAllowedUrl(
        url,
        base,
        provider === null ? [] : [...pageHosts, ...(current.now().provider?.linkHosts ?? [])],
      )
    },
    async fetchExternalMove(number) {
      const fetched = await fetchExternalMove(externalMoveDeps, number)
      // A move that was shown proves that this is the provider, which the health check could not tell alone.
      if (!left && fetched.ok && fetched.value.old === null && sync.connection().kind === 'down') sync.checkConnection()
      return fetched
    },
    shownNumber: (address) => store.read((view) => shownNumber(view, address)),
    searchExternalMoves: (text) => searchExternalMoves(externalMoveDeps, text),
    checkConnection: sync.checkConnection,
    onSystemResume: sync.onSystemResume,
    reset: sync.reset,
    async close() {
      left = true
      stopReading()
      stopFreeing()
      await sync.close()
      await practice?.close()
    },
  })
}

function contactOf({ provider }: Settings): ProviderContact {
  return { name: provider?.name ?? null, phone: provider?.phone ?? null }
}

function clockNotices(clock: CorrectedClock): readonly Notice[] {
  const aheadMs = clock.skewMs()
  if (aheadMs !== 0) return [{ code: 'clock-wrong', aheadMs }]
  const disputeMs = clock.disputeMs()
  return disputeMs === 0 ? [] : [{ code: 'clock-disputed', aheadMs: disputeMs }]
}
