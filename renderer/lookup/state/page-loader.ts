import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { FoundBooking } from '../../../shared/views/lookup.ts'
import { missingPage, PAGE_ROWS, withRows, type ResultPage, type Range } from './result-list.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

type Parts = {
  readonly answer: () => ResultPage | null
  /** Id of the selected booking. */
  readonly bookingId: () => string | null
  readonly put: (answer: ResultPage) => void
  /** Called with the row that the last `reach` call asked for, once that row is loaded. */
  readonly arrive: (row: FoundBooking) => void
  readonly fail: (words: string) => void
}

export type PageLoader = {
  /** Sets the visible range and reads its missing rows. */
  readonly see: (seen: Range) => void
  readonly seen: () => Range
  /** Calls `arrive` with the row at a place, at once or as soon as that row is loaded. */
  readonly reach: (place: number) => void
  /** Place that the pending `reach` call asked for; null if no call is pending. */
  readonly heading: () => number | null
  /** Drops the pending `reach` call. */
  readonly stay: () => void
}

/**
 * Reads the row that the last `reach` call asked for and the visible rows, one page at a time. Rows that the user
 * scrolls past in the meantime are not read.
 */
export function createPageLoader(bridge: Bridge, { answer, bookingId, put, arrive, fail }: Parts): PageLoader {
  let seen: Range = { from: 0, to: PAGE_ROWS }
  let heading: number | null = null
  let reading = false

  const next = (list: ResultPage) =>
    (heading === null ? null : missingPage(list, { from: heading, to: heading + 1 })) ?? missingPage(list, seen)

  async function read() {
    if (reading) return
    reading = true
    try {
      for (let more = true; more;) more = await readOne()
    } finally {
      reading = false
    }
  }

  /** Reads one page. Returns false if no page is missing, or if another try would not help. */
  async function readOne(): Promise<boolean> {
    const list = answer()
    const from = list === null ? null : next(list)
    if (list === null || from === null) return false
    const ids = list.ids?.slice(from, from + PAGE_ROWS)
    const found = await bridge.findBookings(
      ids === undefined
        ? { text: '', limit: PAGE_ROWS, from: { offset: from, of: list.bounds } }
        : // A read by ids also returns rows that the search no longer finds.
          { text: '', limit: 1, shown: ids },
    )
    const now = answer()
    if (now === null || now.ids !== list.ids || now.bounds !== list.bounds) return true
    if (!found.ok) {
      heading = null
      fail(describeFailure(found.failure))
      return false
    }
    const rows = rowsAt(from, ids, found.value)
    put(withRows(now, rows, { seen, bookingId: bookingId() }))
    const reached = heading === null ? undefined : rows.get(heading)
    if (reached !== undefined) {
      heading = null
      arrive(reached)
    }
    return next(answer() ?? now) !== from
  }

  return {
    see: (range) => {
      seen = range
      void read()
    },
    seen: () => seen,
    reach: (place) => {
      const row = answer()?.rows.get(place)
      heading = row === undefined ? place : null
      if (row === undefined) void read()
      else arrive(row)
    },
    heading: () => heading,
    stay: () => {
      heading = null
    },
  }
}

function rowsAt(
  from: number,
  ids: readonly string[] | undefined,
  { bookings, shown }: { readonly bookings: readonly FoundBooking[]; readonly shown: readonly FoundBooking[] },
): ReadonlyMap<number, FoundBooking> {
  if (ids === undefined) return new Map(bookings.map((row, at) => [from + at, row]))
  const byId = new Map(shown.map((row) => [row.bookingId, row]))
  return new Map(
    ids.flatMap((id, at) => {
      const row = byId.get(id)
      return row === undefined ? [] : [[from + at, row] as const]
    }),
  )
}
