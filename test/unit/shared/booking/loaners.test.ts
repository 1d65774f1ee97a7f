import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLoanerConflict, loanerStatesAt, type LoanerCheck } from '../../../../shared/booking/loaner-state.ts'
import {
  formatLoaner,
  groupLoaners,
  isSameLoaner,
  type LoanerParts,
  type LoanerVisit,
} from '../../../../shared/booking/loaners.ts'
import { planTrip } from '../../../../shared/booking/trip.ts'
import { addMinutes } from '../../../../shared/time/time.ts'

const MORNING = '2026-11-24T13:00:00Z'
const DAY_END = '2026-11-25T05:00:00Z'
const NO_PARTS: LoanerParts = { stock: null, vin: null, year: null, make: null, model: null }
const VIN = '1M8GDM9AXKP042788'
const at = (hour: number) => addMinutes('2026-11-24T05:00:00Z', hour * 60)

/** A pickup or return at an hour of the day whose driver drives 30 minutes and hands over in 10. */
function visit(
  who: string,
  action: 'pickup' | 'return',
  hour: number,
  loaner: Partial<LoanerParts> | null,
): LoanerVisit {
  return {
    bookingId: `${who} ${action} ${hour}`,
    action,
    time: at(hour),
    leaves: at(hour - 1),
    vin: null,
    reference: `RO ${who}`,
    phone: `+1804555${who.length}`,
    customerName: who,
    loaner: loaner === null ? null : { ...NO_PARTS, ...loaner },
    backAt: () => planTrip({ kind: 'pair', time: at(hour), readyBy: at(hour - 1), miles: null }).returns,
  }
}

const LN11 = { stock: 'LN-11' }

function check(changes: Partial<LoanerCheck> = {}): LoanerCheck {
  const nobody = { name: 'Omar Field', phone: '+18045550199', reference: 'RO 1', except: null }
  return { stock: 'LN-11', vin: null, leaves: at(13), returns: null, ...nobody, ...changes }
}

const conflict = (visits: readonly LoanerVisit[], changes: Partial<LoanerCheck> = {}) =>
  findLoanerConflict(groupLoaners(visits), check(changes), DAY_END)

describe('The name of a loaner', () => {
  test('The stock number comes first, then make and model', () => {
    expect(formatLoaner({ ...NO_PARTS, ...LN11 })).toBe('LN-11')
    const whole = { ...LN11, vin: VIN, year: '2022', make: 'Buick', model: 'Encore' }
    expect(formatLoaner(whole)).toBe('LN-11 Buick Encore')
  })

  test('A loaner without a stock number has the name of its vehicle, and no loaner has the given words', () => {
    expect(formatLoaner({ ...NO_PARTS, year: '2022', make: 'Buick', model: 'Encore' })).toBe('2022 Buick Encore')
    expect(formatLoaner({ ...NO_PARTS, vin: VIN })).toBe('VIN …042788')
    expect(formatLoaner(null)).toBe('Loaner not assigned yet')
    expect(formatLoaner(NO_PARTS, 'none')).toBe('none')
  })

  test('One stock number is one loaner with another mark or case, with zeros before the number, and with the car behind', () => {
    const isLn11 = (stock: string) => isSameLoaner({ ...NO_PARTS, stock: 'LN-11' }, { ...NO_PARTS, stock })
    for (const one of ['LN-11 Encore', 'Ln.011', 'LN 11', 'ln11', 'LN-11, 2024 Buick Encore', 'ln 0011 (white)'])
      expect(isLn11(one), one).toBe(true)
    // A trade-in has the stock number of the sold car with a letter.
    for (const other of ['LN-1', 'LN-110', 'LN-11A', 'LN-11 B', 'LN-111 Encore', '11', 'LM-11', 'LN-11/2', 'Encore'])
      expect(isLn11(other), other).toBe(false)
    const isCar = (one: string, other: string) =>
      isSameLoaner({ ...NO_PARTS, stock: one }, { ...NO_PARTS, stock: other })
    expect(isCar('2024 Encore', '2024 Enclave')).toBe(false)
    expect(isCar('#4471 Encore', '04471')).toBe(true)
  })

  test('Visits that share a stock number or a VIN are one loaner, however they are linked and ordered', () => {
    const parts = fc.record({
      stock: fc.option(fc.constantFrom('LN-1', 'ln1', 'LN-01 Encore', 'LN 2', 'LN-3')),
      vin: fc.option(fc.constantFrom('1M8GDM9AXKP042781', '1M8GDM9AXKP042782', '1m8gdm9a-xkp042782')),
    })
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (all) => {
        const visits = all.map((one, hour) => ({ ...visit('A', 'pickup', hour, one), bookingId: `b${hour}` }))
        const groups = groupLoaners(visits)
        const ids = groups.flatMap(({ promises }) => promises.map(({ bookingId }) => bookingId))
        const named = visits.filter(({ loaner }) => loaner?.stock !== null || loaner.vin !== null)
        expect(ids.toSorted()).toEqual(named.map(({ bookingId }) => bookingId).toSorted())
        const groupOf = (id: string) => groups.findIndex(({ promises }) => promises.some((one) => one.bookingId === id))
        for (const one of named) {
          for (const other of named) {
            if (one.loaner === null || other.loaner === null || !isSameLoaner(one.loaner, other.loaner)) continue
            expect(groupOf(one.bookingId)).toBe(groupOf(other.bookingId))
          }
        }
      }),
    )
  })
})

