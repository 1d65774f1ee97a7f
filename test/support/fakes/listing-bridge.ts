import type { Bridge, BridgeEvents, DeskStatus } from '../../../shared/bridge/calls.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import type { MoveFlag } from '../../../shared/outbox/amendment.ts'
import type { FoundBooking, FoundBookings, Lookup } from '../../../shared/views/lookup.ts'
import { START } from './system.ts'
import { fail } from '../../../shared/result.ts'

/**
 * The bridge calls of the lookup over a list in memory, answered as the desk would answer, at a time that the test
 * chooses.
 */
export type ListingBridge = {
  readonly bridge: Bridge
  /** Newest first. */
  readonly bookings: () => readonly FoundBooking[]
  /** Adds `count` bookings before all others, without an event. */
  book(count: number): void
  /** Removes rows from a filter, or changes the text of a row. */
  settle(which: (row: FoundBooking) => boolean): void
  /** Gives every move of a row a flag. */
  flag(bookingId: string, flag: MoveFlag): void
  tell(...bookingIds: readonly string[]): void
  /** As `tell`, of answers of the provider that told nothing new. */
  tellNothingNew(...bookingIds: readonly string[]): void
  /** From now on only `release` answers a search. */
  hold(): void
  /**
   * Answers the searches so far in order, by the list at the time of each search; `fail` refuses them, and
   * `last-first` reverses the order.
   */
  release(how?: 'fail' | 'last-first'): Promise<void>
  /** Every search so far. */
  readonly asked: readonly Lookup[]
}

const STATUS = { now: START, rooftop: PRACTICE_ROOFTOP, connection: { kind: 'up' } } as unknown as DeskStatus

export function listingBridge(count: number): ListingBridge {
  let rows: readonly FoundBooking[] = []
  const asked: Lookup[] = []
  const heard: ((told: BridgeEvents['movesChanged']) => void)[] = []
  let changes = 0
  let holding = false
  let held: ((isWell: boolean) => void)[] = []

  const find = ({ text, limit, filters = [], shown = [], most = limit, from, locate }: Lookup): FoundBookings => {
    const told = {
      total: rows.length,
      bounds: from?.of ?? { newest: rows.length, from: START, to: START },
      shown: shown.flatMap((id) => rows.filter(({ bookingId }) => bookingId === id)),
    }
    const placed = (list: readonly FoundBooking[]) => {
      const place = list.findIndex(({ bookingId }) => bookingId === locate)
      return { place: place === -1 ? null : place, groups: { today: 0, upcoming: 0, earlier: list.length } }
    }
    if (text === '' && filters.length === 0) {
      const { offset, of } = from ?? { offset: 0, of: told.bounds }
      const list = rows.slice(rows.length - of.newest)
      const bookings = list.slice(offset, offset + limit)
      return { bookings, ids: null, more: rows.length > limit, ...told, ...placed(list) }
    }
    const all = rows.filter(
      (row) => row.customerName?.includes(text) === true && (filters.length === 0 || row.state === 'waiting'),
    )
    const list = all.slice(0, most)
    const ids = list.map(({ bookingId }) => bookingId)
    return { bookings: list.slice(0, limit), ids, more: all.length > most, ...told, ...placed(list) }
  }

  const tell = (bookingIds: readonly string[], hasNews: boolean) => {
    changes += 1
    heard.forEach((hear) => hear({ bookingIds, hasNews, change: changes, status: STATUS }))
  }
  const bridge = {
    on: (event: string, hear: (told: BridgeEvents['movesChanged']) => void) =>
      void (event === 'movesChanged' && heard.push(hear)),
    getBooking: ({ bookingId }: { bookingId: string }) =>
      Promise.resolve({ ok: true, value: { id: bookingId }, asOf: changes }),
    findBookings: (lookup: Lookup) => {
      asked.push(lookup)
      const answer = { ok: true, value: find(lookup), asOf: changes }
      if (!holding) return Promise.resolve(answer)
      return new Promise((resolve) => held.push((isWell) => resolve(isWell ? answer : fail('internal', 'internal'))))
    },
  } as unknown as Bridge

  const book = (more: number) => {
    const from = rows.length
    rows = [...Array.from({ length: more }, (_, at) => rowNumber(from + more - at)), ...rows]
  }
  book(count)

  return {
    bridge,
    bookings: () => rows,
    book,
    settle(which) {
      rows = rows.map((row) => (which(row) ? { ...row, state: 'booked' } : row))
    },
    flag(bookingId, flag) {
      rows = rows.map((row) =>
        row.bookingId === bookingId ? { ...row, moves: row.moves.map((move) => ({ ...move, flag })) } : row,
      )
    },
    tell: (...bookingIds) => tell(bookingIds, true),
    tellNothingNew: (...bookingIds) => tell(bookingIds, false),
    hold() {
      holding = true
    },
    async release(how) {
      holding = false
      const now = how === 'last-first' ? held.toReversed() : held
      held = []
      for (const answer of now) {
        answer(how !== 'fail')
        await quiet()
      }
    },
    asked,
  }
}

/** Resolves when every immediate answer was given. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

/** The oldest booking has number 1. */
function rowNumber(number: number): FoundBooking {
  return {
    bookingId: `b-${number}`,
    desk: null,
    kind: 'one-way',
    action: null,
    state: 'waiting',
    customerName: `${number % 2 === 0 ? 'even' : 'odd'} ${number}`,
    customerPhone: null,
    reference: `RO ${number}`,
    time: { local: '2026-06-04T14:30', zone: 'America/New_York', utc: START },
    awaitsArrival: false,
    moves: [
      {
        moveId: `m-${number}`,
        role: 'single',
        number,
        vehicle: '2019 Volvo XC60',
        vin: null,
        stock: null,
        flag: null,
        stage: null,
      },
    ],
  }
}
