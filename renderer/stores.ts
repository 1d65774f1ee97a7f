import type { Bridge } from '../shared/bridge/calls.ts'
import { createBookingsStore } from './booking/bookings-store.ts'
import { findPastBookings } from './scheduler/state/past-bookings.ts'
import { createSuggestions } from './scheduler/state/suggestions.ts'
import { createPrefill } from './scheduler/state/prefill.ts'
import { createRebook } from './scheduler/state/rebook.ts'
import { createAppearance } from './app/state/appearance.ts'
import { createCommands, type CommandParts } from './app/state/commands.ts'
import { createDay } from './day/state/day.ts'
import { createDeskStatus } from './app/state/desk-status.ts'
import { createChecks } from './scheduler/state/checks.ts'
import { createDayLoad } from './scheduler/state/day-load.ts'
import { createLoaners } from './scheduler/state/loaners.ts'
import { createDistance } from './scheduler/state/distance.ts'
import { createDraft } from './scheduler/state/draft.ts'
import { createLookup } from './lookup/state/lookup.ts'
import { createLastSaved } from './scheduler/state/last-saved.ts'
import { createNavigation } from './app/state/navigation.ts'
import { createUndo } from './app/state/undo.ts'

/** The parts of the page that the stores need. */
export type StoresDeps = CommandParts['page'] & {
  /** The element whose data attributes carry theme, density and contrast. */
  readonly root: HTMLElement
  readonly wantsContrast: MediaQueryList
  /** Resolves after the longest pause between two letters of a fast typist. */
  readonly pause: () => Promise<void>
}

/** Bookings of a known customer beside the form. */
const LAST_BOOKINGS = 3

export type Stores = ReturnType<typeof createStores>

/**
 * Creates the stores of the first screen over one bridge; `later-stores.ts` has the others. Every bridge call goes
 * through the undo store first, then through the bookings store.
 */
export function createStores(connection: Bridge, { root, wantsContrast, pause, ...page }: StoresDeps) {
  const bookings = createBookingsStore(connection)
  const undo = createUndo(bookings)
  const bridge = undo.watched
  // The store of the desk status is created before the lists, so that a status event updates that store before the
  // lists read the status.
  const desk = createDeskStatus(bridge)
  const draft = createDraft(bridge, desk)
  const prefill = createPrefill(bridge)
  const distance = createDistance(bridge)
  const dayLoad = createDayLoad(bridge)
  const checks = createChecks(bridge)
  const loaners = createLoaners(bridge)
  const suggestions = createSuggestions(bridge)
  const saved = createLastSaved()
  const lookup = createLookup(bridge, bookings, pause)
  const day = createDay(bridge, desk)
  const navigation = createNavigation()
  const rebook = createRebook({ desk, draft, navigation })
  let later: CommandParts['later'] | null = null
  const commands = createCommands(bridge, {
    later: {
      reschedule: { open: (booking) => later?.reschedule.open(booking) },
      about: { read: async () => later?.about.read(), copy: async () => later?.about.copy() },
      takeover: { open: (question) => later?.takeover.open(question) },
    },
    bookings,
    desk,
    draft,
    day,
    lookup,
    navigation,
    undo,
    rebook,
    page,
  })
  const appearance = createAppearance(bridge, root, wantsContrast)

  return {
    bridge,
    bookings,
    undo,
    desk,
    draft,
    prefill,
    distance,
    dayLoad,
    checks,
    loaners,
    suggestions,
    /** Finds the newest bookings of a customer by the phone. */
    pastBookings: (phone: string) => findPastBookings(bridge, phone, LAST_BOOKINGS),
    saved,
    lookup,
    day,
    navigation,
    rebook,
    commands,
    appearance,
    /** Takes the stores that the commands need of those that load after the first paint. */
    add: (stores: CommandParts['later']) => {
      later = stores
    },
    /** Reads everything again after a recovery, because data that was read before may be wrong. */
    reset: () => {
      bookings.expire()
      lookup.reset()
      void draft.restore()
      void desk.read()
    },
  }
}
