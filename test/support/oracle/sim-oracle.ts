import { expect } from 'vitest'
import { HOLD_REASONS, type HoldReason } from '../../../shared/outbox/machine.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { assertNever } from '../../../shared/result.ts'
import type { Resolution } from '../../../shared/outbox/resolution.ts'
import type { SimDesk } from '../sim/desk.ts'
import { lateness, leftBehind } from '../sim/leaving.ts'
import { FATES, type Fate } from '../sim/remote.ts'

/*
 * Conditions that a simulated desk must meet after every step, by the remote's ledger and by a model. The model knows
 * only the responses to each entry, the decisions of persons, and when processes ended.
 */

type Row = {
  readonly id: string
  readonly state: EntryState
  readonly doubt: number
  readonly code: string | null
  readonly payload: string | null
}

type MoveRow = { readonly bookingId: string; readonly reference: string; readonly number: number | null }

type Known = {
  readonly state: EntryState
  /** How many requests of the entry were answered, or may have left before their process ended. */
  readonly tries: number
  /** A person reported the number of another booking. */
  readonly misnamed: boolean
  /** The code and fields beside the state. */
  readonly code: string | null
  /** A person released the entry although its send-by time had passed. */
  readonly releaseLate: boolean
}

export type Decision = Resolution['kind'] | 'withdrawn'

export type Judge = {
  /** The state of a booking at the last check; undefined for a booking that no check has seen. */
  known(bookingId: string): EntryState | undefined
  /** A person decided, and the desk accepted the decision. `falsely`: the person's statement was false. */
  decided(bookingId: string, decision: Decision, falsely?: boolean): void
  /** Asserts every condition for all bookings, or for those that changed. */
  check(which?: 'all' | 'touched'): void
  /**
   * Asserts that every booking that may leave has left. Call this when the send queue was free for a while and the
   * provider accepted everything.
   */
  drained(): void
  /** How often a booking was applied again, each time because a person falsely reported the booking as not booked. */
  doubles(): number
  /** The number of bookings that the last check of all bookings found in a state. */
  count(state: EntryState): number
}

const NEW: Known = { state: 'waiting', tries: 0, misnamed: false, code: null, releaseLate: false }

/** States of a booking that certainly was not applied. */
const FREE: readonly EntryState[] = ['waiting', 'held', 'refused', 'withdrawn']

