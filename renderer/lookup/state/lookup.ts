import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import {
  MAX_MATCHES,
  MAX_ROWS,
  MAX_TYPED_MATCHES,
  type FoundBooking,
  type FoundBookings,
} from '../../../shared/views/lookup.ts'
import { dateOf } from '../../../shared/time/time.ts'
import type { BookingsStore } from '../../booking/bookings-store.ts'
import { createClipboard } from '../../app/state/clipboard.ts'
import { onStatus } from '../../app/state/desk-status.ts'
import { createHistory } from './history.ts'
import {
  answerOf,
  firstLive,
  keptRow,
  MIN_VISIBLE_ROWS,
  PAGE_ROWS,
  placeOf,
  refreshed,
  sameRows,
  shownRows,
} from './result-list.ts'
import type { ResultPage } from './result-list.ts'
import { createLookupActs } from './actions.ts'
import type { LookupStore } from './lookup-store.ts'
import { EMPTY_STATE, type LookupState } from './state.ts'
import { createPageLoader } from './page-loader.ts'
import { createExternalMove } from './external-move.ts'
import { createResolutions } from '../../booking/state/resolutions.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

/** The next request: another list, or a refresh of the list on the screen. */
type Want = { readonly kind: 'list'; readonly keep: boolean } | { readonly kind: 'news' }

/**
 * Store of Lookup: the search, its list and the selected booking. `pause` resolves when a fast typist would have typed
 * another letter; the booking of the first row is read only then, so that the next search does not wait for that read.
 */
