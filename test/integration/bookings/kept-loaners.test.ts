import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepLoaners, type KeptLoaners } from '../../../electron/bookings/kept-loaners.ts'
import { checkLoaner, createKeptLoaners, readLoanersAhead } from '../../../electron/bookings/loaners.ts'
import { findLoanerConflict } from '../../../shared/booking/loaner-state.ts'
import type { KnownLoaner, LoanerVisit } from '../../../shared/booking/loaners.ts'
import type { LoanerRange, LoanerVisitRow } from '../../../electron/store/queries/loaners.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { addMinutes, dateOf, dayOfDate, toLocal, type UtcInstant } from '../../../shared/time/time.ts'
import { loanerFact, orderFact } from '../../support/builders/added-facts.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'

const ZONE = 'America/New_York'
const BEGIN = '2099-06-01T14:00:00Z'
const DAY_MINUTES = 24 * 60
const DAYS = 12

const NOBODY = { vin: null, returns: null, name: null, phone: null, reference: null, except: null }

const at = (days: number): UtcInstant => addMinutes(BEGIN, Math.round(days * 24) * 60)

/** Books a pickup or return of one of six customers. */
function book(
  desk: DeskStore,
  act: { customer: number; isReturn: boolean; days: number; stock: string | null },
): string {
  const { customer, isReturn, days, stock } = act
  const utc = at(days)
  const loaner =
    stock === null ? null : { stock, vin: null, year: null, make: null, model: null, color: null, manual: false }
  const booking = pairBooking(customer, {
    action: isReturn ? 'return' : 'pickup',
    appointment: { local: toLocal(utc, ZONE), zone: ZONE, utc },
    loaner,
    reference: `RO ${customer}`,
  })
  return valueOf(desk.moves.bookDespiteDuplicates({ booking, alike: [], promised: ids(desk), who: WHO })).id
}

function ids({ store }: DeskStore): string[] {
  return store.read((view) => view.sql('SELECT id FROM bookings ORDER BY id').pluck().all()) as string[]
}

/** What the loaners say, with the end of each promise. */
function told(loaners: readonly KnownLoaner[]) {
  return loaners.map((one) => ({ ...one, promises: one.promises.map((each) => ({ ...each, until: each.until() })) }))
}

const read = (desk: DeskStore, kept: KeptLoaners, range: LoanerRange, except: string | null) =>
  told(desk.store.read((view) => kept.read(view, range, except)))

const stock = fc.option(fc.constantFrom('LN-1', 'ln 1', 'LN2', 'LN-3'), { freq: 6 })
const nth = fc.nat(40)

const anAct = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      act: fc.constant('book' as const),
      customer: fc.integer({ min: 1, max: 6 }),
      isReturn: fc.boolean(),
      days: fc.integer({ min: 0, max: DAYS * 24 }).map((hours) => hours / 24),
      stock,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('withdraw' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('add' as const), nth, stock: fc.constantFrom('LN-1', 'LN-4') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('order' as const), nth, customer: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('deliver' as const), nth, days: fc.integer({ min: 0, max: DAYS }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('read' as const),
      from: fc.integer({ min: -1, max: DAYS }),
      length: fc.integer({ min: 1, max: DAYS + 2 }),
      except: fc.option(nth, { freq: 2 }),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      act: fc.constant('check' as const),
      leaves: fc.integer({ min: 0, max: DAYS }),
      stock: fc.constantFrom('LN-1', 'LN-01', 'ln2', 'LN-4', 'LN-9'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('ahead' as const) }) },
)

