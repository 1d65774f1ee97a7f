import { join } from 'node:path'
import type { AskedAnswer, FoundAsked } from '../shared/asked-move.ts'
import type { DeskStatus } from '../shared/bridge.ts'
import type { Result } from '../shared/failure.ts'
import { PROFILE_FACTS } from '../shared/profile.ts'
import { reminderOf } from '../shared/reminder.ts'
import type { Rooftop } from '../shared/rooftop.ts'
import type { Notice, Settings } from '../shared/settings.ts'
import { askMove, findKept, type AskParts } from './ask-move.ts'
import type { Distance } from './moves/distance.ts'
import { makeMoveService, type MoveService } from './moves/service.ts'
import { startPractice, type PracticeService } from './practice/service.ts'
import { makeProvider } from './provider/client.ts'
import type { Deadlines } from './provider/connection.ts'
import type { AskRoute } from './provider/proxy.ts'
import { deskClock, sayAhead, type DeskClock } from './provider/skew.ts'
import { readContract } from './settings/contract.ts'
import { remoteOf } from './settings/settings.ts'
import { Damaged } from './store/damaged.ts'
import { isUnreadable } from './store/database.ts'
import { readSetting, writeSetting } from './store/desk.ts'
import { readDoubts } from './store/doubts.ts'
import { doubtInterrupted } from './store/outbox.ts'
import { lastBookedAt } from './store/outbox-counts.ts'
import { highestNumber } from './store/moves.ts'
import { countQueue } from './store/queue.ts'
import type { Store } from './store/store.ts'
import type { KeptStore, UpkeepOptions } from './store/upkeep.ts'
import { isWithdrawn } from './store/withdrawn.ts'
import { startSync } from './sync/loop.ts'
import { PACES, PRACTICE_PACES } from './sync/pace.ts'
import { errorCode, type Ids, type Random } from './system.ts'

/*
 * A desk at work with one remote: the store of its bookings, the move service, the line in which they leave, and the
 * practice service where that is the remote.
 */

/** `folder` is the machine-local profile folder. */
export type RemoteOptions = UpkeepOptions & {
  readonly random: Random
  readonly ids: Ids
  /** How a URL is reached from this network; straight where it is left out. */
  readonly route?: AskRoute
  readonly deadlines?: Deadlines
}

export type Joined = {
  readonly store: KeptStore
  readonly moves: MoveService
  /** Entries that were on their way when the app last ended. */
  readonly interrupted: number
  status(): Omit<DeskStatus, 'rooftop' | 'version' | 'asOf'>
  /** Puts the reminder of what may be booked off. */
  remindLater(): void
  /** Calls back after each change of the link, or of what is known of this PC's clock. */
  onLink(heard: () => void): void
  /** Cuts or restores the practice service's link; null when the remote is a provider. */
  readonly setPracticeLink: ((link: 'up' | 'cut') => Promise<void>) | null
  /** True for an address on the host that this remote serves its pages from. */
  mayOpen(url: string): boolean
  /** Asks the provider for a move that this desk does not have, and keeps it to read. `not-found`, `unreached`. */
  askMove(number: number): Promise<Result<AskedAnswer>>
  findAsked(text: string): FoundAsked
  /** The link may be back. */
  lookNow(): void
  /** The machine slept. */
  resumed(): void
  /** A new token is there: begins as after a start. */
  startOver(): void
  /** Settles a booking that is being sent and gives up all else. The store stays open. */
  close(): Promise<void>
}

/** When a person last put the reminder of what may be booked off. */
const PUT_OFF = 'reminder-put-off'

const INTERRUPTED =
  'Lanekeeper ended while this was being sent. It may be booked: do not book it again. ' +
  'Ask the provider by phone, with the reference below.'

/** What a desk at work asks for each time, because it changes while the app runs. */
export type Surroundings = {
  readonly now: () => Settings
  readonly rooftop: () => Rooftop
  readonly token: (address: string) => string | null
  readonly miles: Distance
}

