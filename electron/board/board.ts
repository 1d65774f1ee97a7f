import { errorCode, type Log } from '../platform/log-events.ts'
import type { Clock } from '../platform/clock.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { Ids } from '../platform/ids.ts'
import type { Random } from '../platform/random.ts'
import type { BoardStatus, HubFault } from '../../shared/desk/board-status.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { answeredUpTo, lastAcknowledged, markLiveUntil, readLink, type BoardLink } from '../store/board/link.ts'
import { handOver, takeBack } from '../store/board/consent.ts'
import { markSentTwiceSeen } from '../store/board/double-sends.ts'
import { markTold } from '../store/board/takeover.ts'
import { WITHOUT_HUB, type BoardStanding } from '../store/board/rights.ts'
import { lastHub } from '../store/board/roster.ts'
import type { Store } from '../store/store.ts'
import type { Tx } from '../store/tx.ts'
import { createClaims } from './claims.ts'
import { readLog, readWhatIsKnownNow } from './follow.ts'
import type { Board } from './board-of-desk.ts'
import { HubError, type HubSession, type HubStanding, type OpenHub } from './hub-session.ts'
import { keepRoster, takeGreeting } from './greeting.ts'
import { createMovedEntries } from './moved-entries.ts'
import { publishLines, sendQueued } from './publish.ts'
import { needsSnapshot, takeSnapshot } from './snapshot.ts'
import { newsOf, othersNow, takeBooking, takeFrom, NOT_LIVE } from './takeovers.ts'

/*
 * The board of a desk: publishes its bookings to the hub of the rooftop, and keeps those of the other desks in the
 * store. The desk never waits for the hub with a booking that no other desk knows, and everything on the hub stands in
 * the store of some desk.
 *
 *   connect -> hello -> publish what is queued, read what is new -> beat every 2 s -> lost -> connect again later
 */

export type BoardParts = {
  readonly store: Store
  /** The board begins when this resolves to true. */
  readonly intact: Promise<boolean>
  readonly open: OpenHub
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Log
}

const BEAT_MS = 2_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000