export function judgeDesk(desk: SimDesk): Judge {
  const { remote, saved } = desk
  const known = new Map<string, Known>()
  const told = new Map<string, Fate[]>()
  const denied = new Set<string>()
  /** Descriptions of late sends. The listener runs inside the send queue, so a failure is reported later. */
  const late: string[] = []
  let ends = desk.ends()
  let states = new Map<string, EntryState>()
  remote.handedOver = ([reference = '']) => {
    const wrong = lateness(desk, reference, (bookingId) => known.get(bookingId)?.releaseLate ?? false)
    if (wrong !== null) late.push(wrong)
  }
  remote.delivered = ([reference = ''], fate) => void told.set(reference, [...(told.get(reference) ?? []), fate])

  const judgeRow = (row: Row, moves: readonly MoveRow[], ended: boolean) => {
    const before = known.get(row.id) ?? NEW
    const [reference = ''] = moves.map((move) => move.reference)
    const fates = moves.flatMap((move) => told.get(move.reference) ?? [])
    for (const move of moves) told.delete(move.reference)
    const model = fates.reduce(afterAnswer, before)
    const says = { booking: row.id, state: row.state, code: row.code, before: before.state, fates, ended }
    const interrupted = row.state === 'in-doubt' && row.code === 'interrupted' && ended
    const fits =
      row.state === model.state ||
      (row.state === 'sending' && model.state === 'waiting') ||
      (row.state === 'held' && model.state === 'waiting' && HOLD_REASONS.includes(row.code as HoldReason)) ||
      interrupted ||
      // The ledger alone decides about a lookup by number.
      (row.state === 'booked' && row.code === 'found') ||
      (row.code === 'half-found' && row.state === 'booked-awaiting-number') ||
      // A booking that the provider confirmed stays booked, whatever number is reported.
      (row.code === 'number-wrong' &&
        (model.misnamed || remote.spoilt() > 0) &&
        row.state === 'in-doubt' &&
        (model.state !== 'booked-awaiting-number' || model.code === 'number-reported'))
    if (!fits) expect.fail(`what came back and what it says: ${JSON.stringify(says)}`)
    // An attempt whose process ended has an unknown outcome but still counts as an attempt.
    known.set(row.id, { ...model, state: row.state, code: row.code, tries: model.tries + (interrupted ? 1 : 0) })

    const times = remote.applied(reference)
    // The message is made only for a failure, because this check runs for each booking after each step.
    const must = (holds: boolean, words: string) => {
      if (!holds) expect.fail(`${words} by the ledger: ${JSON.stringify({ ...says, times })}`)
    }
    must(times <= 1 || denied.has(row.id), 'twice')
    if (row.state === 'booked') {
      for (const { reference, number } of moves) {
        must(number !== null && remote.numbersOf(reference).includes(number), 'not booked')
      }
    }
    if (FREE.includes(row.state)) {
      must(row.doubt === 0, 'in doubt')
      must(times === 0 || denied.has(row.id), 'booked')
    }
    if (row.state === 'held' || row.state === 'in-doubt' || row.state === 'refused') must(row.code !== null, 'no code')
    for (const move of moves) must(row.payload?.includes(`"${move.reference}"`) ?? true, 'another payload')
  }

  return {
    known: (bookingId) => known.get(bookingId)?.state,
    decided(bookingId, decision, falsely = false) {
      const before = known.get(bookingId) ?? NEW
      const state = decidedState(before.state, decision)
      known.set(bookingId, {
        ...before,
        state,
        code: decision === 'provider-numbers' ? 'number-reported' : before.code,
        misnamed: before.misnamed || (decision === 'provider-numbers' && falsely),
        releaseLate: before.releaseLate || (decision === 'release' && before.code === 'send-by-passed'),
      })
      if (decision === 'not-booked-reported' && falsely) denied.add(bookingId)
    },
    check(which = 'all') {
      const store = desk.store()
      const ids = which === 'all' ? null : JSON.stringify([...desk.touched])
      const where = (column: string) => (ids === null ? '' : `WHERE ${column} IN (SELECT value FROM json_each(?))`)
      const bound = ids === null ? [] : [ids]
      const rows = store.read((view) =>
        view
          .sql(
            `SELECT booking_id AS id, state, unresolved AS doubt, code, body AS payload
             FROM outbox LEFT JOIN payloads ON entry_seq = seq ${where('booking_id')}`,
          )
          .all(...bound),
      ) as Row[]
      const moves = store.read((view) =>
        view.sql(`SELECT booking_id AS bookingId, reference, number FROM moves ${where('booking_id')}`).all(...bound),
      ) as MoveRow[]
      const byBooking = new Map<string, MoveRow[]>()
      for (const move of moves) byBooking.set(move.bookingId, [...(byBooking.get(move.bookingId) ?? []), move])
      desk.touched.clear()
      const ended = desk.ends() !== ends
      ends = desk.ends()
      for (const row of rows) judgeRow(row, byBooking.get(row.id) ?? [], ended)
      expect(late.slice(0, 3), 'left late').toEqual([])
      expect(remote.mostInFlight(), 'POSTs at once').toBeLessThanOrEqual(1)
      if (which !== 'all') return
      states = new Map(rows.map((row) => [row.id, row.state]))
      for (const { id, references } of saved.values()) {
        if (!states.has(id)) expect.fail(`lost: ${id}`)
        const found = byBooking.get(id)?.map(({ reference }) => reference) ?? []
        if (found.toSorted().join() !== references.toSorted().join()) {
          expect.fail(`its moves are others: ${id}, ${found.join()}, not ${references.join()}`)
        }
      }
    },
    drained() {
      const left = leftBehind(desk)
      if (left.length > 0) expect.fail(`${left.length} may leave, and did not: ${JSON.stringify(left.slice(0, 3))}`)
    },
    doubles: () => remote.ledger.length - new Set(remote.ledger.map(({ references }) => references[0])).size,
    count: (state) => [...states.values()].filter((one) => one === state).length,
  }
}

function afterAnswer(before: Known, fate: Fate): Known {
  const after = (state: EntryState): Known => ({ ...before, state, tries: before.tries + 1 })
  const { means } = FATES[fate]
  if (means === 'booked') return after('booked')
  // An entry in doubt stays in doubt, except that a refusal as a repeat proves the earlier attempt.
  if (before.state === 'in-doubt') return after(fate === 'somebody-else' ? 'booked-awaiting-number' : 'in-doubt')
  switch (means) {
    case 'doubt':
      return after('in-doubt')
    case 'waits':
      return after('waiting')
    case 'refused':
      return after('refused')
    case 'held':
      return after(fate === 'somebody-else' && before.tries > 0 ? 'in-doubt' : 'held')
    default:
      return assertNever(means)
  }
}

function decidedState(state: EntryState, decision: Decision): EntryState {
  switch (decision) {
    case 'withdrawn':
      return 'withdrawn'
    case 'release':
    case 'not-booked-reported':
      return 'waiting'
    case 'provider-numbers':
      return state === 'in-doubt' ? 'booked-awaiting-number' : state
    case 'placed-by-phone':
      return 'placed-by-phone'
    case 'customer-told':
    case 'replacement-number':
    case 'send-without-board':
      return state
    default:
      return assertNever(decision)
  }
}
