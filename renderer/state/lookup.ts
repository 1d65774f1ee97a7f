import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import { MOST_FOUND, MOST_SHOWN, type FoundMove, type FoundMoves, type LookupFilter } from '../../shared/lookup.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { dateOf } from '../../shared/time.ts'
import { makeCopying, type Copying } from './copying.ts'
import { makeHistory, type HistoryStore } from './history.ts'
import { answerOf, PAGE, placeIn, placeOf, renewed, sameRows, shownRows, type Answer } from './list.ts'
import { makeLookupActs, type LookupActs } from './lookup-acts.ts'
import { NOTHING, type LookupState } from './lookup-state.ts'
import { makeSlices, type Slices } from './slices.ts'
import { makeStranger, type StrangerStore } from './stranger.ts'
import { makeWays, type WaysStore } from './ways.ts'

export type LookupStore = StoreApi<LookupState> &
  LookupActs & {
    readonly type: (text: string) => void
    /** Settles once what was typed is answered and the facts of what is looked at are there, which are read without any pause. */
    readonly found: () => Promise<void>
    readonly filter: (filters: readonly LookupFilter[]) => void
    readonly select: (move: FoundMove) => void
    /** Moves the selection by rows, to one that is not read yet as soon as it is; stops at both ends. */
    readonly step: (rows: number) => void
    /** Tells which rows are on the screen. */
    readonly see: Slices['see']
    /** Shows a booking with an empty search and no filter. */
    readonly open: (bookingId: string) => void
    readonly showNewer: () => void
    /** Reads once more what could not be read. */
    readonly again: () => void
    /** Forgets all that stood there: the desk works with other bookings now. */
    readonly startOver: () => void
    readonly enter: () => void
    readonly leave: () => void
    /** The decisions about the booking that is looked at. */
    readonly ways: WaysStore
    /** The same, asked one after the other by the guide that lies over its page. */
    readonly guide: WaysStore
    /** Shows a booking as a decision left it, with words. */
    readonly settled: (booking: BookedMoves, words: string) => void
    readonly copying: Copying
    readonly stranger: StrangerStore
    readonly history: HistoryStore
    /** Puts the selected move onto the clipboard, as one line. */
    readonly copyRow: () => void
  }

/** Rows told at once however low the list is. */
const FEWEST = 24

/** What is asked next: a list, or how the one on the screen stands now. */
type Want = { readonly kind: 'list'; readonly keep: boolean } | { readonly kind: 'news' }

/**
 * The lookup: the search, its list, and the booking that is looked at. `pause` settles after a moment in which the next
 * letter would have come: the facts of the first row are read then, or the list that answers that letter would wait for them.
 */
