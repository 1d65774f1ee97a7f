import { readAheadInSteps } from '../../../electron/bookings/read-ahead.ts'
import { createBookingService, type BookingService } from '../../../electron/bookings/service.ts'
import { openMaintainedStore } from '../../../electron/store/maintenance/maintenance.ts'
import type { Store } from '../../../electron/store/store.ts'
import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { serviceParts } from '../data/bulk-writer.ts'
import { NOW } from '../data/generator.ts'

/** Timers from this length on, for example those of backups, do not run in a bench. */
const LONG_MS = 3_000

export type BenchDesk = {
  readonly store: Store
  readonly service: BookingService
  /** Runs the idle work of the desk to its end without its pauses. Returns the time of each step in milliseconds. */
  idle(): Promise<readonly number[]>
  end(): Promise<void>
}

/** Opens a store with its maintenance and its booking service, at the time of the stored bookings. */
export async function openBenchDesk(folder: string): Promise<BenchDesk> {
  const timers: { readonly due: number; readonly call: () => void }[] = []
  let time = 0
  const clock: Clock = {
    ...systemClock,
    now: () => NOW,
    schedule(ms, call) {
      if (ms >= LONG_MS) return () => {}
      const timer = { due: time + ms, call }
      timers.push(timer)
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1)
      }
    },
  }
  const opened = openMaintainedStore({ folder, clock, log: () => {} }, 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  const { store, intact, end } = opened.value
  if (!(await intact)) throw new Error('the store of the bench is damaged')
  const service = serviceFor(store, clock)
  const stopReading = readAheadInSteps(service, { clock, log: () => {} })
  return {
    store,
    service,
    async idle() {
      const steps: number[] = []
      for (;;) {
        // A promise of the step before may schedule the next step.
        await new Promise((resolve) => setImmediate(resolve))
        const [next] = timers.toSorted((one, other) => one.due - other.due)
        if (next === undefined) return steps
        timers.splice(timers.indexOf(next), 1)
        time = next.due
        const began = performance.now()
        next.call()
        steps.push(performance.now() - began)
      }
    },
    end() {
      stopReading()
      return end()
    },
  }
}

/** A booking service without a send queue. */
export function serviceFor(store: Store, clock: Clock = { ...systemClock, now: () => NOW }): BookingService {
  const parts = serviceParts(clock, systemIds)
  return createBookingService({ ...parts, store, log: () => {}, wake: () => {}, msSinceLastSend: () => 0 })
}
