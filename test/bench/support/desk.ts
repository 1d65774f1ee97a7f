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
/** The desk counts as done with its idle work when no timer ran for this time. */
const QUIET_MS = 60

export type BenchDesk = {
  readonly store: Store
  readonly service: BookingService
  /** Lets the idle work of the desk run to its end, and returns the time of each step in milliseconds. */
  idle(): Promise<readonly number[]>
  end(): Promise<void>
}

/** Opens a store with its maintenance and its booking service, at the time of the stored bookings. */
export async function openBenchDesk(folder: string): Promise<BenchDesk> {
  const steps: number[] = []
  let pending = 0
  const clock: Clock = {
    ...systemClock,
    now: () => NOW,
    schedule(ms, call) {
      if (ms >= LONG_MS) return () => {}
      pending += 1
      let over = false
      const finish = () => {
        if (!over) pending -= 1
        over = true
      }
      const cancel = systemClock.schedule(ms, () => {
        const began = performance.now()
        call()
        steps.push(performance.now() - began)
        finish()
      })
      return () => {
        finish()
        cancel()
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
      steps.length = 0
      do await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
      while (pending > 0)
      return [...steps]
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
