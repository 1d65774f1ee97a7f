import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, Reply } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { isSameJson } from '../app/state/is-same-json.ts'

export type BookingsState = {
  /** The newest version of each booking that the window has received, the least recently received first. */
  readonly byId: ReadonlyMap<string, BookedMoves>
}

export type BookingsStore = StoreApi<BookingsState> & {
  /**
   * The bridge for all other stores. Replies with a single booking, the day board or the inbox put their bookings into
   * this cache.
   */
  readonly bridge: Bridge
  readonly get: (bookingId: string | null) => BookedMoves | null
  /** Fetches a booking from the desk, and returns the reply of `getBooking`. */
  readonly read: (bookingId: string) => Promise<Reply<BookedMoves>>
  /** Returns the cached booking if no newer change was announced, else fetches it. Null if that fails. */
  readonly current: (bookingId: string) => Promise<BookedMoves | null>
  /** Caches a booking and keeps the booking up to date until the returned function is called. */
  readonly watch: (bookingId: string) => () => void
  /**
   * Marks all cached bookings as outdated and fetches the watched bookings again, because the desk recovered its store.
   */
  readonly expire: () => void
}

/** The most bookings in the cache, unless more are watched: enough for several screens of a busy day. */
const MAX_CACHED_BOOKINGS = 1_000

/**
 * Creates the cache of bookings, the only one of the window. Replies and events may overtake each other, so `asOf` of
 * a reply and `change` of an event decide which of the two is newer.
 */
export function createBookingsStore(connection: Bridge): BookingsStore {
  const store = createStore<BookingsState>(() => ({ byId: new Map() }))
  /** `asOf` of the reply from which each cached booking comes. */
  const versions = new Map<string, number>()
  /** The newest `change` that an event announced for each booking. */
  const changes = new Map<string, number>()
  const watchers = new Map<string, number>()
  const reading = new Map<string, { readonly change: number; readonly reply: Promise<Reply<BookedMoves>> }>()

  const get = (bookingId: string | null) => (bookingId === null ? null : (store.getState().byId.get(bookingId) ?? null))
  const changeOf = (bookingId: string) => changes.get(bookingId) ?? 0
  const isCurrent = (bookingId: string) => (versions.get(bookingId) ?? -1) >= changeOf(bookingId)

  function put(bookings: readonly BookedMoves[], asOf: number) {
    const newer = bookings.filter(({ id }) => (versions.get(id) ?? -1) <= asOf)
    if (newer.length === 0) return
    const byId = new Map(store.getState().byId)
    for (const booking of newer) {
      const before = byId.get(booking.id)
      byId.delete(booking.id)
      // The same object for the same content, so that a row draws nothing when a list is read again.
      byId.set(booking.id, before !== undefined && isSameJson(before, booking) ? before : booking)
      versions.set(booking.id, asOf)
    }
    for (const id of byId.keys()) {
      if (byId.size <= MAX_CACHED_BOOKINGS) break
      if (watchers.has(id)) continue
      byId.delete(id)
      versions.delete(id)
    }
    store.setState({ byId })
  }

  const caching =
    <In>(call: (input: In) => Promise<Reply<BookedMoves>>) =>
    async (input: In) => {
      const reply = await call(input)
      if (reply.ok) put([reply.value], reply.asOf)
      return reply
    }
  const bridge: Bridge = {
    ...connection,
    getBooking: caching(connection.getBooking),
    bookMove: caching(connection.bookMove),
    bookDespiteDuplicates: caching(connection.bookDespiteDuplicates),
    changeBooking: caching(connection.changeBooking),
    rescheduleBooking: caching(connection.rescheduleBooking),
    settleReschedule: caching(connection.settleReschedule),
    withdrawBooking: caching(connection.withdrawBooking),
    resolveBooking: caching(connection.resolveBooking),
    addFact: caching(connection.addFact),
    requestCancellation: caching(connection.requestCancellation),
    requestChange: caching(connection.requestChange),
    withdrawAmendment: caching(connection.withdrawAmendment),
    bookVisit: async (input) => {
      const reply = await connection.bookVisit(input)
      if (reply.ok) put([reply.value.pickup, reply.value.back], reply.asOf)
      return reply
    },
    readDay: async (input) => {
      const reply = await connection.readDay(input)
      if (reply.ok) put(reply.value.bookings, reply.asOf)
      return reply
    },
    readInbox: async (input) => {
      const reply = await connection.readInbox(input)
      const items = reply.ok ? [...reply.value.bookings, ...reply.value.settled] : []
      put(
        items.map(({ booking }) => booking),
        reply.asOf,
      )
      return reply
    },
  }

  /** All callers share a read that began after the newest announced change. */
  function read(bookingId: string): Promise<Reply<BookedMoves>> {
    const change = changeOf(bookingId)
    const before = reading.get(bookingId)
    if (before?.change === change) return before.reply
    const reply = bridge.getBooking({ bookingId }).finally(() => {
      if (reading.get(bookingId)?.reply === reply) reading.delete(bookingId)
    })
    reading.set(bookingId, { change, reply })
    return reply
  }

  connection.on('movesChanged', ({ bookingIds, change }) => {
    for (const bookingId of bookingIds) {
      changes.delete(bookingId)
      changes.set(bookingId, change)
      if (watchers.has(bookingId) && !isCurrent(bookingId)) void read(bookingId)
    }
    for (const bookingId of changes.keys()) {
      if (changes.size <= MAX_CACHED_BOOKINGS) break
      // Without its `change`, an outdated booking in the cache would count as current.
      if (!versions.has(bookingId)) changes.delete(bookingId)
    }
  })

  return {
    ...store,
    bridge,
    get,
    read,
    current: async (bookingId) => {
      const cached = get(bookingId)
      if (cached !== null && isCurrent(bookingId)) return cached
      const reply = await read(bookingId)
      return reply.ok ? reply.value : null
    },
    watch: (bookingId) => {
      watchers.set(bookingId, (watchers.get(bookingId) ?? 0) + 1)
      if (get(bookingId) === null || !isCurrent(bookingId)) void read(bookingId)
      let watching = true
      return () => {
        if (!watching) return
        watching = false
        const others = (watchers.get(bookingId) ?? 1) - 1
        if (others === 0) watchers.delete(bookingId)
        else watchers.set(bookingId, others)
      }
    },
    expire: () => {
      versions.clear()
      for (const bookingId of watchers.keys()) void read(bookingId)
    },
  }
}
