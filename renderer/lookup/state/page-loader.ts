import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { FoundMove } from '../../../shared/views/lookup.ts'
import { missingPage, PAGE, withRows, type ResultPage, type Range } from './result-list.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

type Parts = {
  readonly answer: () => ResultPage | null
  /** The selected row. */
  readonly moveId: () => string | null
  readonly put: (answer: ResultPage) => void
  /** Called when a requested row has been read. */
  readonly arrive: (move: FoundMove) => void
  readonly fail: (words: string) => void
}

export type PageLoader = {
  /** Reports the visible rows. Missing rows among them are read. */
  readonly see: (seen: Range) => void
  readonly seen: () => Range
  /** Goes to a position, at once or as soon as its row was read. */
  readonly reach: (place: number) => void
  /** The position that is being reached, or null. */
  readonly heading: () => number | null
  /** Cancels reaching a position. */
  readonly stay: () => void
}

/**
 * Reads the visible and requested rows of a list, one page at a time. Rows that are scrolled past meanwhile are not
 * read.
 */
export function createPageLoader(bridge: Bridge, { answer, moveId, put, arrive, fail }: Parts): PageLoader {
  let seen: Range = { from: 0, to: PAGE }
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

  /** False if no row is missing, or if another attempt would not help. */
  async function readOne(): Promise<boolean> {
    const list = answer()
    const from = list === null ? null : next(list)
    if (list === null || from === null) return false
    const ids = list.ids?.slice(from, from + PAGE)
    const found = await bridge.findMoves(
      ids === undefined
        ? { text: '', limit: PAGE, from: { offset: from, of: list.count } }
        : // By id, because the search might not find these rows any more.
          { text: '', limit: 1, shown: ids },
    )
    const now = answer()
    if (now === null || now.ids !== list.ids || now.count !== list.count) return true
    if (!found.ok) {
      heading = null
      fail(describeFailure(found.failure))
      return false
    }
    const rows = rowsAt(from, ids, found.value)
    put(withRows(now, rows, { seen, moveId: moveId() }))
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
  { moves, shown }: { readonly moves: readonly FoundMove[]; readonly shown: readonly FoundMove[] },
): ReadonlyMap<number, FoundMove> {
  if (ids === undefined) return new Map(moves.map((move, at) => [from + at, move]))
  const byId = new Map(shown.map((move) => [move.moveId, move]))
  return new Map(
    ids.flatMap((id, at) => {
      const move = byId.get(id)
      return move === undefined ? [] : [[from + at, move] as const]
    }),
  )
}