/** Begins to work on `store` for the remote of the settings. */
export async function joinRemote(
  options: RemoteOptions,
  store: KeptStore,
  provider: Settings['provider'],
  current: Surroundings,
): Promise<Joined> {
  const { random, ids, log } = options
  const clock = deskClock(options.clock, log)
  const interrupted = store.write((tx) => doubtInterrupted(tx, INTERRUPTED, clock.now()))
  const practice = provider === null ? await openPractice(store, options).catch(damagedService) : null
  const remote = remoteOf({ provider, rooftop: null })
  const base = new URL(practice?.url ?? remote.address)
  const client = makeProvider({
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
  const addressee = () => ({
    profile: provider?.profile ?? 'baseline',
    rooftop: current.now().provider?.rooftopNumber ?? null,
  })
  const noticeMinutes = () => current.rooftop().noticeMinutes
  const contract =
    provider !== null && PROFILE_FACTS[provider.profile].checksDuplicates
      ? readContract(options.folder, remote, log)
      : null
  let promise = contract !== null && !store.read((view) => isWithdrawn(view, contract.at)) ? contract.at : null
  const wentBackOn = () => {
    if (promise !== null) log({ event: 'contract', code: 'withdrawn' })
    promise = null
    return contract?.at ?? ''
  }
  const paces = practice === null ? PACES : PRACTICE_PACES
  const sync = startSync({
    store,
    sound: store.sound,
    provider: client,
    remote,
    addressee,
    noticeMinutes,
    refusesRepeats: () => promise !== null,
    wentBackOn,
    clock,
    suspicion: clock,
    random,
    log,
    paces,
  })
  const moves = makeMoveService({
    store,
    remote,
    rooftop: current.rooftop,
    miles: current.miles,
    clock,
    ids,
    log,
    wake: sync.wake,
    quietFor: sync.quietFor,
  })
  let left = false
  const asking: AskParts = {
    provider: client,
    remoteAddress: remote.address,
    store: () => (left ? null : store),
    clock,
    log,
  }

  return {
    store,
    moves,
    interrupted,
    status: () => ({
      link: sync.link(),
      setAside: sync.setAside(),
      ...store.read((view) => ({
        ...countQueue(view, remote, { now: clock.now(), noticeMinutes: noticeMinutes() }),
        reminder: reminderOf(readDoubts(view), readSetting(view, PUT_OFF), clock.now()),
      })),
      takesDestination: PROFILE_FACTS[addressee().profile].takesDestination,
      lastSentAt: store.read((view) => lastBookedAt(view, remote)),
      practice: practice === null ? null : { link: practice.link() },
      notices: clockNotices(clock),
      now: clock.now(),
    }),
    remindLater: () => store.write((tx) => writeSetting(tx, PUT_OFF, clock.now())),
    onLink(heard) {
      sync.onLink(heard)
      clock.onChange(heard)
    },
    setPracticeLink:
      practice === null
        ? null
        : async (link) => {
            store.write((tx) => writeSetting(tx, 'practice-link', link))
            await (link === 'cut' ? practice.cut() : practice.restore())
            log({ event: 'practice-link', link })
            sync.lookNow()
          },
    mayOpen(url) {
      const { pageHosts } = PROFILE_FACTS[provider?.profile ?? 'baseline']
      return mayOpen(url, base, provider === null ? [] : [...pageHosts, ...(current.now().provider?.linkHosts ?? [])])
    },
    askMove: (number) => askMove(asking, number),
    findAsked: (text) => findKept(asking, text),
    lookNow: sync.lookNow,
    resumed: sync.resumed,
    startOver: sync.startOver,
    async close() {
      left = true
      await sync.close()
      await practice?.close()
    },
  }
}

function clockNotices(clock: DeskClock): readonly Notice[] {
  const words = sayAhead(clock.ahead())
  return words === null ? [] : [{ code: 'clock-wrong', words }]
}

/**
 * Starts the practice service with the link as it was left, and with a token made anew, which is kept nowhere. It
 * listens where it did last time, if it can, so that the links of earlier moves still lead to it.
 */
async function openPractice(store: Store, options: RemoteOptions): Promise<PracticeService> {
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
      link: setting('practice-link') === 'cut' ? 'cut' : 'up',
      numbersAfter: store.read(highestNumber),
    })
  const last = Number(setting('practice-port') ?? 0)
  const practice =
    last === 0
      ? await start(0)
      : await start(last).catch((error: unknown) => {
          if (isUnreadable(error)) throw error
          log({ event: 'fault', place: 'practice-port', code: errorCode(error) })
          return start(0)
        })
  const { port } = new URL(practice.url)
  if (setting('practice-port') !== port) store.write((tx) => writeSetting(tx, 'practice-port', port))
  return practice
}

function damagedService(error: unknown): never {
  if (!isUnreadable(error)) throw error
  throw new Damaged({ store: 'practice-service', kind: 'unreadable', copiedAt: null, journal: false })
}

/** Pages are opened on the provider's own hosts and on those of the settings only: a link comes from outside and could lead anywhere. */
function mayOpen(text: string, base: URL, pageHosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return (
    (url.protocol === base.protocol && url.host === base.host) ||
    (url.protocol === 'https:' && pageHosts.includes(url.host))
  )
}
