import type { DayLoad } from '../../../shared/views/load.ts'
import { toLocal, toMillis } from '../../../shared/time/time.ts'

/*
 * The load of a day as bars of half hours, for the strip under the time. All functions are pure.
 */

const QUARTER_MS = 15 * 60_000

/** Hours of a service lane's day, which the strip shows at least. */
const OPEN_HOUR = 7
const CLOSE_HOUR = 18

/** One half hour of the day. */
export type Bar = {
  /** Wall time of its start in the rooftop's zone, `hh:mm`. */
  readonly time: string
  /** Most trips under way at once. */
  readonly trips: number
}

/** Returns the bars from 7 AM to 6 PM, and beyond where the day has trips. */
export function barsOf(load: DayLoad, zone: string): readonly Bar[] {
  const start = toMillis(load.from)
  const halves = new Map<string, number>()
  load.quarters.forEach((trips, at) => {
    const local = toLocal(new Date(start + at * QUARTER_MS).toISOString(), zone).slice(11, 16)
    const time = `${local.slice(0, 3)}${local.slice(3) < '30' ? '00' : '30'}`
    halves.set(time, Math.max(halves.get(time) ?? 0, trips))
  })
  const all = [...halves].map(([time, trips]) => ({ time, trips })).sort((a, b) => a.time.localeCompare(b.time))
  const busy = all.filter(({ trips }) => trips > 0)
  const firstBusy = busy[0]?.time ?? hour(OPEN_HOUR)
  const lastBusy = busy.at(-1)?.time ?? ''
  return all.filter(
    ({ time }) => (time >= hour(OPEN_HOUR) || time >= firstBusy) && (time < hour(CLOSE_HOUR) || time <= lastBusy),
  )
}

function hour(of: number): string {
  return `${String(of).padStart(2, '0')}:00`
}

/** Returns the minutes since midnight of a wall time `hh:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** Returns the longest run of bars with the fewest trips, as first bar and end; null for an even or empty day. */
export function lightestRun(bars: readonly Bar[]): { readonly from: string; readonly to: string } | null {
  const within = bars.filter(({ time }) => time >= hour(OPEN_HOUR + 1) && time < hour(CLOSE_HOUR))
  const fewest = Math.min(...within.map(({ trips }) => trips))
  if (within.every(({ trips }) => trips === fewest)) return null
  const runs = within.reduce<Bar[][]>(
    (all, bar) => {
      if (bar.trips === fewest) all.at(-1)?.push(bar)
      else if (all.at(-1)?.length !== 0) all.push([])
      return all
    },
    [[]],
  )
  const [longest] = runs.toSorted((one, other) => other.length - one.length)
  const first = longest?.[0]
  const last = longest?.at(-1)
  if (first === undefined || last === undefined) return null
  const end = minutesOf(last.time) + 30
  return {
    from: first.time,
    to: `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`,
  }
}
