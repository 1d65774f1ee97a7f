import { join } from 'node:path'
import type { FetchExternalMoveResult, ExternalMoveMatches } from '../../shared/move/external-move.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ok, type Result } from '../../shared/result.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import { reminderOf } from '../../shared/outbox/reminder.ts'
import type { Damage } from '../../shared/desk/damage.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import type { Notice, Settings } from '../../shared/desk/settings.ts'
import { fetchExternalMove, searchExternalMoves, type ExternalMoveDeps } from './external-moves.ts'
import type { DistanceLookup } from '../bookings/distance.ts'
import { createBookingService, type BookingService } from '../bookings/service.ts'
import { startPractice, type PracticeService } from '../practice/service.ts'
import { createProviderClient } from '../provider/client.ts'
import type { Timeouts } from '../provider/http/connection.ts'
import type { ResolveProxy } from '../provider/http/proxy.ts'
import { createCorrectedClock, type CorrectedClock } from '../clock/corrected-clock.ts'
import { readDuplicateGuarantee } from '../settings/duplicate-guarantee-file.ts'
import { providerIdentity } from '../settings/stored-settings.ts'
import { failedBy, isUnreadableAtOpen } from '../store/errors.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'
import { inDoubtBookings } from '../store/queries/in-doubt.ts'
import { markInterruptedInDoubt } from '../store/tables/outbox.ts'
import { lastBookedAt } from '../store/queries/outbox.ts'
import { highestNumber } from '../store/tables/moves.ts'
import { countInbox } from '../store/queries/inbox.ts'
import type { Store } from '../store/store.ts'
import type { MaintainedStore, MaintenanceOptions } from '../store/maintenance/maintenance.ts'
import { isGuaranteeRevoked } from '../store/tables/guarantee-revocation.ts'
import { startSync } from '../sync/sync.ts'
import { POLL_INTERVALS, PRACTICE_POLL_INTERVALS } from '../sync/polling-schedule.ts'
import { errorCode, type Ids, type Random } from '../platform/clock.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'

/*
 * The desk's work with one provider: the store of its bookings, the booking service, the send queue, and the practice
 * service if that is the provider.
 */

/** `folder` is the data folder on this machine. */
export type SessionOptions = MaintenanceOptions & {
  readonly random: Random
  readonly ids: Ids
  /** How this network reaches a URL. The default is a direct connection. */
  readonly route?: ResolveProxy
  readonly deadlines?: Timeouts
}

export type ProviderSession = {
  readonly kept: MaintainedStore
  readonly store: Store
  readonly moves: BookingService
  /** Entries that were `sending` when the app last ended. */
  readonly interrupted: number
  status(): Omit<DeskStatus, 'rooftop' | 'version' | 'monotonicAt'>
  /** Snoozes the reminder of in-doubt bookings. */
  snoozeReminder(): void
  /** Calls `listener` after each change of the connection or of the clock status of this PC. */
  onConnection(listener: () => void): () => void
  /** Cuts or restores the connection to the practice service; null for a provider. */
  readonly setPracticeConnection: ((link: 'up' | 'cut') => Promise<void>) | null
  /** True for an address on a host that serves pages of this provider. */
  mayOpen(url: string): boolean
  /** Fetches a move that this desk did not book, and stores it for reading. Fails with `not-found` or `unreachable`. */
  fetchExternalMove(number: number): Promise<Result<FetchExternalMoveResult>>
  findAsked(text: string): ExternalMoveMatches
  /** The connection may be back. */
  checkConnection(): void
  /** The machine slept. */
  onSystemResume(): void
  /** Starts over with a new token. */
  reset(): void
  /** Settles the booking in progress and aborts all other requests. The store stays open. */
  close(): Promise<void>
}

/** The setting with the time at which a person last snoozed the reminder. */
const SNOOZED_AT = 'reminder-put-off'

/** Values that a session reads each time, because they change while the app runs. */
export type SessionContext = {
  readonly now: () => Settings
  readonly rooftop: () => Rooftop
  readonly token: (address: string) => string | null
  readonly miles: DistanceLookup
}

/**
 * Opens a session on a store for the provider of the settings. Fails with `damaged` if the practice service's file is
 * damaged.
 */