export function makeLookup(bridge: Bridge, pause: () => Promise<void>): LookupStore {
  const store = createStore<LookupState>(() => NOTHING)
  const copying = makeCopying(bridge)
  /** Goes up with what makes an answer that is under way say nothing about the desk as it is now. */
  let turn = 0
  /** One question at a time: what comes meanwhile is asked after it, and of many only the last. */
  let asking: Promise<void> | null = null
  let next: Want | null = null
  /** The booking whose facts are read after the pause. */
  let unread: string | null = null
  let facts = Promise.resolve()
  let entered = false
  /** Typed and not answered yet: the first row of the answer is looked at, whatever was looked at before. */
  let typed = false

  const slices = makeSlices(bridge, {
    answer: () => store.getState().answer,
    moveId: () => store.getState().moveId,
    put: (answer) => store.setState({ answer }),
    arrive: ({ bookingId, moveId }) => {
      if (store.getState().moveId !== moveId) look(bookingId, moveId)
    },
    fail: (trouble) => store.setState({ trouble }),
  })

  /** Asks as soon as what is asked now is answered. A list is never given up for news of the one before it. */
  async function ask(want: Want) {
    if (want.kind === 'list' || next === null) next = want
    asking ??= answerAll()
    await asking
  }

  async function answerAll() {
    try {
      for (let now = take(); now !== null; now = take()) await (now.kind === 'list' ? search(now.keep) : refresh())
    } finally {
      // In one step with the last look for what is asked: nothing may be asked between them and wait for good.
      asking = null
    }
  }

  function take(): Want | null {
    const now = next
    next = null
    return now
  }

  async function find(shown: readonly string[]): Promise<(FoundMoves & Pick<Answer, 'text' | 'filters'>) | null> {
    const { text, filters } = store.getState()
    const mine = turn
    const { from, to } = slices.seen()
    const found = await bridge.findMoves({
      text,
      // No more than are seen: each row takes its time to read, and a typed letter waits for all of them.
      limit: Math.min(Math.max(to - from, FEWEST), PAGE),
      filters,
      most: MOST_FOUND,
      shown: shown.slice(0, MOST_SHOWN),
    })
    if (mine !== turn) return null
    if (found.ok) return { ...found.value, text, filters }
    store.setState({ trouble: found.failure.message })
    return null
  }

  async function search(keep: boolean) {
    const { moveId } = store.getState()
    const found = await find(keep && moveId !== null ? [moveId] : [])
    if (found !== null) show(answerOf(found, found), keep, found.shown)
  }

  /** Puts a list on the screen; keeps the selected row where the list still has it, else takes the first. */
  function show(answer: Answer, keep: boolean, told: readonly FoundMove[] = []) {
    const { bookingId } = store.getState()
    const kept = keep ? keptRow(answer, told) : null
    typed = typed && answer.text !== store.getState().text
    slices.stay()
    const rows = kept === null ? answer.rows : new Map([...answer.rows, kept])
    store.setState({ answer: { ...answer, rows }, newer: null, trouble: null })
    if (kept !== null) look(kept[1].bookingId, kept[1].moveId)
    else if (!keep || bookingId === null) {
      const first = answer.rows.get(0)
      look(first?.bookingId ?? null, first?.moveId ?? null, pause())
    }
    // Of a list that stands where another stood the same places are seen.
    slices.see(slices.seen())
  }

  function keptRow(list: Answer, told: readonly FoundMove[]): readonly [number, FoundMove] | null {
    const { moveId, bookingId, answer } = store.getState()
    const place = moveId === null ? null : placeIn(list, answer, moveId)
    const row = [...list.rows.values(), ...told, ...(answer?.rows.values() ?? [])].find(
      (move) => move.moveId === moveId,
    )
    if (place !== null && row !== undefined) return [place, row]
    return [...list.rows].find(([, move]) => move.bookingId === bookingId) ?? null
  }

  /** Its facts are read at once, or after a pause unless another booking is looked at by then. */
  function look(bookingId: string | null, moveId: string | null, after: Promise<void> | null = null) {
    const before = store.getState()
    const same = before.bookingId === bookingId
    store.setState({
      bookingId,
      moveId,
      ...(same ? {} : { outcome: null }),
      ...(bookingId === null && { booking: null, unreadable: null }),
    })
    unread = after === null ? null : bookingId
    if (bookingId === null) return
    if (after === null) facts = readBooking(bookingId)
    else void after.then(() => unread === bookingId && readUnread())
  }

  function readUnread() {
    if (unread !== null) facts = readBooking(unread)
    unread = null
  }

  async function readBooking(bookingId: string) {
    const answer = await bridge.getBooking({ bookingId })
    if (store.getState().bookingId !== bookingId) return
    store.setState(
      answer.ok ? { booking: answer.value, unreadable: null } : { booking: null, unreadable: answer.failure.message },
    )
  }

  bridge.on('movesChanged', ({ bookingIds }) => {
    if (!entered) return
    const { bookingId } = store.getState()
    if (bookingId !== null && bookingIds.includes(bookingId)) void readBooking(bookingId)
    void ask({ kind: 'news' })
  })

  let today: string | null = null
  bridge.on('deskChanged', ({ now, rooftop }) => {
    const before = today
    today = dateOf(now, rooftop.zone)
    const isPast = before !== null && before !== today
    if (entered && isPast && store.getState().filters.includes('today')) void ask({ kind: 'news' })
  })

  /** Brings the shown rows up to date where they stand; a list with other rows waits as `newer`. */
  async function refresh() {
    const { answer: before, moveId } = store.getState()
    const fresh = await find(before === null ? [] : shownRows(before, slices.seen(), moveId))
    const { answer } = store.getState()
    if (fresh === null) return
    // Filters are replaced and never changed, so that the same list of them is the same question.
    const same = answer !== null && answer.text === fresh.text && answer.filters === fresh.filters
    const list = answerOf(fresh, fresh)
    if (!same || before === null || answer.count === 0) {
      show(list, answer === null || same, fresh.shown)
      return
    }
    store.setState({ answer: renewed(answer, before, fresh), newer: sameRows(answer, list) ? null : list })
    slices.see(slices.seen())
  }

  return {
    ...store,
    type: (text) => {
      typed = true
      store.setState({ text })
      void ask({ kind: 'list', keep: false })
    },
    filter: (filters) => {
      typed = true
      store.setState({ filters })
      void ask({ kind: 'list', keep: false })
    },
    select: (move) => {
      slices.stay()
      look(move.bookingId, move.moveId)
    },
    step: (rows) => {
      const { answer, moveId } = store.getState()
      if (answer === null || answer.count === 0) return
      const at = slices.heading() ?? placeOf(answer, moveId) ?? -1
      slices.reach(Math.min(Math.max(at + rows, 0), answer.count - 1))
    },
    see: slices.see,
    open: (bookingId) => {
      typed = false
      slices.stay()
      store.setState({ text: '', filters: [], moveId: null })
      look(bookingId, null)
      // The answer to an older text would look at another booking.
      turn += 1
      void ask({ kind: 'list', keep: true })
    },
    showNewer: () => {
      const { newer } = store.getState()
      if (newer !== null) show(newer, true)
    },
    found: async () => {
      await asking
      readUnread()
      await facts
    },
    again: () => {
      const { bookingId } = store.getState()
      if (bookingId !== null) void readBooking(bookingId)
      void ask({ kind: 'list', keep: true })
    },
    startOver: () => {
      next = null
      typed = false
      slices.stay()
      // An answer that is under way speaks of the bookings before.
      turn += 1
      store.setState(NOTHING)
    },
    enter: () => {
      entered = true
      void ask({ kind: 'list', keep: !typed })
    },
    leave: () => {
      entered = false
      copying.leave()
      store.setState({ outcome: null })
    },
    ...makeLookupActs(bridge, store, readBooking),
    ways: makeWays(bridge),
    guide: makeWays(bridge),
    settled: (booking, words) => {
      if (store.getState().bookingId === booking.id) store.setState({ booking, outcome: { good: true, words } })
    },
    copying,
    stranger: makeStranger(bridge),
    history: makeHistory(bridge),
    copyRow: () => {
      const { bookingId, moveId } = store.getState()
      if (bookingId !== null) void copying.copyMove(bookingId, moveId)
    },
  }
}
