import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { FoundMove, FoundMoves, LookupFilter } from '../../shared/lookup.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { dateOf } from '../../shared/time.ts'
import { makeCopying, type Copying } from './copying.ts'
import { makeHistory, type HistoryStore } from './history.ts'
import { makeStranger, type StrangerStore } from './stranger.ts'
import { makeWays, type WaysStore } from './ways.ts'

/** The list that stands on the screen, and the text and the filters that it answers. */
export type Answer = Omit<FoundMoves, 'shown'> & { readonly text: string; readonly filters: readonly LookupFilter[] }

export type LookupState = {
  /** What stands in the find box. */
  readonly text: string
  /** What the search is narrowed to; kept, like the text, when one comes back. */
  readonly filters: readonly LookupFilter[]
  /** Null before the first answer. */
  readonly answer: Answer | null
  /** A newer list for the same text, which would move rows: it waits until it is asked for. */
  readonly newer: Answer | null
  /** The selected row. */
  readonly moveId: string | null
  /** The booking whose facts are shown; also one that no row of the list stands for. */
  readonly bookingId: string | null
  /** Its facts; those of the one before it until they are read. */
  readonly booking: BookedMoves | null
  /** Why there is no list, or no booking. */
  readonly trouble: string | null
  readonly withdrawing: boolean
  /** What came of an action on the booking, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type LookupStore = StoreApi<LookupState> & {
  readonly type: (text: string) => void
  readonly filter: (filters: readonly LookupFilter[]) => void
  readonly select: (move: FoundMove) => void
  /** Moves the selection by rows; stops at both ends. */
  readonly step: (rows: number) => void
  /** Shows a booking with an empty search and no filter. */
  readonly open: (bookingId: string) => void
  readonly showNewer: () => void
  /** Forgets all that stood there: the desk works with other bookings now. */
  readonly startOver: () => void
  readonly enter: () => void
  readonly leave: () => void
  readonly withdraw: () => Promise<void>
  /** The decisions about the booking that is looked at. */
  readonly ways: WaysStore
  /** Shows a booking as a decision left it, with words. */
  readonly settled: (booking: BookedMoves, words: string) => void
  readonly copying: Copying
  readonly stranger: StrangerStore
  readonly history: HistoryStore
  /** Puts the selected move onto the clipboard, as one line. */
  readonly copyRow: () => void
  readonly openLink: (url: string) => Promise<void>
  /** Puts all that is known here of the opened booking onto the clipboard. */
  readonly copyRaw: () => Promise<void>
}

/** Rows asked for at once. */
export const MOST_ROWS = 100

const NOTHING: LookupState = {
  text: '',
  filters: [],
  answer: null,
  newer: null,
  moveId: null,
  bookingId: null,
  booking: null,
  trouble: null,
  withdrawing: false,
  outcome: null,
}

