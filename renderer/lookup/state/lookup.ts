import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import {
  MAX_MATCHES,
  MAX_ROWS,
  type FoundMove,
  type FoundMoves,
  type LookupFilter,
} from '../../../shared/views/lookup.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { dateOf } from '../../../shared/time/time.ts'
import type { BookingsStore } from '../../booking/bookings-store.ts'
import { createClipboard, type Clipboard } from '../../app/state/clipboard.ts'
import { onStatus } from '../../app/state/desk-status.ts'
import { createHistory, type HistoryStore } from './history.ts'
import { answerOf, keptRow, PAGE, placeOf, refreshed, sameRows, shownRows, type ResultPage } from './result-list.ts'
import { createLookupActs, type LookupActs } from './actions.ts'
import { EMPTY_STATE, type LookupState } from './state.ts'
import { createPageLoader, type PageLoader } from './page-loader.ts'
import { createExternalMove, type ExternalMoveStore } from './external-move.ts'
import { createResolutions, type ResolutionStore } from '../../booking/state/resolutions.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

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
    readonly see: PageLoader['see']
    /** Shows a booking with an empty search and no filter. */
    readonly open: (bookingId: string) => void
    readonly showNewer: () => void
    readonly rebook: () => void
    /** Forgets all that stood there: the desk works with other bookings now. */
    readonly startOver: () => void
    readonly enter: () => void
    readonly leave: () => void
    /** The decisions about the booking that is looked at. */
    readonly ways: ResolutionStore
    /** The same, asked one after the other by the guide that lies over its page. */
    readonly guide: ResolutionStore
    /** Shows a booking as a decision left it, with words. */
    readonly settled: (booking: BookedMoves, words: string) => void
    readonly copying: Clipboard
    readonly externalMove: ExternalMoveStore
    readonly history: HistoryStore
    /** Puts the selected move onto the clipboard, as one line. */
    readonly copyRow: () => void
  }

/** Rows told at once however low the list is. */
const MIN_VISIBLE_ROWS = 24

/** What is asked next: a list, or how the one on the screen stands now. */
type Want = { readonly kind: 'list'; readonly keep: boolean } | { readonly kind: 'news' }

/**
 * The lookup: the search, its list, and the booking that is looked at. `pause` settles after a moment in which the next
 * letter would have come: the facts of the first row are read then, or the list that answers that letter would wait for them.
 */
export function createLookup(bridge: Bridge, bookings: BookingsStore, pause: () => Promise<void>): LookupStore {
  const store = createStore<LookupState>(() => EMPTY_STATE)
  const copying = createClipboard(bridge)
  /** Goes up with what makes an answer that is under way say nothing about the desk as it is now. */
  let turn = 0
  /** One question at a time: what comes meanwhile is asked after it, and of many only the last. */
  let amendmentDialog: Promise<void> | null = null
  let next: Want | null = null
  /** The booking whose facts are read after the pause. */
  let unread: string | null = null
  let facts = Promise.resolve()
  let entered = false
  /** Typed and not answered yet: the first row of the answer is looked at, whatever was looked at before. */
  let typed = false

  const slices = createPageLoader(bridge, {
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
    amendmentDialog ??= answerAll()
    await amendmentDialog
  }

  async function answerAll() {
    try {
      for (let now = take(); now !== null; now = take()) await (now.kind === 'list' ? search(now.keep) : refresh())
    } finally {
      // In one step with the last look for what is asked: nothing may be asked between them and wait for good.
      amendmentDialog = null
    }
  }

  function take(): Want | null {
    const now = next
    next = null
    return now
  }

  async function find(shown: readonly string[]): Promise<(FoundMoves & Pick<ResultPage, 'text' | 'filters'>) | null> {
    const { text, filters } = store.getState()
    const mine = turn
    const { from, to } = slices.seen()
    const found = await bridge.findMoves({
      text,
      // No more than are seen: each row takes its time to read, and a typed letter waits for all of them.
      limit: Math.min(Math.max(to - from, MIN_VISIBLE_ROWS), PAGE),
      filters,
      most: MAX_MATCHES,
      shown: shown.slice(0, MAX_ROWS),
    })
    if (mine !== turn) return null
    if (found.ok) return { ...found.value, text, filters }
    store.setState({ trouble: describeFailure(found.failure) })
    return null
  }

  async function search(keep: boolean) {
    const { moveId } = store.getState()
    const found = await find(keep && moveId !== null ? [moveId] : [])
    if (found !== null) show(answerOf(found, found), keep, found.shown)
  }

  /** Puts a list on the screen; keeps the selected row where the list still has it, else takes the first. */
  function show(answer: ResultPage, keep: boolean, told: readonly FoundMove[] = []) {
    const { bookingId } = store.getState()
    const kept = keep ? keptRow(answer, told, store.getState()) : null
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

  /** Its facts are read at once, or after a pause unless another booking is looked at by then. */
  function look(bookingId: string | null, moveId: string | null, after: Promise<void> | null = null) {
    const before = store.getState()
    const same = before.bookingId === bookingId
    store.setState({
      bookingId,
      moveId,
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

  bridge.on('movesChanged', ({ bookingIds }) => {
    if (!entered) return
    const { bookingId } = store.getState()
    if (bookingId !== null && bookingIds.includes(bookingId)) void readBooking(bookingId)
    void ask({ kind: 'news' })
  })

  let today: string | null = null
  onStatus(bridge, ({ now, rooftop }) => {
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
    store.setState({ answer: refreshed(answer, before, fresh), newer: sameRows(answer, list) ? null : list })
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
      await amendmentDialog
      readUnread()
      await facts
    },
    rebook: () => {
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
    ways: createResolutions(bridge),
    guide: createResolutions(bridge),
    settled: ({ id }, words) =>
      store.getState().bookingId === id && store.setState({ readId: id, outcome: { good: true, words } }),
    copying,
    externalMove: createExternalMove(bridge),
    history: createHistory(bridge),
    copyRow: () => {
      const { bookingId, moveId } = store.getState()
      if (bookingId !== null) void copying.copyMove(bookingId, moveId)
    },
  }
}
