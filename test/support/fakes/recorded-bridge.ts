import type { Bridge, BridgeEvents, DeskStatus, Reply } from '../../../shared/bridge/calls.ts'
import { CALLS, type CallName, type EventName } from '../../../shared/bridge/names.ts'
import { fail, type Result } from '../../../shared/result.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { PAIR } from '../builders/booked-moves.ts'
import { START } from './system.ts'

/** A main process in memory: answers for a few bookings, numbers their changes, and records every call. */
export type RecordedBridge = {
  readonly bridge: Bridge
  /** Every call since the last `forget`, in order. */
  readonly calls: readonly CallName[]
  forget(): void
  /** Commits a booking and emits the event of that commit, with `hasNews`, which is true by default. */
  commit(booking: BookedMoves, hasNews?: boolean): void
  /** Emits a status with these parts, without a changed booking. */
  tellStatus(part: Partial<DeskStatus>): void
  /** Runs between the commit of the next saved booking and the reply to the window. */
  beforeReply(act: (saved: BookedMoves) => void): void
  /** Makes the next reply of a call a failure, by default `busy`. */
  failNext(call: CallName, failure?: Result<never>): void
  /** Holds the next replies of a call until the returned function releases them, in order or the last one first. */
  hold(call: CallName): (order?: 'last-first') => Promise<void>
}

export function createRecordedBridge(...kept: readonly BookedMoves[]): RecordedBridge {
  const bookings = new Map(kept.map((booking) => [booking.id, booking]))
  const heard = new Map<EventName, ((what: never) => void)[]>()
  const calls: CallName[] = []
  const held = new Map<CallName, (() => void)[]>()
  const failing = new Map<CallName, Result<never>>()
  let change = 0
  let beforeReply = (_saved: BookedMoves) => {}
  let status = {
    asOf: 0,
    now: START,
    rooftop: PRACTICE_ROOFTOP,
    providerContact: { name: null, phone: null },
    connection: { kind: 'up', since: START },
    waiting: 0,
    attention: 0,
    notices: [],
    practice: { connection: 'up', profile: 'baseline', chosen: false, movesUrl: 'http://127.0.0.1:9/portal/moves' },
  } as unknown as DeskStatus

  const tell = <E extends EventName>(event: E, what: BridgeEvents[E]) =>
    heard.get(event)?.forEach((hear) => (hear as (told: BridgeEvents[E]) => void)(what))
  const commit = (booking: BookedMoves, hasNews = true) => {
    bookings.set(booking.id, booking)
    change += 1
    status = { ...status, monotonicAt: status.monotonicAt + 1 }
    tell('movesChanged', { bookingIds: [booking.id], hasNews, change, status })
  }
  const save = (): Reply<BookedMoves> => {
    const saved: BookedMoves = inState({ ...PAIR, id: `saved-${bookings.size + 1}` }, 'waiting')
    commit(saved)
    const reply = { ok: true, value: saved, asOf: change } as const
    beforeReply(saved)
    return reply
  }
  const withdrawBooking = ({ bookingId }: { readonly bookingId: string }): BookedMoves => {
    const withdrawn = inState(booking(bookingId), 'withdrawn')
    commit(withdrawn)
    return withdrawn
  }
  const changeBooking = ({ bookingId }: { readonly bookingId: string }): BookedMoves => {
    const changed = inState(booking(bookingId), 'waiting')
    commit(changed)
    return changed
  }
  const booking = (bookingId: string): BookedMoves => {
    const found = bookings.get(bookingId)
    if (found === undefined) throw new Error(`no booking ${bookingId}`)
    return found
  }
  const answers: { readonly [K in CallName]?: (input: never) => unknown } = {
    readStatus: () => status,
    findDuplicates: () => [],
    getBooking: ({ bookingId }: { readonly bookingId: string }) => booking(bookingId),
    withdrawBooking,
    changeBooking,
    readDay: ({ date }: { readonly date: string | null }) => ({
      date: date ?? 'today',
      bookings: [...bookings.values()],
    }),
    readInbox: () => {
      const all = [...bookings.values()].map((one) => ({ booking: one }))
      return {
        bookings: all.filter((one) => one.booking.state !== 'booked'),
        more: false,
        settled: all.filter((one) => one.booking.state === 'booked'),
      }
    },
    findBookings: () => ({
      bookings: [],
      ids: null,
      groups: { today: 0, upcoming: 0, earlier: 0 },
      bounds: { newest: 0, from: '2026-11-21T05:00:00Z', to: '2026-11-22T05:00:00Z' },
      more: false,
      total: 0,
      shown: [],
      place: null,
    }),
    searchExternalMoves: () => ({ moves: [], more: false }),
  }

  const call = (name: CallName) => async (input: never) => {
    calls.push(name)
    const failure = failing.get(name)
    failing.delete(name)
    if (failure !== undefined) return { ...failure, asOf: change }
    const reply = name === 'bookMove' ? save() : { ok: true, value: answers[name]?.(input) ?? null, asOf: change }
    const waiting = held.get(name)
    if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve))
    return reply
  }
  const on = (event: EventName, hear: (what: never) => void) => {
    heard.set(event, [...(heard.get(event) ?? []), hear])
    return () => {}
  }

  return {
    bridge: { ...Object.fromEntries(CALLS.map((name) => [name, call(name)])), on } as unknown as Bridge,
    calls,
    forget: () => void calls.splice(0),
    commit,
    tellStatus(part) {
      status = { ...status, ...part, monotonicAt: status.monotonicAt + 1 }
      tell('deskChanged', status)
    },
    beforeReply(act) {
      beforeReply = act
    },
    failNext: (name, failure = fail('busy', 'settings-busy')) => void failing.set(name, failure),
    hold(name) {
      const waiting: (() => void)[] = []
      held.set(name, waiting)
      return async (order) => {
        held.delete(name)
        for (const release of order === undefined ? waiting : waiting.toReversed()) {
          release()
          await answered()
        }
      }
    },
  }
}

/** The booking with its entry in a state. */
function inState(booking: BookedMoves, state: EntryState): BookedMoves {
  return { ...booking, state, entry: { ...booking.entry, state } }
}

/** Settles when every immediate answer was given. */
export async function answered(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
