import type { Clock } from '../../../electron/platform/clock.ts'
import { idOf, type Ids } from '../../../electron/platform/ids.ts'
import type { Random } from '../../../electron/platform/random.ts'
import { fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { seededChance } from '../sim/seeded-rng.ts'

/** Time, random numbers and ids that a test controls. `recordFacts` records the log. */

/** The wall time at which every virtual clock starts. */
export const START: UtcInstant = '2026-11-21T15:00:00Z'

export type VirtualClock = Clock & {
  /** Moves both clocks on and makes the calls that become due, in order. */
  advance(ms: number): void
  /** Moves only the wall clock, as a person or the network would. */
  setWall(utc: UtcInstant): void
  /** Milliseconds until each pending call, the next call first. */
  pending(): readonly number[]
}

export function virtualClock(start: UtcInstant = START): VirtualClock {
  let elapsed = 0
  let wall = toMillis(start)
  const timers = new Set<{ readonly at: number; readonly call: () => void }>()
  const next = () => [...timers].sort((a, b) => a.at - b.at)[0]
  const moveTo = (at: number) => {
    wall += at - elapsed
    elapsed = at
  }
  return {
    now: () => fromMillis(wall),
    monotonic: () => elapsed,
    schedule(ms, call) {
      const timer = { at: elapsed + ms, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const end = elapsed + ms
      for (let timer = next(); timer !== undefined && timer.at <= end; timer = next()) {
        timers.delete(timer)
        moveTo(timer.at)
        timer.call()
      }
      moveTo(end)
    },
    setWall(utc) {
      wall = toMillis(utc)
    },
    pending: () => [...timers].map((timer) => timer.at - elapsed).sort((a, b) => a - b),
  }
}

/** Always the same fraction, so that every delay is known to the millisecond. */
export function fixedRandom(fraction = 0.5): Random {
  return { fraction: () => fraction }
}

/** Ids that count up; their last 40 bits are spread and all different. */
export function countingIds(): Ids {
  let count = 0n
  return {
    next() {
      count += 1n
      // An odd factor maps each count to its own number within 40 bits.
      const tail = (count * 0x9e3779b97fn) % 2n ** 40n
      return idOf(Number(0x019a00000000n + count), tail)
    },
  }
}

const seeds = new Map<string, number>()

/**
 * The seed of a file's property tests for fast-check: LANEKEEPER_SEED, or a new seed. The seed is printed once a file,
 * so that a failure can be repeated.
 */
export function seedOf(file: string): number {
  const known = seeds.get(file)
  if (known !== undefined) return known
  const { seed } = seededChance(file)
  seeds.set(file, seed)
  return seed
}
