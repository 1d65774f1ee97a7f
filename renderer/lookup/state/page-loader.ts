import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { FoundMove } from '../../../shared/views/lookup.ts'
import { missingPage, PAGE, withRows, type ResultPage, type Range } from './result-list.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

type Parts = {
  readonly answer: () => ResultPage | null
  /** The row that is looked at. */
  readonly moveId: () => string | null
  readonly put: (answer: ResultPage) => void
  /** A row that was to be reached is there. */
  readonly arrive: (move: FoundMove) => void
  readonly fail: (words: string) => void
}

export type PageLoader = {
  /** What stands on the screen: what of it is not there is read. */
  readonly see: (seen: Range) => void
  readonly seen: () => Range
  /** Arrives at a place, at once or as soon as its row was read. */
  readonly reach: (place: number) => void
  /** The place that is to be reached. */
  readonly heading: () => number | null
  /** Nothing is to be reached any more. */
  readonly stay: () => void
}

/** Reads the rows of a list that are seen or to be reached, one page at a time: what is passed by meanwhile is not read. */
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

  /** False when there is nothing more to read, or when trying again would not help. */
  async function readOne(): Promise<boolean> {
    const list = answer()
    const from = list === null ? null : next(list)
    if (list === null || from === null) return false
    const ids = list.ids?.slice(from, from + PAGE)
    const found = await bridge.findMoves(
      ids === undefined
        ? { text: '', limit: PAGE, from: { offset: from, of: list.count } }
        : // By their ids, also those that the search would find no longer.
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
