import type { Bridge, BridgeEvents, DeskStatus } from '../../../shared/bridge/calls.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import type { FoundMove, FoundBookings, Lookup } from '../../../shared/views/lookup.ts'
import { START } from './system.ts'
import { fail } from '../../../shared/result.ts'

/**
 * The bridge calls of the lookup over a list in memory, answered as the desk would answer, at a time that the test
 * chooses.
 */
export type ListingBridge = {
  readonly bridge: Bridge
  /** Newest first. */
  readonly moves: () => readonly FoundMove[]
  /** Adds `count` moves before all others, without an event. */
  book(count: number): void
  /** Removes rows from a filter, or changes the text of a row. */
  settle(which: (move: FoundMove) => boolean): void
  tell(...bookingIds: readonly string[]): void
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
  let moves: readonly FoundMove[] = []
  const asked: Lookup[] = []
  const heard: ((told: BridgeEvents['movesChanged']) => void)[] = []
  let changes = 0
  let holding = false
  let held: ((isWell: boolean) => void)[] = []

  const find = ({ text, limit, filters = [], shown = [], most = limit, from }: Lookup): FoundBookings => {
    const told = { total: moves.length, shown: shown.flatMap((id) => moves.filter(({ moveId }) => moveId === id)) }
    if (text === '' && filters.length === 0) {
      const { offset, of } = from ?? { offset: 0, of: moves.length }
      const list = moves.slice(moves.length - of)
      return { moves: list.slice(offset, offset + limit), ids: null, more: moves.length > limit, ...told }
    }
    const all = moves.filter(
      (move) => move.customerName?.includes(text) === true && (filters.length === 0 || move.state === 'waiting'),
    )
    const ids = all.slice(0, most).map(({ moveId }) => moveId)
    return { moves: all.slice(0, Math.min(limit, most)), ids, more: all.length > most, ...told }
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
    const from = moves.length
    moves = [...Array.from({ length: more }, (_, at) => rowNumber(from + more - at)), ...moves]
  }
  book(count)

  return {
    bridge,
    moves: () => moves,
    book,
    settle(which) {
      moves = moves.map((move) => (which(move) ? { ...move, state: 'booked' } : move))
    },
    tell: (...bookingIds) => {
      changes += 1
      heard.forEach((hear) => hear({ bookingIds, change: changes, status: STATUS }))
    },
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

/** The oldest move has number 1. */
function rowNumber(number: number): FoundMove {
  return {
    moveId: `m-${number}`,
    bookingId: `b-${number}`,
    kind: 'one-way',
    action: null,
    role: 'single',
    state: 'waiting',
    number,
    customerName: `${number % 2 === 0 ? 'even' : 'odd'} ${number}`,
    customerPhone: null,
    vehicle: '2019 Volvo XC60',
    vin: null,
    stock: null,
    reference: `RO ${number}`,
    time: { local: '2026-06-04T14:30', zone: 'America/New_York', utc: START },
    flag: null,
    stage: null,
  }
}