export async function openProviderSession(
  options: SessionOptions,
  kept: MaintainedStore,
  provider: Settings['provider'],
  current: SessionContext,
): Promise<Result<ProviderSession>> {
  const { random, ids, log } = options
  const { store } = kept
  const clock = createCorrectedClock(options.clock, log)
  const interrupted = store.write((tx) => markInterruptedInDoubt(tx, NO_FIELDS, clock.now()))
  const opened = provider === null ? await openPractice(store, options) : ok(null)
  if (!opened.ok) return opened
  const practice = opened.value
  const remote = providerIdentity({ provider, rooftop: null })
  const base = new URL(practice?.url ?? remote.address)
  const client = createProviderClient({
    base,
    secret: () => (practice === null ? current.token(remote.address) : practice.token),
    clientId:
      provider !== null && PROFILE_FACTS[provider.profile].signsIn === 'client'
        ? () => current.now().provider?.clientId ?? ''
        : null,
    clock,
    heard: clock.follow,
    ...(options.route === undefined ? {} : { route: options.route }),
    ...(options.deadlines === undefined ? {} : { deadlines: options.deadlines }),
  })
  const requestTarget = () => ({
    profile: provider?.profile ?? 'baseline',
    rooftop: current.now().provider?.rooftopNumber ?? null,
  })
  const noticeMinutes = () => current.rooftop().noticeMinutes
  const contract =
    provider !== null && PROFILE_FACTS[provider.profile].checksDuplicates
      ? readDuplicateGuarantee(options.folder, remote, log)
      : null
  let promise = contract !== null && !store.read((view) => isGuaranteeRevoked(view, contract.at)) ? contract.at : null
  const revokeDuplicateGuarantee = () => {
    if (promise !== null) log({ event: 'duplicate-guarantee', code: 'withdrawn' })
    promise = null
    return contract?.at ?? ''
  }
  const pollIntervals = practice === null ? POLL_INTERVALS : PRACTICE_POLL_INTERVALS
  const sync = startSync({
    store,
    sound: kept.sound,
    provider: client,
    remote,
    requestTarget,
    noticeMinutes,
    rejectsDuplicates: () => promise !== null,
    revokeDuplicateGuarantee,
    clock,
    clockTrust: clock,
    random,
    log,
    pollIntervals,
  })
  const moves = createBookingService({
    store,
    remote,
    rooftop: current.rooftop,
    miles: current.miles,
    clock,
    ids,
    log,
    wake: sync.wake,
    msSinceLastSend: sync.msSinceLastSend,
  })
  let left = false
  const asking: ExternalMoveDeps = {
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
      supportsDestination: PROFILE_FACTS[requestTarget().profile].supportsDestination,
      lastSentAt: store.read((view) => lastBookedAt(view, remote)),
      practice: practice === null ? null : { connection: practice.link() },
      notices: clockNotices(clock),
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
        : async (link) => {
            store.write((tx) => writeSetting(tx, 'practice-connection', link))
            await (link === 'cut' ? practice.cut() : practice.restore())
            log({ event: 'practice-connection', link })
            sync.checkConnection()
          },
    mayOpen(url) {
      const { pageHosts } = PROFILE_FACTS[provider?.profile ?? 'baseline']
      return isAllowedUrl(
        url,
        base,
        provider === null ? [] : [...pageHosts, ...(current.now().provider?.linkHosts ?? [])],
      )
    },
    fetchExternalMove: (number) => fetchExternalMove(asking, number),
    findAsked: (text) => searchExternalMoves(asking, text),
    checkConnection: sync.checkConnection,
    onSystemResume: sync.onSystemResume,
    reset: sync.reset,
    async close() {
      left = true
      await sync.close()
      await practice?.close()
    },
  })
}

function clockNotices(clock: CorrectedClock): readonly Notice[] {
  const aheadMs = clock.skewMs()
  return aheadMs === 0 ? [] : [{ code: 'clock-wrong', aheadMs }]
}

/**
 * Starts the practice service with its last connection state and a new token that is stored nowhere. The service
 * listens on its last port if possible, so that links of earlier moves still work; fails with `damaged` if its file
 * cannot be read.
 */
async function openPractice(store: Store, options: SessionOptions): Promise<Result<PracticeService>> {
  try {
    return ok(await startKeptPractice(store, options))
  } catch (error) {
    if (!isUnreadableAtOpen(error)) throw error
    const damage: Damage = { store: 'practice-service', kind: 'unreadable', copiedAt: null, journal: false }
    options.reportDamage?.(damage)
    return failedBy(damage)
  }
}

async function startKeptPractice(store: Store, options: SessionOptions): Promise<PracticeService> {
  const { folder, clock, random, ids, log } = options
  const setting = (key: string) => store.read((view) => readSetting(view, key))
  const start = (port: number) =>
    startPractice({
      file: join(folder, 'practice-service.db'),
      port,
      token: ids.next(),
      clock,
      random,
      log,
      link: setting('practice-connection') === 'cut' ? 'cut' : 'up',
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
  return practice
}

/**
 * Pages open only on the provider's own hosts and the hosts of the settings, because a link comes from outside and
 * could lead anywhere.
 */
function isAllowedUrl(text: string, base: URL, pageHosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return (
    (url.protocol === base.protocol && url.host === base.host) ||
    (url.protocol === 'https:' && pageHosts.includes(url.host))
  )
}
