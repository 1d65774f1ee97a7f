import { describe, expect, test } from 'vitest'
import { decisionsOn } from '../../../electron/store/tables/decisions.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import type { PairBooking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Result } from '../../../shared/result.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import { loanerFact } from '../../support/builders/added-facts.ts'
import { change, HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const at = (local: string) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' })
const NO_PARTS = { stock: null, vin: null, year: null, make: null, model: null, color: null, manual: false }
const LN11 = { ...NO_PARTS, stock: 'LN-11' }
const LN12 = { ...NO_PARTS, stock: 'LN-12' }
const ON_7TH = at('2099-06-07T14:00')

/** A desk on which the loaner LN-11 is promised to the first customer from 9 AM on 7 June 2099. */
function openDesk() {
  const desk = openDeskStore({ remote: HOPDRIVE })
  const pickup = (number: number, local: string, changes: Partial<PairBooking>) =>
    desk.book(pairBooking(number, { action: 'pickup', appointment: at(local), ...changes }))
  const first = pickup(2, '2099-06-07T09:00', { loaner: LN11 })
  const confirm = (booked: BookedMoves) => {
    bringTo(desk.store, booked, 'booked')
    desk.store.write((tx) => {
      for (const [number, move] of booked.moves.entries()) {
        confirmMove(tx, move.id, toldMove(201 + number + 10 * booked.moves.length), START)
      }
    })
    return valueOf(desk.moves.getBooking(booked.id))
  }
  const decisions = (id: string) =>
    desk.store
      .read((view) => decisionsOn(view, entryOfBooking(view, id)?.id ?? ''))
      .filter(({ kind }) => kind === 'loaner-promised-again')
      .map(({ who, detail }) => ({ who, detail }))
  const bookings = () => desk.store.read((view) => view.sql('SELECT count(*) FROM bookings').pluck().get()) as number
  return { ...desk, first, pickup, confirm, decisions, bookings }
}

type Desk = ReturnType<typeof openDesk>

/** An act by which the second customer's booking gets LN-11 while the first customer has LN-11. */
type Act = {
  readonly name: string
  /** Books the second customer and returns the booking. */
  readonly begin: (desk: Desk) => BookedMoves
  readonly act: (desk: Desk, second: BookedMoves, promised?: readonly string[]) => Result<BookedMoves>
}

const EARLIER = '2099-06-05T14:00'
const loanerMove = ({ moves }: BookedMoves) => moves.find(({ role }) => role === 'loaner')?.id ?? ''

const ACTS: readonly Act[] = [
  {
    name: 'A reschedule of a booking that has not left',
    begin: ({ pickup }) => pickup(4, EARLIER, { loaner: LN11 }),
    act: ({ moves }, { id }, promised) => moves.rescheduleBooking(id, ON_7TH, WHO, promised),
  },
  {
    name: 'A reschedule of a booked booking',
    begin: ({ pickup, confirm }) => confirm(pickup(4, EARLIER, { loaner: LN11 })),
    act: ({ moves }, { id }, promised) => moves.rescheduleBooking(id, ON_7TH, WHO, promised),
  },
  {
    name: 'A loaner that is added later',
    begin: ({ pickup, confirm }) => confirm(pickup(4, ON_7TH.local, { loaner: null })),
    act: ({ moves }, { id }, promised) => moves.addFact(id, loanerFact({ stock: 'ln 11' }), WHO, promised),
  },
  {
    name: 'A change of the loaner',
    begin: ({ pickup, confirm }) => confirm(pickup(4, ON_7TH.local, { loaner: LN12 })),
    act: ({ moves }, second, promised) =>
      moves.requestChange(loanerMove(second), change({ stock: 'LN-11' }), WHO, promised),
  },
]

describe('A promised loaner', () => {
  test.for(ACTS)('$name is refused once, and saved by an override that names the other booking', ({ begin, act }) => {
    const desk = openDesk()
    const second = begin(desk)
    const [before, count] = [valueOf(desk.moves.getBooking(second.id)), desk.bookings()]
    for (const promised of [undefined, ['b-9']]) {
      const refused = act(desk, second, promised)
      expect(refused).toMatchObject({
        failure: { code: 'loaner-promised', fields: { bookingId: desk.first.id, loaner: 'LN-11' } },
      })
    }
    expect(valueOf(desk.moves.getBooking(second.id))).toEqual(before)
    expect(desk.bookings()).toBe(count)
    const saved = valueOf(act(desk, second, [desk.first.id]))
    expect(desk.decisions(saved.id)).toEqual([{ who: WHO, detail: desk.first.id }])
  })

  test('A reschedule, also of a replacement, is no promise against itself or its old booking', () => {
    const desk = openDesk()
    desk.confirm(desk.first)
    const replacement = valueOf(desk.moves.rescheduleBooking(desk.first.id, at('2099-06-07T15:00'), WHO))
    expect(replacement.id).not.toBe(desk.first.id)
    const again = valueOf(desk.moves.rescheduleBooking(replacement.id, at('2099-06-07T16:00'), WHO))
    expect(again.id).toBe(replacement.id)
    expect(desk.decisions(again.id)).toEqual([])
  })

  test('A change of the ready-by time asks about the loaner that the booking keeps, also on the customer’s move', () => {
    const desk = openDesk()
    valueOf(desk.moves.bookMove(pairBooking(2, { action: 'return', appointment: at('2099-06-07T11:00') })))
    const second = desk.confirm(desk.pickup(4, ON_7TH.local, { loaner: LN11 }))
    const earlier = change({ readyBy: at('2099-06-07T10:00') })
    for (const { id } of second.moves) {
      expect(desk.moves.requestChange(id, earlier, WHO)).toMatchObject({
        failure: { code: 'loaner-promised', fields: { bookingId: desk.first.id } },
      })
    }
    valueOf(desk.moves.requestChange(loanerMove(second), earlier, WHO, [desk.first.id]))
    expect(desk.decisions(second.id)).toEqual([{ who: WHO, detail: desk.first.id }])
  })

  test('A change that keeps loaner and time, a note, and the loaner of a return raise no question', () => {
    const desk = openDesk()
    const kept = pairBooking(4, { action: 'pickup', appointment: ON_7TH, loaner: LN11 })
    const promised = [desk.first.id]
    const second = desk.confirm(
      valueOf(desk.moves.bookDespiteDuplicates({ booking: kept, alike: [], promised, who: WHO })),
    )
    valueOf(desk.moves.requestChange(loanerMove(second), change({ color: 'Red' }), WHO))
    valueOf(desk.moves.addFact(second.id, { kind: 'note', text: 'The key is in the lockbox' }, WHO))
    const back = desk.confirm(desk.book(pairBooking(5, { appointment: ON_7TH, loaner: null })))
    expect(back.action).toBe('return')
    valueOf(desk.moves.addFact(back.id, loanerFact({ stock: 'LN-11' }), WHO))
    valueOf(desk.moves.rescheduleBooking(back.id, at('2099-06-07T16:00'), WHO))
  })
})