/** The lookup: the search, its list, and the booking that is looked at. */
export function makeLookup(bridge: Bridge): LookupStore {
  const store = createStore<LookupState>(() => NOTHING)
  const copying = makeCopying(bridge)
  let asked = 0
  /** A search that was typed is under way: what is typed meanwhile is asked once, when it is answered. */
  let searching = false
  let again = false
  let entered = false
  /** Typed and not answered yet: the first row of the answer is looked at, whatever was looked at before. */
  let typed = false

  async function find(shown: readonly FoundMove[] = []): Promise<(Answer & FoundMoves) | null> {
    const { text, filters } = store.getState()
    asked += 1
    const mine = asked
    const found = await bridge.findMoves({
      text,
      limit: MOST_ROWS,
      filters,
      // Only a filter lets a row go that somebody looks at: without it the row would stand there as it was.
      shown: filters.length === 0 ? [] : shown.map(({ moveId }) => moveId),
    })
    // An answer to an older text must not overwrite the newer one.
    if (mine !== asked) return null
    if (found.ok) return { ...found.value, text, filters }
    store.setState({ trouble: found.failure.message })
    return null
  }

  /** Puts a list on the screen; keeps the selected row where the list still has it, else takes the first. */
  function show(answer: Answer, keep: boolean) {
    const { moveId, bookingId } = store.getState()
    const kept = keep
      ? (answer.moves.find((move) => move.moveId === moveId) ??
        answer.moves.find((move) => move.bookingId === bookingId))
      : undefined
    typed = false
    store.setState({ answer, newer: null, trouble: null })
    if (kept !== undefined) look(kept.bookingId, kept.moveId)
    else if (!keep || bookingId === null) {
      const first = answer.moves[0]
      look(first?.bookingId ?? null, first?.moveId ?? null)
    }
  }

  /** Asks at once, and never twice at the same time: each keystroke shows what it finds, and none waits for a queue of others. */
  async function searchTyped() {
    if (searching) {
      again = true
      return
    }
    searching = true
    try {
      do {
        again = false
        await search(false)
      } while (again)
    } finally {
      searching = false
    }
  }

  async function search(keep: boolean) {
    const answer = await find()
    if (answer !== null) show(answer, keep)
  }

  function look(bookingId: string | null, moveId: string | null) {
    const before = store.getState()
    const same = before.bookingId === bookingId
    store.setState({
      bookingId,
      moveId,
      ...(same ? {} : { outcome: null }),
      ...(bookingId === null && { booking: null }),
    })
    if (bookingId !== null) void readBooking(bookingId)
  }

  async function readBooking(bookingId: string) {
    const answer = await bridge.getBooking({ bookingId })
    if (store.getState().bookingId !== bookingId) return
    store.setState(answer.ok ? { booking: answer.value } : { booking: null, trouble: answer.failure.message })
  }

  bridge.on('movesChanged', ({ bookingIds }) => {
    if (!entered) return
    const { bookingId } = store.getState()
    if (bookingId !== null && bookingIds.includes(bookingId)) void readBooking(bookingId)
    void refresh()
  })

  let today: string | null = null
  bridge.on('deskChanged', ({ now, rooftop }) => {
    const before = today
    today = dateOf(now, rooftop.zone)
    const isPast = before !== null && before !== today
    if (entered && isPast && store.getState().filters.includes('today')) void refresh()
  })

  /** Brings the shown rows up to date where they stand; a list with other rows waits as `newer`. */
  async function refresh() {
    const { answer: asked } = store.getState()
    const fresh = await find(asked?.moves)
    const { answer } = store.getState()
    if (fresh === null) return
    // Filters are replaced and never changed, so that the same list of them is the same question.
    const same = answer !== null && answer.text === fresh.text && answer.filters === fresh.filters
    if (!same || answer.moves.length === 0) {
      show(fresh, answer === null || same)
      return
    }
    const byId = new Map([...fresh.moves, ...fresh.shown].map((move) => [move.moveId, move]))
    const moves = answer.moves.map((move) => byId.get(move.moveId) ?? move)
    const sameRows =
      fresh.moves.length === moves.length && fresh.moves.every((move, at) => move.moveId === moves[at]?.moveId)
    store.setState({ answer: { ...answer, moves, total: fresh.total }, newer: sameRows ? null : fresh })
  }

  return {
    ...store,
    type: (text) => {
      typed = true
      store.setState({ text })
      void searchTyped()
    },
    filter: (filters) => {
      typed = true
      store.setState({ filters })
      void searchTyped()
    },
    select: (move) => look(move.bookingId, move.moveId),
    step: (rows) => {
      const { answer, moveId } = store.getState()
      const moves = answer?.moves ?? []
      const at = moves.findIndex((move) => move.moveId === moveId)
      const next = moves[Math.min(Math.max(at + rows, 0), moves.length - 1)]
      if (next !== undefined && next.moveId !== moveId) look(next.bookingId, next.moveId)
    },
    open: (bookingId) => {
      typed = false
      store.setState({ text: '', filters: [], moveId: null })
      look(bookingId, null)
      void search(true)
    },
    showNewer: () => {
      const { newer } = store.getState()
      if (newer !== null) show(newer, true)
    },
    startOver: () => {
      again = false
      typed = false
      // An answer that is under way speaks of the bookings before.
      asked += 1
      store.setState(NOTHING)
    },
    enter: () => {
      entered = true
      void search(!typed)
    },
    leave: () => {
      entered = false
      copying.leave()
      store.setState({ outcome: null })
    },
    withdraw: async () => {
      const { booking, withdrawing } = store.getState()
      if (booking === null || withdrawing) return
      const bookingId = booking.id
      store.setState({ withdrawing: true, outcome: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({ withdrawing: false })
      if (store.getState().bookingId !== bookingId) return
      if (answer.ok) {
        store.setState({
          booking: answer.value,
          outcome: { good: true, words: 'Taken back. Nothing will be sent to the provider.' },
        })
      } else {
        store.setState({ outcome: { good: false, words: `Not taken back. ${answer.failure.message}` } })
        void readBooking(bookingId)
      }
    },
    ways: makeWays(bridge),
    settled: (booking, words) => {
      if (store.getState().bookingId === booking.id) store.setState({ booking, outcome: { good: true, words } })
    },
    copyRaw: async () => {
      const { bookingId } = store.getState()
      if (bookingId === null) return
      const answer = await bridge.copyRaw({ bookingId })
      store.setState({
        outcome: answer.ok
          ? { good: true, words: 'Its data is on the clipboard. Paste it into a message to support.' }
          : { good: false, words: `Its data was not copied. ${answer.failure.message}` },
      })
    },
    copying,
    stranger: makeStranger(bridge),
    history: makeHistory(bridge),
    copyRow: () => {
      const { bookingId, moveId } = store.getState()
      if (bookingId !== null) void copying.copyMove(bookingId, moveId)
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({
        outcome: answer.ok ? null : { good: false, words: `The page was not opened. ${answer.failure.message}` },
      })
    },
  }
}