test('The kept loaners are those of a first read, after every change and for every range', () => {
  let promises = 0
  let conflicts = 0
  fc.assert(
    fc.property(fc.array(anAct, { minLength: 30, maxLength: 60 }), fc.constantFrom(4, 15_000), (acts, limit) => {
      const desk = openDeskStore()
      const fresh = () => createKeptLoaners(desk.store, () => null, limit)
      const kept = fresh()
      for (const act of acts) {
        const all = ids(desk)
        const id = 'nth' in act ? all[act.nth % Math.max(all.length, 1)] : undefined
        if (act.act === 'book') book(desk, act)
        else if (act.act === 'read') {
          const range = { from: at(act.from), to: at(act.from + act.length) }
          const except = act.except === null ? null : (all[act.except % Math.max(all.length, 1)] ?? null)
          const loaners = read(desk, kept, range, except)
          promises += loaners.flatMap((one) => one.promises).length
          expect(loaners).toEqual(read(desk, fresh(), range, except))
        } else if (act.act === 'ahead') {
          desk.store.read((view) => readLoanersAhead(view, at(DAYS / 2), kept))
        } else if (act.act === 'check') {
          const check = { ...NOBODY, stock: act.stock, leaves: at(act.leaves) }
          const conflict = desk.store.read((view) => checkLoaner(view, check, { zone: ZONE, miles: () => null, kept }))
          const range = { from: at(act.leaves - 60), to: at(act.leaves + 30) }
          const all = desk.store.read((view) => createKeptLoaners(desk.store, () => null).read(view, range, null))
          const expected = findLoanerConflict(all, check, dayOfDate(dateOf(check.leaves, ZONE), ZONE).to)
          expect(conflict).toEqual(expected === null ? null : { ...expected, desk: null })
          const isKept = desk.store.read((view) => kept.loanersOf(view, range, check)) !== null
          if (isKept && conflict !== null) conflicts += 1
        } else if (id !== undefined) change(desk, id, act)
      }
      desk.store.close()
    }),
    { numRuns: 50, endOnFailure: true },
  )
  expect(promises).toBeGreaterThan(100)
  expect(conflicts).toBeGreaterThan(10)
})

type Act = typeof anAct extends fc.Arbitrary<infer Any> ? Any : never
type Change = Exclude<Act, { act: 'book' | 'read' | 'check' | 'ahead' }>

/** Changes a booking where its state takes the change. */
function change(desk: DeskStore, id: string, act: Change): void {
  switch (act.act) {
    case 'withdraw':
      desk.moves.withdrawBooking(id)
      return
    case 'add':
    case 'order': {
      const booking = valueOf(desk.moves.getBooking(id))
      if (booking.state === 'waiting') bringTo(desk.store, booking, 'in-doubt')
      desk.moves.addFact(
        id,
        act.act === 'add' ? loanerFact({ stock: act.stock }) : orderFact(`RO ${act.customer}`),
        WHO,
      )
      return
    }
    case 'deliver': {
      const loaner = valueOf(desk.moves.getBooking(id)).moves.find(({ role }) => role === 'loaner')
      const time = at(act.days)
      desk.store.write((tx) => {
        confirmMove(
          tx,
          loaner?.id ?? '',
          toldMove(1, { stages: { ...toldMove(1).stages, delivery_successful: time } }),
          time,
        )
        tx.touch(id)
      })
      return
    }
    default:
      act satisfies never
  }
}

test('A second read of the loaners reads changed bookings and those of new time alone', () => {
  const desk = openDeskStore()
  const rows: string[] = []
  const visitOf = (_: unknown, row: LoanerVisitRow): LoanerVisit => {
    rows.push(row.bookingId)
    return {
      ...row,
      leaves: row.time,
      loaner: { stock: row.stock, vin: null, year: null, make: null, model: null },
      backAt: () => row.time,
    }
  }
  const kept = keepLoaners({ onChange: desk.store.onChange, limit: 100, visitOf })
  const first = Array.from({ length: 8 }, (_, nth) =>
    book(desk, { customer: 1 + (nth % 6), isReturn: false, days: nth, stock: `LN-${nth}` }),
  )
  const range = { from: at(0), to: at(6.5) }
  read(desk, kept, range, null)
  expect(rows.splice(0).toSorted()).toEqual(first.slice(0, 7).toSorted())
  read(desk, kept, range, first[2] ?? null)
  expect(rows).toEqual([])
  // The provider was asked about the booking and told nothing new.
  desk.store.write((tx) => tx.touch(first[3] ?? '', false))
  read(desk, kept, range, null)
  expect(rows).toEqual([])

  valueOf(desk.moves.withdrawBooking(first[1] ?? ''))
  const added = book(desk, { customer: 3, isReturn: true, days: 3.5, stock: null })
  read(desk, kept, range, null)
  expect(rows.splice(0)).toEqual([added])
  read(desk, kept, { from: addMinutes(range.from, DAY_MINUTES), to: addMinutes(range.to, DAY_MINUTES) }, null)
  expect(rows).toEqual([first[7]])
})
