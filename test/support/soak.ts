import { readdirSync, readFileSync, statSync } from 'node:fs'

/* What a process takes while it works for long, as the kernel tells it from outside. */

export type Sample = {
  /** Seconds since the first booking. */
  readonly at: number
  /** Memory of its own, in KB: without what the system maps from files and can drop. */
  readonly memory: number
  /** All of its memory that is in use, in KB. */
  readonly resident: number
  readonly handles: number
  /** Bytes of the store's write-ahead log. */
  readonly wal: number
}

/** Linux alone. */
export function sampleOf(pid: number, wal: string, at: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
  return {
    at,
    memory: kilobytes('RssAnon'),
    resident: kilobytes('VmRSS'),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    wal: statSync(wal, { throwIfNoEntry: false })?.size ?? 0,
  }
}

/** How much something grows in ten minutes, by least squares. */
export function growth(samples: readonly Sample[], of: (sample: Sample) => number): number {
  return slope([samples], of)
}

/**
 * How much memory grows in ten minutes, where something large is done once in a while: what that took is given back to the
 * system late, or taken anew by the next, so that the level steps up and down by it. What grows does so between two of them
 * too, or from the highest level after one to the highest after the next: the larger of both. `stretches` are the samples
 * after each.
 */
export function growthInStretches(stretches: readonly (readonly Sample[])[], of: (sample: Sample) => number): number {
  const highest = stretches.flatMap((stretch) => {
    const top = stretch.reduce<Sample | null>((best, one) => (best === null || of(one) > of(best) ? one : best), null)
    const first = stretch[0]
    // By when the stretch began: the highest may stand anywhere in it.
    return top === null || first === undefined ? [] : [{ ...top, at: first.at }]
  })
  return Math.max(slope(stretches, of), highest.length < 2 ? 0 : slope([highest], of))
}

/** By least squares with one slope, and a level for each stretch; in ten minutes. */
function slope(stretches: readonly (readonly Sample[])[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]) => values.reduce((all, one) => all + one, 0) / values.length
  let [rise, run] = [0, 0]
  for (const samples of stretches) {
    const middle = mean(samples.map(({ at }) => at))
    const level = mean(samples.map(of))
    for (const one of samples) {
      rise += (one.at - middle) * (of(one) - level)
      run += (one.at - middle) ** 2
    }
  }
  return (rise / run) * 600
}
