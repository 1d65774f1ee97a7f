import { join } from 'node:path'
import type { DeskStatus, KeptDraft } from '../shared/bridge.ts'
import { done, failed, type Result } from '../shared/failure.ts'
import { PRACTICE_ROOFTOP } from '../shared/rooftop.ts'
import { makeMoveService, type MoveService } from './moves/service.ts'
import { startPractice, type PracticeService } from './practice/service.ts'
import { makeProvider, providerUrl } from './provider/client.ts'
import type { Deadlines } from './provider/connection.ts'
import { clearKeptDraft, readKeptDraft, readSetting, writeKeptDraft, writeSetting } from './store/desk.ts'
import { isDiskFault } from './store/database.ts'
import { countEntries, doubtInterrupted, lastBookedAt, type Remote } from './store/outbox.ts'
import { openStore, type Store } from './store/store.ts'
import { startSync } from './sync/loop.ts'
import { errorCode, type Clock, type Ids, type Log, type Random } from './system.ts'

/*
 * The product without its window: store, move service, sync and provider, joined. Plain Node; whoever opens a desk hands
 * it the clock, chance, ids and the log.
 */

/** Which provider this desk works with. Practice has a store of its own, so its bookings never reach a provider. */
export type RemoteChoice =
  | { readonly kind: 'practice'; readonly stepSeconds?: number }
  | { readonly kind: 'provider'; readonly address: string; readonly profile: string; readonly token: string }

export type DeskOptions = {
  /** The machine-local profile folder. */
  readonly folder: string
  readonly remote: RemoteChoice
  readonly version: string
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Log
  readonly deadlines?: Deadlines
}

export type Desk = MoveService & {
  status(): DeskStatus
  readDraft(): Result<KeptDraft | null>
  keepDraft(form: Readonly<Record<string, string>>): Result<null>
  clearDraft(): Result<null>
  /** Cuts or restores the practice service's link. `not-practice` when the desk works with a provider. */
  setPracticeLink(link: 'up' | 'cut'): Promise<Result<DeskStatus>>
  /** True for an address on the hosts that this desk's provider serves its pages from. */
  mayOpen(url: string): boolean
  onMovesChanged(heard: (bookingIds: readonly string[]) => void): void
  onStatus(heard: (status: DeskStatus) => void): void
  /** The machine woke up, or the network may be back. */
  lookNow(): void
  /** Settles what is under way, then closes the store. */
  close(): Promise<void>
}

/** The identity of the practice service, whatever port it listens on: a booking made for it belongs to no provider. */
const PRACTICE: Remote = { address: 'practice', profile: 'baseline' }

const INTERRUPTED =
  'Lanekeeper ended while this was being sent. It may be booked: do not book it again. Ask the provider by phone, with the reference below.'

/**
 * Opens the desk. Fails with words when the address may not be used (`not-allowed`), when another desk works on the
 * same profile (`not-allowed`), when a newer version wrote its store or when a file of it is damaged or cannot be
 * written (`not-saved`). Whatever it answers, what was saved is left as it was.
 */
export async function openDesk(options: DeskOptions): Promise<Result<Desk>> {
  const { folder, log } = options
  const choice = options.remote
  const address = choice.kind === 'provider' ? providerUrl(choice.address) : null
  if (choice.kind === 'provider' && address === null) {
    return failed(
      'not-allowed',
      `The provider's address must begin with https:// (it is "${choice.address.slice(0, 200)}").`,
    )
  }
  if (choice.kind === 'provider' && !/^[\x21-\x7e]+$/.test(choice.token)) {
    return failed(
      'not-allowed',
      'The token of this desk is missing, or holds characters that no token has. Set it again.',
    )
  }
  let opened: ReturnType<typeof openStore> | null = null
  try {
    opened = openStore(folder, choice.kind === 'practice' ? 'practice-desk' : 'desk')
    return opened.ok ? done(await joinDesk(options, opened.value, address)) : opened
  } catch (error) {
    if (opened?.ok === true) opened.value.close()
    log({ event: 'fault', place: 'open', code: errorCode(error) })
    return failed(
      'not-saved',
      `The bookings on this PC cannot be opened: a file in ${folder} is damaged or cannot be written. ` +
        'Nothing was changed. Call support before anything there is moved or deleted.',
    )
  }
}

