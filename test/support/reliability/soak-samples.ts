import { readdirSync, readFileSync, statSync } from 'node:fs'

/* The resources of a process over a long run, as the kernel reports them. */

export type Sample = {
  /** Seconds since the first booking. */
  readonly at: number
  /** Private memory in KB, without mapped files that the system can drop. */
  readonly memory: number
  /** All resident memory in KB. */
  readonly resident: number
  readonly handles: number
  /** Bytes of the store's write-ahead log. */
  readonly wal: number
}

/** Linux only. */
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

/** The growth of a value in ten minutes, by least squares. */
export function growth(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const middle = mean(samples.map(({ at }) => at))
  const level = mean(samples.map(of))
  const rise = samples.reduce((all, one) => all + (one.at - middle) * (of(one) - level), 0)
  return (rise / samples.reduce((all, one) => all + (one.at - middle) ** 2, 0)) * 600
}

/**
 * The growth of memory in ten minutes between two large operations; `stretches` are the samples between them. Memory of a
 * large operation is freed late and in steps, so the growth is the median slope between any two samples of a stretch.
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
