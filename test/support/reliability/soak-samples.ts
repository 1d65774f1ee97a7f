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
  const middle = mean(samples.map(({ at }) => at))
  const level = mean(samples.map(of))
  const rise = samples.reduce((all, one) => all + (one.at - middle) * (of(one) - level), 0)
  return (rise / samples.reduce((all, one) => all + (one.at - middle) ** 2, 0)) * 600
}

/**
 * How much memory grows in ten minutes between the times at which something large is done. What that takes is given back to the
 * system late, at times in steps, and a look may come upon the very moment: so it is the median of the slopes between any two
 * looks of a stretch, which none of that moves. What grows with each time is not seen here. `stretches` are the samples after
 * each.
 */
export function growthInStretches(stretches: readonly (readonly Sample[])[], of: (sample: Sample) => number): number {
  const slopes = stretches.flatMap((samples) =>
    samples.flatMap((one, place) =>
      samples.slice(place + 1).map((later) => (of(later) - of(one)) / (later.at - one.at)),
    ),
  )
  return (slopes.toSorted((one, other) => one - other)[Math.floor(slopes.length / 2)] ?? 0) * 600
}

function mean(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0) / values.length
}
