import { describe, expect, test } from 'vitest'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'
import { decisionsOn } from '../../../electron/store/tables/decisions.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import type { PairBooking } from '../../../shared/booking/booking.ts'
import type { LoanerCheck } from '../../../shared/booking/loaner-state.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import { loanerFact } from '../../support/builders/added-facts.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const at = (local: string) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' })
const LN11 = { stock: 'LN-11', vin: null, year: null, make: null, model: null, color: null, manual: false }

/** A pair of the invented customer `number` on 7 June 2099 with the loaner LN-11. */
const pair = (number: number, clock: string, changes: Partial<PairBooking> = {}) =>
  pairBooking(number, { action: 'pickup', appointment: at(`2099-06-07T${clock}`), loaner: LN11, ...changes })

function refusal(desk: DeskStore, booking: PairBooking) {
  const saved = desk.moves.bookMove(booking)
  return saved.ok ? null : saved.failure
}

describe('A loaner that is promised', () => {
  test('A second customer of the day is refused the loaner once, with the other booking named', () => {
    const desk = openDeskStore()
    const first = desk.book(pair(2, '09:00', { loaner: { ...LN11, make: 'Buick', model: 'Encore' } }))
    const before = valueOf(desk.moves.readDay('2099-06-07')).bookings.length
    const failure = refusal(desk, pair(4, '14:00', { loaner: { ...LN11, stock: 'ln 11' } }))
    expect(failure).toMatchObject({
      code: 'loaner-promised',
      detail: 'loaner-promised',
      fields: { kind: 'out', loaner: 'LN-11 Buick Encore', bookingId: first.id, customerName: first.customerName },
    })
    expect(failure === null ? '' : describeFailure(failure)).toBe(
      `LN-11 Buick Encore is with ${first.customerName} from Sun, Jun 7, 2099, 8:00 AM ET, and no return is booked. ` +
        'Choose another loaner, or book it anyway.',
    )
    expect(valueOf(desk.moves.readDay('2099-06-07')).bookings).toHaveLength(before)
  })

  test.for(['LN-11 Encore', 'Ln.011', 'LN 11', 'ln11', 'LN-11 2024 Buick Encore'])(
    'A loaner that was booked as %j is promised as LN-11, and the other way around',
    (stock) => {
      const other = { ...LN11, stock }
      for (const [one, again] of [
        [other, LN11],
        [LN11, other],
      ] as const) {
        const desk = openDeskStore()
        const first = desk.book(pair(2, '09:00', { loaner: one }))
        expect(refusal(desk, pair(4, '14:00', { loaner: again }))).toMatchObject({ fields: { bookingId: first.id } })
        expect(refusal(desk, pair(8, '14:00', { loaner: { ...LN11, stock: 'LN-110' } }))).toBeNull()
      }
    },
  )

  test('A loaner that was added with its name behind the number is promised as well', () => {
    const desk = openDeskStore()
    const first = desk.book(pair(2, '09:00', { loaner: null }))
    bringTo(desk.store, first, 'in-doubt')
    valueOf(desk.moves.addFact(first.id, loanerFact({ stock: 'LN-011 Encore' }), WHO))
    expect(refusal(desk, pair(4, '14:00'))).toMatchObject({ fields: { bookingId: first.id } })
  })

  test('An explicit override that names the other booking saves, and the history has who decided', () => {
    const desk = openDeskStore()
    const first = desk.book(pair(2, '09:00'))
    const booking = pair(4, '14:00')
    const override = (alike: readonly string[], promised: readonly string[]) =>
      desk.moves.bookDespiteDuplicates({ booking, alike, promised, who: 'Dana R.' })
    expect(override(['b-9'], [])).toMatchObject({ failure: { code: 'loaner-promised' } })
    expect(override([], ['b-9'])).toMatchObject({ failure: { code: 'loaner-promised' } })
    const saved = valueOf(override([], [first.id]))
    const decided = desk.store.read((view) => decisionsOn(view, entryOfBooking(view, saved.id)?.id ?? ''))
    expect(decided).toMatchObject([{ kind: 'loaner-promised-again', who: 'Dana R.', detail: first.id }])
    // A third customer is asked about the second, who has the loaner now.
    expect(refusal(desk, pair(8, '16:00'))).toMatchObject({ fields: { bookingId: saved.id } })
  })

  test.for<[string, PairBooking]>([
    ['another loaner', pair(4, '14:00', { loaner: { ...LN11, stock: 'LN-12' } })],
    ['a loaner that is not assigned yet', pair(4, '14:00', { loaner: null })],
    ['the same customer', pair(2, '14:00')],
    ['a return', pair(4, '14:00', { action: 'return' })],
    ['a pickup after the return', pair(4, '17:45')],
  ])('A booking of %s is saved without a question', ([, booking]) => {
    const desk = openDeskStore()
    desk.book(pair(2, '09:00'))
    desk.book(pair(2, '16:00', { action: 'return' }))
    expect(refusal(desk, booking)).toBeNull()
  })

  test('A withdrawn pickup and a canceled loaner move promise nothing', () => {
    const desk = openDeskStore()
    const withdrawn = desk.book(pair(2, '09:00'))
    valueOf(desk.moves.withdrawBooking(withdrawn.id))
    const canceled = desk.book(pair(6, '09:00'))
    const loaner = canceled.moves.find(({ role }) => role === 'loaner')
    desk.store.write((tx) => confirmMove(tx, loaner?.id ?? '', toldMove(1, { cancelStatus: 'canceled' }), START))
    expect(refusal(desk, pair(4, '14:00'))).toBeNull()
  })

  test('A loaner that was added after the booking had left is promised as well', () => {
    const desk = openDeskStore()
    const first = desk.book(pair(2, '09:00', { loaner: null }))
    bringTo(desk.store, first, 'in-doubt')
    valueOf(desk.moves.addFact(first.id, loanerFact({ stock: 'LN-11' }), WHO))
    expect(refusal(desk, pair(4, '14:00'))).toMatchObject({ fields: { bookingId: first.id } })
  })

  test('A change is asked about a promised loaner, but not about what it leaves as it was', () => {
    const desk = openDeskStore()
    const first = desk.book(pair(2, '09:00'))
    const second = desk.book(pair(4, '14:00', { loaner: { ...LN11, stock: 'LN-12' } }))
    const change = (booking: PairBooking, promised?: readonly string[]) =>
      desk.moves.changeBooking(second.id, booking, promised)
    expect(change(pair(4, '14:00'))).toMatchObject({ failure: { code: 'loaner-promised' } })
    expect(valueOf(desk.moves.getBooking(second.id)).moves).toEqual(second.moves)
    valueOf(change(pair(4, '14:00'), [first.id]))
    valueOf(change(pair(4, '14:00', { reference: 'RO 7' })))
    expect(change(pair(4, '13:00'))).toMatchObject({ failure: { code: 'loaner-promised' } })
  })
})

