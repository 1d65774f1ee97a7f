import { onTestFinished } from 'vitest'
import { createBookingService, type BookingService } from '../../../electron/bookings/service.ts'
import type { Migration } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { markInterruptedInDoubt, type ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import { openStore, type OpenedStore } from '../../../electron/store/store.ts'
import { startSync, type Sync } from '../../../electron/sync/sync.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import type { SyncContext } from '../../../electron/sync/context.ts'
import type { Clock } from '../../../electron/platform/clock.ts'
import type { LogEvent } from '../../../electron/platform/log-events.ts'
import type { Random } from '../../../electron/platform/random.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { memoryFolder } from '../fixtures/temporary-folder.ts'
import { simRemote, type SimRemote } from './remote.ts'
import { countingIds, virtualClock, type VirtualClock } from '../fakes/system.ts'

/*
 * A desk without a window on a real store and a virtual clock, whose process can end at any commit and start again.
 * Requests in progress at that end go on at the remote and never return.
 */

export type SavedBooking = { readonly id: string; readonly booking: Booking; readonly references: readonly string[] }

/** Where a process ends: before or after its nth commit from now. */
export type Ending = { readonly commit: number; readonly when: 'before' | 'after' }

export type SimProcess = {
  readonly moves: BookingService
  readonly sync: Sync
  readonly alive: () => boolean
}

export type SimDesk = {
  readonly clock: VirtualClock
  readonly remote: SimRemote
  readonly where: ProviderIdentity
  /** Bookings that the desk acknowledged. */
  readonly saved: ReadonlyMap<string, SavedBooking>
  readonly events: LogEvent[]
  /** Bookings that changed on disk; the reader empties the set. */
  readonly touched: Set<string>
  /** The running process. A new process follows one that ended. */
  at(): SimProcess
  /** Books, and records an acknowledged booking; null if the process ended meanwhile or refused the booking. */
  book(booking: Booking): BookedMoves | null
  endAt(ending: Ending): void
  /** Ends the process from inside. */
  end(): never
  /** Ends the process now and starts another one on the same store. */
  restart(): void
  /** Ends the process now and starts a later version with these schema steps. */
  upgrade(steps: readonly Migration[]): void
  /** Starts another process if this one has ended. */
  revive(): void
  store(): OpenedStore
  ends(): number
  /** Runs all ready work, and restarts a process that ended meanwhile. */
  settle(): Promise<void>
  /** Moves the clock on by `ms`, timer by timer, and runs the work of each. */
  pass(ms: number): Promise<void>
  close(): void
}

class Ended extends Error {}

export type SimOptions = {
  readonly clock?: VirtualClock
  readonly remote?: SimRemote
  readonly random?: Random
  readonly where?: ProviderIdentity
  readonly sync?: Partial<SyncContext>
  /** The schema steps of the first version. Default: all steps. */
  readonly steps?: readonly Migration[]
  /** True: the desk closes with the test. False: the caller closes the desk. */
  readonly kept?: boolean
}

/** The notice of the simulated rooftop in minutes: a booking must leave at least this long before its ready-by time. */
export const NOTICE = 60

const WHERE: ProviderIdentity = { address: 'https://provider.example', profile: 'baseline' }

export function openSimDesk(options: SimOptions = {}): SimDesk {
  const clock = options.clock ?? virtualClock()
  const remote = options.remote ?? simRemote()
  const where = options.where ?? WHERE
  const { folder, remove } = memoryFolder()
  const ids = countingIds()
  const saved = new Map<string, SavedBooking>()
  const events: LogEvent[] = []
  const touched = new Set<string>()
  let steps = options.steps ?? DESK_MIGRATIONS
  let ending: Ending | null = null
  let ends = 0

  const begin = () => {
    const opened = openStore(folder, 'desk', steps)
    if (!opened.ok) throw new Error(opened.failure.detail)
    const real = opened.value
    let alive = true
    const end = (): never => {
      alive = false
      ends += 1
      ending = null
      throw new Ended()
    }
    const store: OpenedStore = {
      ...real,
      read(work) {
        if (!alive) throw new Ended()
        return real.read(work)
      },
      write(work) {
        if (!alive) throw new Ended()
        if (ending !== null) ending = { ...ending, commit: ending.commit - 1 }
        if (ending?.commit === 0 && ending.when === 'before') end()
        const result = real.write(work)
        if (ending?.commit === 0) end()
        return result
      },
    }
    const mortal: Clock = {
      ...clock,
      schedule: (ms, call) => clock.schedule(ms, () => (alive ? call() : undefined)),
    }
    const log = (event: LogEvent) => (alive ? void events.push(event) : undefined)
    real.onChange((bookingIds) => bookingIds.forEach((id) => touched.add(id)))
    real.write((tx) => markInterruptedInDoubt(tx, {}, clock.now()))
    const sync = startSync({
      store,
      provider: remote.connect(() => alive),
      rights: NO_BOARD_RIGHTS,
      remote: where,
      requestTarget: () => ({ profile: where.profile === 'hopdrive' ? 'hopdrive' : 'baseline', rooftop: null }),
      noticeMinutes: () => NOTICE,
      rejectsDuplicates: () => false,
      revokeDuplicateGuarantee: () => '',
      clockTrust: { isSuspect: () => false, acceptUnverified: () => true, skewMs: () => 0, disputeMs: () => 0 },
      intact: Promise.resolve(true),
      clock: mortal,
      random: options.random ?? { fraction: () => 0.5 },
      ids,
      log,
      pollIntervals: POLL_INTERVALS,
      ...options.sync,
    })
    const moves = createBookingService({
      store,
      remote: where,
      rooftop: () => PRACTICE_ROOFTOP,
      defaultPayer: () => null,
      miles: () => null,
      clock,
      ids,
      log,
      wake: sync.wake,
      msSinceLastSend: sync.msSinceLastSend,
    })
    return { process: { moves, sync, alive: () => alive }, store: real, kill: () => (alive = false), end }
  }

  let running = begin()
  const desk: SimDesk = {
    clock,
    remote,
    where,
    saved,
    events,
    touched,
    at: () => running.process,
    store: () => running.store,
    ends: () => ends,
    book(booking) {
      try {
        const booked = running.process.moves.bookMove(booking)
        // A process that ended after the commit and before the answer has acknowledged nothing.
        if (!booked.ok || !running.process.alive()) return null
        const { id, moves } = booked.value
        saved.set(id, { id, booking, references: moves.map(({ reference }) => reference) })
        return booked.value
      } catch (error) {
        if (error instanceof Ended) return null
        throw error
      }
    },
    endAt(next) {
      ending = next
    },
    end: () => running.end(),
    restart() {
      running.kill()
      ends += 1
      running.store.close()
      ending = null
      running = begin()
    },
    upgrade(later) {
      steps = later
      desk.restart()
    },
    revive() {
      if (running.process.alive()) return
      running.store.close()
      running = begin()
    },
    async settle() {
      await ready()
      while (!running.process.alive()) {
        desk.revive()
        await ready()
      }
    },
    async pass(ms) {
      const until = clock.monotonic() + ms
      for (;;) {
        await desk.settle()
        const next = clock.pending()[0]
        if (next === undefined || clock.monotonic() + next > until) break
        clock.advance(next)
      }
      clock.advance(until - clock.monotonic())
      await desk.settle()
    },
    close() {
      running.kill()
      running.store.close()
      remove()
    },
  }
  if (options.kept !== true) onTestFinished(() => desk.close())
  return desk
}

function ready(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
