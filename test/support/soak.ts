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
  const mean = (values: readonly number[]) => values.reduce((all, one) => all + one, 0) / values.length
  const times = samples.map(({ at }) => at)
  const values = samples.map(of)
  const [middle, level] = [mean(times), mean(values)]
  const rise = times.reduce((all, at, index) => all + (at - middle) * ((values[index] ?? 0) - level), 0)
  const run = times.reduce((all, at) => all + (at - middle) ** 2, 0)
  return (rise / run) * 600
}