/** Starts the board of a store that is linked to one (`joinBoard`). */
export function startBoard({ store, intact, open, clock, random, ids, log }: BoardParts): Board {
  const listeners = createEmitter<[]>()
  const freed = createEmitter<[]>()
  const news = () => store.read(newsOf)
  let status: BoardStatus = { kind: 'connecting', ...news() }
  let isEnded = false
  let cannotSend: ConnectionCause | null = null
  let session: HubSession | null = null
  let greeted: HubSession | null = null
  let standing: BoardStanding = WITHOUT_HUB
  /** Work that the next turn of the session has to do. */
  const due = { publish: true, read: true }
  /** Why a call of the session failed; the session then ends. */
  let failure: HubFault | null = null

  /** Shows a status, unless the same one is shown. */
  const show = (next: BoardStatus) => {
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    listeners.emit()
  }
  /** Notes and returns until when the desk was live. A store that refuses must not end the process. */
  const liveUntil = (): UtcInstant => {
    const at = clock.now()
    try {
      if (status.kind !== 'live') return store.read(readLink)?.liveUntil ?? at
      store.write((tx) => markLiveUntil(tx, at))
    } catch (error) {
      log({ event: 'internal-error', place: 'board', code: errorCode(error) })
    }
    return at
  }
  /** The moment since when the desk is alone stays while only the fault changes. */
  const goAlone = (fault: HubFault) => {
    if (status.kind === 'alone' && status.fault === fault) return
    log({ event: 'board-away', code: fault })
    const since = status.kind === 'alone' ? status.since : liveUntil()
    const { takenOver, sentTwice, handedOver } = status
    show({ kind: 'alone', fault, since, takenOver, sentTwice, handedOver })
    freed.emit()
  }
  /** The ends of all waits. A session that was lost may still wait while the next one opens. */
  const waits = new Set<() => void>()
  const wakeUp = () => waits.forEach((end) => end())
  /** Resolves after `ms`, or earlier when something is due or the board ends. */
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel()
        waits.delete(end)
        resolve()
      }
      const cancel = clock.schedule(ms, end)
      waits.add(end)
    })
  const hint = (...what: readonly (keyof typeof due)[]) => {
    for (const one of what) due[one] = true
    wakeUp()
  }
  const failWith = (fault: HubFault) => {
    failure = fault
    wakeUp()
  }
  let [hasFreed, isRead] = [false, false]
  const moved = createMovedEntries(clock, log, () => (hasFreed = true))
  const claims = createClaims({
    store,
    clock,
    ids,
    log,
    session: () => greeted,
    standing: () => standing,
    onMoved: moved.note,
    onReleased: () => hint('publish', 'read'),
    onFailed: failWith,
  })
  const followerOf = ({ role }: BoardLink) => ({
    role,
    now: clock.now(),
    isHeld: claims.isHeld,
    onMoved: moved.note,
    log,
  })
  const parts = { store, clock, isHeld: claims.isHeld, isEnded: () => isEnded, isRead: () => isRead }
  const onTold = () => (hasFreed = true)
  const publish = (on: HubSession) => publishLines(parts, on, onTold)
  let reading: Promise<unknown> = Promise.resolve()
  /** One reading follows another, because each goes on after the last event that the store has. */
  const readNew = (on: HubSession): Promise<boolean> => {
    const next = reading.catch(() => {}).then(() => readLog(parts, on, followerOf))
    reading = next
    return next
  }
  const follow = ({ claimPauseMs, missing, epoch }: HubStanding) => {
    const before = JSON.stringify(claims.standing())
    claims.wakeResting()
    // While the hub pauses its claims, no entry is of a late enough epoch.
    const frozen = claimPauseMs > 0 ? Number.MAX_SAFE_INTEGER : missing.length > 0 ? epoch : 0
    standing = { live: true, sinceEpoch: frozen }
    if (before !== JSON.stringify(claims.standing())) hasFreed = true
  }
  /** Reads the roster, and keeps the names for the screens. */
  const readRoster = async (on: HubSession) => {
    const roster = await on.roster()
    if (keepRoster(store, roster)) hint('publish')
    return roster
  }
  const live = async (on: HubSession) => {
    readWhatIsKnownNow(store)
    const link = store.read(readLink)
    if (link === null) throw new HubError('failed', 'the store has no link to the board')
    const acknowledged = store.read((view) => lastAcknowledged(view, link))
    const greeting = await on.hello({ ...store.read(lastHub), seen: link.seen, mark: link.mark, acknowledged })
    if (isEnded) return
    isRead = false
    takeGreeting({ store, log, now: clock.now() }, greeting)
    // A hub that takes no line, for example on a full disk, is not live.
    await sendQueued(parts, on, onTold)
    if (isEnded) return
    greeted = on
    follow(greeting)
    Object.assign(due, { publish: true, read: true })
    failure = null
    let { roster, missing } = greeting
    if (needsSnapshot(store.read(readLink) ?? link, greeting)) {
      show({ kind: 'connecting', isCatchingUp: true, ...news() })
      const taking = { ...parts, on, follower: followerOf(link), rest: () => rest(BEAT_MS) }
      // A takeover reads the log, which has older bodies than the snapshot before its number, and newer ones behind.
      const published = reading.catch(() => {}).then(() => publish(on))
      await (reading = published.then(() => takeSnapshot(taking)))
      if (isEnded) return
    }
    let behind = false
    for (;;) {
      if (due.read) {
        due.read = false
        behind = !(await readNew(on))
        isRead ||= !behind
      }
      if (due.publish) {
        due.publish = false
        await publish(on)
      }
      if (isEnded) return
      if (hasFreed) {
        hasFreed = false
        freed.emit()
      }
      // A desk that has not read what is new shows other desks' bookings as they were.
      if (status.kind !== 'live') log({ event: 'board-live' })
      const others = othersNow(store, roster, link.role, { missing, now: clock.now() })
      show({ kind: 'live', ...others, ...(behind ? { behind } : {}), ...news() })
      if (failure !== null) throw new HubError(failure, 'the hub did not answer a call')
      if (due.read || due.publish) continue
      await rest(BEAT_MS)
      if (isEnded) return
      const before = store.read(readLink)
      const heard = await on.beat(store.read(answeredUpTo))
      // Another hello follows a hub that began a new epoch meanwhile.
      if (heard.epoch !== before?.epoch) return
      if (heard.lastSeq > before.seen) due.read = true
      missing = heard.missing
      follow(heard)
      roster = await readRoster(on)
    }
  }
  /** Writes what a person decided or saw, and shows what follows. */
  const decide = <T>(write: (tx: Tx) => T): T => {
    const written = store.write(write)
    show({ ...status, ...news() })
    return written
  }
  const leave = () => {
    session?.close()
    session = greeted = null
  }
  const run = async () => {
    if (!(await intact)) return
    for (let wait = FIRST_WAIT_MS; !isEnded; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        let lose: (error: HubError) => void = () => {}
        const lost = new Promise<never>((_, reject) => (lose = reject))
        // A session can be lost while it opens, before anything waits for `lost`.
        lost.catch(() => {})
        const opened = await open({
          onHint: () => hint('read'),
          onLost: (error) => lose(error),
          cannotSend: () => cannotSend,
        })
        session = opened
        await Promise.race([live(opened), lost])
        // Without a session the board is not live, also when another session follows at once.
        if (!isEnded && status.kind === 'live') {
          liveUntil()
          wait = FIRST_WAIT_MS
          show({ kind: 'connecting', ...news() })
        }
      } catch (error) {
        const fault = error instanceof HubError ? error.fault : 'failed'
        if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
        // A hub with a full disk greets at once, and its next refusal is as near.
        if (status.kind === 'live' && fault !== 'disk-full') wait = FIRST_WAIT_MS
        leave()
        if (!isEnded) goAlone(fault)
      }
      leave()
      // Desks that lost the same hub do not come back in the same moment.
      if (!isEnded) await rest(wait * (0.5 + random.fraction()))
    }
  }

  const takingAt = (on: HubSession) => ({ store, clock, log, on, readLog: () => readNew(on) })
  const stopListening = store.onChange(() => hint('publish'))
  void run()
  return {
    status: () => status,
    onStatus: listeners.on,
    rights: { ...claims, claimedElsewhereAt: moved.claimedElsewhereAt },
    onFreed: freed.on,
    async takeOver(role, who) {
      const on = greeted
      if (on === null) return NOT_LIVE
      const roster = await readRoster(on).catch(() => [])
      const taken = await takeFrom(takingAt(on), { roster, role, who }, moved.noteClaim)
      if (!taken.ok) failWith('silent')
      hint('publish', 'read')
      return taken
    },
    async takeBooking(bookingId, who) {
      const on = greeted
      if (on === null) return NOT_LIVE
      const taken = await takeBooking(takingAt(on), { bookingId, who }, moved.noteClaim)
      if (taken === NOT_LIVE) failWith('silent')
      hint('publish', 'read')
      return taken
    },
    handOver: (who) => decide((tx) => handOver(tx, { who, at: clock.now() })),
    takeBack: (who) => decide((tx) => takeBack(tx, { who, at: clock.now() })),
    noteCannotSend: (cause) => void (cannotSend = cause),
    markTold: () => decide(markTold),
    markDoubleSendSeen: (bookingId) => decide((tx) => markSentTwiceSeen(tx, bookingId)),
    end() {
      if (!isEnded && status.kind === 'live') liveUntil()
      isEnded = true
      stopListening()
      leave()
      wakeUp()
    },
  }
}