describe('A loaner that another customer has', () => {
  const out = visit('Harriet', 'pickup', 9, LN11)

  test('A loaner without a booked return is with the customer until told otherwise', () => {
    expect(conflict([out])).toEqual({
      kind: 'out',
      loaner: 'LN-11',
      bookingId: out.bookingId,
      customerName: 'Harriet',
      from: at(8),
      until: null,
    })
    expect(conflict([out], { leaves: addMinutes(at(8), 29 * 1440) })).not.toBeNull()
    expect(conflict([out], { leaves: addMinutes(at(8), 31 * 1440) })).toBeNull()
  })

  test('A loaner is with the customer until the driver of its return is back at the lot', () => {
    const visits = [out, visit('Harriet', 'return', 16, null)]
    expect(conflict(visits)).toMatchObject({ kind: 'out', until: addMinutes(at(16), 40) })
    expect(conflict(visits, { leaves: addMinutes(at(16), 39) })).not.toBeNull()
    expect(conflict(visits, { leaves: addMinutes(at(16), 40) })).toBeNull()
    const early = { ...visit('Harriet', 'return', 12, LN11), backAt: () => addMinutes(at(12), 5) }
    expect(conflict([out, early], { leaves: addMinutes(at(12), 10) })).toBeNull()
  })

  test('A loaner that another customer gets later on the day, or before the return, is promised', () => {
    const later = [visit('Harriet', 'pickup', 20, LN11)]
    expect(conflict(later)).toMatchObject({ kind: 'promised', from: at(19) })
    const nextDay = [visit('Harriet', 'pickup', 40, LN11)]
    expect(conflict(nextDay)).toBeNull()
    expect(conflict(nextDay, { returns: at(39) })).toBeNull()
    expect(conflict(nextDay, { returns: at(41) })).toMatchObject({ kind: 'promised' })
  })

  test('The same customer, the same repair order and the booking in the form are no conflict', () => {
    const same = [{ name: 'HARRIET' }, { phone: `${out.phone} ext. 5` }, { reference: 'ro harriet' }]
    expect(same.map((changes) => conflict([out], changes))).toEqual([null, null, null])
    expect(conflict([out], { except: out.bookingId })).toBeNull()
  })

  test('A later pickup of the loaner tells that the loaner came back, and becomes the one to ask about', () => {
    const again = visit('Theo', 'pickup', 12, LN11)
    const [loaner] = groupLoaners([again, out])
    expect(loaner?.promises.map(({ until }) => until())).toEqual([at(11), null])
    expect(conflict([out, again])).toMatchObject({ customerName: 'Theo' })
  })

  test('No two customers have one loaner at one time without a conflict, in whatever order they book', () => {
    const anyVisit = fc.record({
      hour: fc.integer({ min: 1, max: 23 }),
      back: fc.option(fc.integer({ min: 1, max: 23 })),
    })
    fc.assert(
      fc.property(anyVisit, anyVisit, (first, second) => {
        const visits = [visit('Harriet', 'pickup', first.hour, LN11)]
        if (first.back !== null) visits.push(visit('Harriet', 'return', first.hour + first.back, LN11))
        const backAt = first.back === null ? null : addMinutes(at(first.hour + first.back), 40)
        const leaves = at(second.hour - 1)
        const isFree = backAt !== null && backAt <= leaves
        expect(conflict(visits, { leaves }) === null).toBe(isFree)
      }),
    )
  })
})

test('Each loaner is free, due, promised or out at a time, the free ones first and by number', () => {
  const visits = [
    visit('A', 'pickup', 6, { stock: 'LN-10', make: 'Kia', model: 'Rio' }),
    visit('A', 'return', 10, null),
    visit('BB', 'pickup', 9, { stock: 'LN-2' }),
    visit('BB', 'return', 16, null),
    visit('CCC', 'pickup', 9, { stock: 'LN-3' }),
    visit('DDDD', 'pickup', 20, { stock: 'LN-4' }),
    visit('EEEEE', 'pickup', 60, { stock: 'LN-5' }),
  ]
  const states = loanerStatesAt(groupLoaners(visits), addMinutes(MORNING, 240), DAY_END)
  expect(states.map(({ name, kind, until, customerName }) => [name, kind, until, customerName])).toEqual([
    ['LN-5', 'free', at(59), 'EEEEE'],
    ['LN-10 Kia Rio', 'free', null, null],
    ['LN-2', 'due', addMinutes(at(16), 40), 'BB'],
    ['LN-4', 'promised', at(19), 'DDDD'],
    ['LN-3', 'out', null, 'CCC'],
  ])
  const away = new Map(states.map((state) => [state.name, state.away]))
  expect(away.get('LN-10 Kia Rio')).toEqual([{ from: at(5), to: addMinutes(at(10), 40) }])
  expect(away.get('LN-3')).toEqual([{ from: at(8), to: null }])
  // The promise of another day is not away on this one.
  expect(away.get('LN-5')).toEqual([])
})