export function createLookup(bridge: Bridge, bookings: BookingsStore, pause: () => Promise<void>): LookupStore {
  const store = createStore<LookupState>(() => EMPTY_STATE)
  const copying = createClipboard(bridge)
  /** Grows when a running search becomes out of date, so that its reply is ignored. */
  let turn = 0
  /** The running search. Only one search runs at a time, and only the last waiting request runs next. */
  let running: Promise<void> | null = null
  let next: Want | null = null
  /** Id of the booking to read after the pause. */
  let unread: string | null = null
  let facts = Promise.resolve()
  let entered = false
  /** True from a change of text or filters to the reply, which selects the first row and drops another selection. */
  let typed = false

  const pages = createPageLoader(bridge, {
    answer: () => store.getState().answer,
    bookingId: () => store.getState().bookingId,
    put: (answer) => store.setState({ answer }),
    arrive: ({ bookingId }) => {
      if (store.getState().bookingId !== bookingId) look(bookingId)
    },
    fail: (errorMessage) => store.setState({ errorMessage }),
  })

  /** Runs a request after the running one. A `news` request never replaces a waiting `list` request. */
  async function ask(want: Want) {
    if (want.kind === 'list' || next === null) next = want
    running ??= answerAll()
    await running
  }

  async function answerAll() {
    try {
      for (let now = take(); now !== null; now = take()) await (now.kind === 'list' ? search(now.keep) : refresh())
    } finally {
      // No `await` separates this line from the last `take`, so no request can arrive in between and wait forever.
      running = null
    }
  }

  function take(): Want | null {
    const now = next
    next = null
    return now
  }

  async function find(
    shown: readonly string[],
    locate: string | null,
  ): Promise<(FoundBookings & Pick<ResultPage, 'text' | 'filters'>) | null> {
    const { text, filters } = store.getState()
    const mine = turn
    const { from, to } = pages.seen()
    const found = await bridge.findBookings({
      text,
      // Reads about as many rows as are visible, because each row takes time and a typed letter waits for all of them.
      limit: Math.min(Math.max(to - from, MIN_VISIBLE_ROWS), PAGE_ROWS),
      filters,
      most: filters.length === 0 ? MAX_TYPED_MATCHES : MAX_MATCHES,
      shown: shown.slice(0, MAX_ROWS),
      ...(locate === null ? {} : { locate }),
    })
    if (mine !== turn) return null
    if (found.ok) return { ...found.value, text, filters }
    store.setState({ errorMessage: describeFailure(found.failure) })
    return null
  }

  async function search(keep: boolean) {
    const kept = keep ? store.getState().bookingId : null
    const found = await find(kept === null ? [] : [kept], kept)
    if (found !== null) show(answerOf(found, found), keep, keptRow(found, kept))
  }

  /** Shows a list. `keep` keeps a selection, even if the list lacks its booking; otherwise selects the first row. */
  function show(answer: ResultPage, keep: boolean, kept: readonly [number, FoundBooking] | null) {
    const { bookingId } = store.getState()
    typed = typed && answer.text !== store.getState().text
    pages.stay()
    const rows = kept === null ? answer.rows : new Map([...answer.rows, kept])
    store.setState({ answer: { ...answer, rows }, newer: null, errorMessage: null })
    if (kept !== null) look(kept[1].bookingId)
    else if (!keep || bookingId === null) look(firstLive(answer)?.bookingId ?? null, pause())
    // A list that replaces another is visible in the same range, so missing rows of that range are read.
    pages.see(pages.seen())
  }

  /** Selects a booking and reads it: at once, or when `after` resolves, if that booking is still selected then. */
  function look(bookingId: string | null, after: Promise<void> | null = null) {
    const before = store.getState()
    const same = before.bookingId === bookingId
    store.setState({
      bookingId,
      ...(same ? {} : { outcome: null }),
      ...(bookingId === null && { readId: null, unreadable: null }),
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
    const answer = await bookings.read(bookingId)
    if (store.getState().bookingId !== bookingId) return
    store.setState(
      answer.ok
        ? { readId: bookingId, unreadable: null }
        : { readId: null, unreadable: describeFailure(answer.failure) },
    )
  }

  bridge.on('movesChanged', ({ bookingIds, hasNews }) => {
    if (!entered) return
    const { bookingId } = store.getState()
    if (bookingId !== null && bookingIds.includes(bookingId)) void readBooking(bookingId)
    if (hasNews) void ask({ kind: 'news' })
  })

  let today: string | null = null
  onStatus(bridge, ({ now, rooftop }) => {
    const before = today
    today = dateOf(now, rooftop.zone)
    const isPast = before !== null && before !== today
    if (entered && isPast && store.getState().filters.includes('today')) void ask({ kind: 'news' })
  })

  /** Updates the visible rows in place. A list with other rows waits as `newer`, so that no visible row moves. */
  async function refresh() {
    const { answer: before, bookingId } = store.getState()
    const shown = before === null ? [] : shownRows(before, pages.seen(), bookingId)
    const selected = bookingId !== null && !shown.includes(bookingId) ? [bookingId, ...shown] : shown
    const fresh = await find(selected, bookingId)
    const { answer } = store.getState()
    if (fresh === null) return
    // Filter arrays are replaced and never mutated, so the same array means the same filters.
    const same = answer !== null && answer.text === fresh.text && answer.filters === fresh.filters
    const [list, kept] = [answerOf(fresh, fresh), keptRow(fresh, bookingId)]
    if (!same || before === null || answer.count === 0) {
      show(list, answer === null || same, kept)
      return
    }
    const newer = sameRows(answer, list) ? null : { ...list, kept }
    store.setState({ answer: refreshed(answer, before, fresh), newer })
    pages.see(pages.seen())
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
    select: (bookingId) => {
      pages.stay()
      look(bookingId)
    },
    step: (rows) => {
      const { answer, bookingId } = store.getState()
      if (answer === null || answer.count === 0) return
      const at = pages.heading() ?? placeOf(answer, bookingId) ?? -1
      pages.reach(Math.min(Math.max(at + rows, 0), answer.count - 1))
    },
    see: pages.see,
    open: (bookingId) => {
      typed = false
      pages.stay()
      store.setState({ text: '', filters: [] })
      look(bookingId)
      // The reply for an older text would select another booking.
      turn += 1
      void ask({ kind: 'list', keep: true })
    },
    showNewer: () => {
      const { newer } = store.getState()
      const { bookingId } = store.getState()
      // The selection may have moved since the newer list was read.
      if (newer !== null && newer.kept?.[1].bookingId !== bookingId) void ask({ kind: 'list', keep: true })
      else if (newer !== null) show(newer, true, newer.kept)
    },
    found: async () => {
      await running
      readUnread()
      await facts
    },
    reload: () => {
      const { bookingId } = store.getState()
      if (bookingId !== null) void readBooking(bookingId)
      void ask({ kind: 'list', keep: true })
    },
    reset: () => {
      next = null
      typed = false
      pages.stay()
      // The reply of a running search would show the previous bookings.
      turn += 1
      store.setState(EMPTY_STATE)
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
    ...createLookupActs(bridge, store, readBooking),
    resolutions: createResolutions(bridge),
    settled: ({ id }, words) =>
      store.getState().bookingId === id && store.setState({ readId: id, outcome: { good: true, words } }),
    copying,
    externalMove: createExternalMove(bridge),
    history: createHistory(bridge),
    copyRow: () => {
      const { bookingId } = store.getState()
      if (bookingId !== null) void copying.copyMove(bookingId, null)
    },
  }
}
