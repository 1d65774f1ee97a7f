import { errorCode, type Log } from '../platform/log-events.ts'
import type { Clock } from '../platform/clock.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { Random } from '../platform/random.ts'
import type { BoardStatus, HubFault } from '../../shared/desk/board-status.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'
import {
  composeLines,
  dropLines,
  followHub,
  lastAcknowledged,
  markLiveUntil,
  queuedLines,
  readLink,
  writeDesks,
} from '../store/board/link.ts'
import type { Store } from '../store/store.ts'
import { applyEvents } from './follow.ts'
import { HubError, type HubSession, type OpenHub } from './hub-session.ts'

/*
 * The board of a desk: publishes its bookings to the hub of the rooftop, and keeps those of the other desks in the
 * store. The desk never waits for the hub, and everything on the hub stands in the store of some desk.
 *
 *   connect -> hello -> publish what is queued, read what is new -> beat every 2 s -> lost -> connect again later
 */

export type Board = {
  /** Null for a desk without a board. */
  status(): BoardStatus | null
  onStatus(listener: (status: BoardStatus) => void): () => void
  end(): void
}

export type BoardParts = {
  readonly store: Store
  /** The board begins when this resolves to true. */
  readonly intact: Promise<boolean>
  readonly open: OpenHub
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const BEAT_MS = 2_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000
/** So much is composed, sent or written at once, so that the window waits for no more. */
const LINES_AT_ONCE = 20
const EVENTS_AT_ONCE = 20
/** The hub keeps a booking for so long after its end, so that older bookings are not published. */
export const KEPT_MINUTES = 45 * 24 * 60

/** Starts the board of a store that is linked to one (`joinBoard`). */
export function startBoard({ store, intact, open, clock, random, log }: BoardParts): Board {
  const listeners = createEmitter<[status: BoardStatus]>()
  let status: BoardStatus = { kind: 'connecting' }
  let isEnded = false
  let session: HubSession | null = null
  /** Work that the next turn of the session has to do. */
  const due = { publish: true, read: true }
  let wakeUp = () => {}

  const show = (next: BoardStatus) => {
    status = next
    listeners.emit(next)
  }
  const goLive = () => {
    if (status.kind !== 'live') log({ event: 'board-live' })
    show({ kind: 'live' })
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
    show({ kind: 'alone', fault, since: status.kind === 'alone' ? status.since : liveUntil() })
  }
  /** Resolves after `ms`, or earlier when something is due or the board ends. */
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.schedule(ms, () => wakeUp())
      wakeUp = () => {
        cancel()
        resolve()
      }
    })
  const hint = (what: keyof typeof due) => {
    due[what] = true
    wakeUp()
  }

  const publish = async (on: HubSession) => {
    for (;;) {
      const lines = store.write((tx) => {
        composeLines(tx, LINES_AT_ONCE)
        return queuedLines(tx, LINES_AT_ONCE)
      })
      if (lines.length === 0) return
      const lastN = await on.append(lines)
      if (isEnded) return
      store.write((tx) => dropLines(tx, lastN))
    }
  }
  const readNew = async (on: HubSession) => {
    for (;;) {
      const link = store.read(readLink)
      if (link === null) return
      const events = await on.eventsAfter(link.seen, EVENTS_AT_ONCE)
      if (events.length === 0 || isEnded) return
      store.write((tx) => applyEvents(tx, link.role, events, log))
      // The window gets its turn between two portions.
      await new Promise<void>((resolve) => void clock.schedule(0, resolve))
      if (isEnded) return
    }
  }
  const live = async (on: HubSession) => {
    const link = store.read(readLink)
    if (link === null) throw new HubError('failed', 'the store has no link to the board')
    const { hub, epoch, seen, mark } = link
    const acknowledged = store.read((view) => lastAcknowledged(view, link))
    const greeting = await on.hello({ hub, epoch, seen, mark, acknowledged })
    if (isEnded) return
    store.write((tx) => {
      followHub(tx, greeting, addMinutes(clock.now(), -KEPT_MINUTES))
      writeDesks(tx, greeting.roster)
    })
    Object.assign(due, { publish: true, read: true })
    goLive()
    for (;;) {
      if (due.read) {
        due.read = false
        await readNew(on)
      }
      if (due.publish) {
        due.publish = false
        await publish(on)
      }
      if (!due.read && !due.publish) await rest(BEAT_MS)
      if (isEnded) return
      const before = store.read(readLink)
      const standing = await on.beat(before?.seen ?? 0)
      // Another hello follows a hub that began a new epoch meanwhile.
      if (standing.epoch !== before?.epoch) return
      if (standing.lastSeq > before.seen) due.read = true
    }
  }
  const run = async () => {
    if (!(await intact)) return
    for (let wait = FIRST_WAIT_MS; !isEnded; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        let lose: (error: HubError) => void = () => {}
        const lost = new Promise<never>((_, reject) => (lose = reject))
        // A session can be lost while it opens, before anything waits for `lost`.
        lost.catch(() => {})
        const opened = await open({ onHint: () => hint('read'), onLost: (error) => lose(error) })
        session = opened
        await Promise.race([live(opened), lost])
      } catch (error) {
        const fault = error instanceof HubError ? error.fault : 'failed'
        if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
        if (status.kind === 'live') wait = FIRST_WAIT_MS
        if (!isEnded) goAlone(fault)
      }
      session?.close()
      session = null
      // Desks that lost the same hub do not come back in the same moment.
      if (!isEnded) await rest(wait * (0.5 + random.fraction()))
    }
  }

  const stopListening = store.onChange(() => hint('publish'))
  void run()
  return {
    status: () => status,
    onStatus: listeners.on,
    end() {
      if (!isEnded && status.kind === 'live') liveUntil()
      isEnded = true
      stopListening()
      session?.close()
      wakeUp()
    },
  }
}