describe('`readLoaners` and `checkLoaner`', () => {
  test('`readLoaners` names each loaner once and says what it does at the time', () => {
    const desk = openDeskStore()
    desk.book(pair(2, '09:00', { loaner: { ...LN11, make: 'Buick', model: 'Encore' } }))
    const back = desk.book(pair(2, '16:00', { action: 'return', loaner: { ...LN11, stock: 'LN11' } }))
    desk.book(pair(8, '09:00', { loaner: { ...LN11, stock: 'LN-3' } }))
    const read = (clock: string, except: string | null = null) =>
      valueOf(desk.moves.readLoaners(at(`2099-06-07T${clock}`).utc, except)).map(({ name, kind }) => [name, kind])
    expect(read('12:00')).toEqual([
      ['LN11 Buick Encore', 'due'],
      ['LN-3', 'out'],
    ])
    expect(read('18:00')[0]).toEqual(['LN11 Buick Encore', 'free'])
    expect(read('18:00', back.id)[0]?.[1]).toBe('out')
    expect(read('07:00').map(([, kind]) => kind)).toEqual(['promised', 'promised'])
  })

  test('`checkLoaner` works on what is typed so far', () => {
    const desk = openDeskStore()
    const first = desk.book(pair(2, '09:00'))
    const leaves = at('2099-06-07T13:00').utc
    const nobody = { vin: null, returns: null, name: null, phone: null, reference: null, except: null }
    const check = (changes: Partial<LoanerCheck>) =>
      valueOf(desk.moves.checkLoaner({ stock: 'LN-11', leaves, ...nobody, ...changes }))?.bookingId ?? null
    expect(check({})).toBe(first.id)
    for (const none of [{ stock: null }, { stock: ' ' }, { stock: 'LN-1' }, { except: first.id }]) {
      expect(check(none)).toBeNull()
    }
  })
})