async function joinDesk(options: DeskOptions, store: Store, address: URL | null): Promise<Desk> {
  const { clock, random, ids, log } = options
  const began = clock.monotonic()
  const choice = options.remote
  store.onFault((error) => log({ event: 'fault', place: 'listener', code: errorCode(error) }))
  const interrupted = store.write((tx) => doubtInterrupted(tx, INTERRUPTED, clock.now()))
  const practice = choice.kind === 'practice' ? await openPractice(store, options, choice.stepSeconds) : null
  const remote: Remote =
    choice.kind === 'practice' || address === null
      ? PRACTICE
      : { address: address.href.replace(/\/$/, ''), profile: choice.profile }
  const provider = makeProvider({
    base: address ?? new URL(practice?.url ?? ''),
    token: () => (choice.kind === 'provider' ? choice.token : (practice?.token ?? '')),
    clock,
    ...(options.deadlines === undefined ? {} : { deadlines: options.deadlines }),
  })
  const sync = startSync({ store, provider, remote, clock, random, log })
  const moves = makeMoveService({ store, remote, rooftop: PRACTICE_ROOFTOP, clock, ids, log, wake: sync.wake })

  const status = (): DeskStatus => ({
    link: sync.link(),
    ...store.read((view) => countEntries(view, remote)),
    lastSentAt: store.read(lastBookedAt),
    rooftop: PRACTICE_ROOFTOP,
    practice: practice === null ? null : { link: practice.link() },
    version: options.version,
    now: clock.now(),
  })
  const movesHeard: ((bookingIds: readonly string[]) => void)[] = []
  const statusHeard: ((status: DeskStatus) => void)[] = []
  const tellStatus = () => {
    const now = status()
    for (const heard of statusHeard) heard(now)
  }
  store.onChange((bookingIds) => {
    for (const heard of movesHeard) heard(bookingIds)
    tellStatus()
  })
  sync.onLink(tellStatus)
  log({ event: 'desk-opened', ms: Math.round(clock.monotonic() - began), interrupted })

  return {
    ...moves,
    status,
    readDraft: () => done(store.read(readKeptDraft)),
    keepDraft: (form) => keep(() => store.write((tx) => writeKeptDraft(tx, form, clock.now()))),
    clearDraft: () => keep(() => store.write(clearKeptDraft)),
    async setPracticeLink(link) {
      if (practice === null)
        return failed('not-practice', 'This desk works with a real provider; its link has no switch.')
      store.write((tx) => writeSetting(tx, 'practice-link', link))
      await (link === 'cut' ? practice.cut() : practice.restore())
      log({ event: 'practice-link', link })
      sync.lookNow()
      tellStatus()
      return done(status())
    },
    mayOpen: (url) => mayOpen(url, address ?? (practice === null ? null : new URL(practice.url))),
    onMovesChanged: (heard) => void movesHeard.push(heard),
    onStatus: (heard) => void statusHeard.push(heard),
    lookNow: sync.lookNow,
    async close() {
      await sync.close()
      await practice?.close()
      store.close()
      log({ event: 'desk-closed' })
    },
  }
}

/**
 * Starts the practice service with the link as it was left, and with a token made anew, which is kept nowhere. It
 * listens where it did last time, if it can, so that the links of earlier moves still lead to it.
 */
async function openPractice(
  store: Store,
  options: DeskOptions,
  stepSeconds: number | undefined,
): Promise<PracticeService> {
  const setting = (key: string) => store.read((view) => readSetting(view, key))
  const start = (port: number) =>
    startPractice({
      file: join(options.folder, 'practice-service.db'),
      port,
      token: options.ids.next(),
      clock: options.clock,
      random: options.random,
      log: options.log,
      link: setting('practice-link') === 'cut' ? 'cut' : 'up',
      ...(stepSeconds === undefined ? {} : { stepSeconds }),
    })
  const last = Number(setting('practice-port') ?? 0)
  const practice = last === 0 ? await start(0) : await start(last).catch(() => start(0))
  store.write((tx) => writeSetting(tx, 'practice-port', new URL(practice.url).port))
  return practice
}

function keep(write: () => void): Result<null> {
  try {
    write()
    return done(null)
  } catch (error) {
    if (isDiskFault(error))
      return failed('not-saved', 'What you typed could not be kept: the disk is full or cannot be written.')
    throw error
  }
}

/** Pages are opened on the provider's own host only: a link comes from outside and could lead anywhere. */
function mayOpen(text: string, base: URL | null): boolean {
  if (base === null || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === base.protocol && url.host === base.host && url.username === '' && url.password === ''
}
