import { describe, expect, test } from 'vitest'
import { effectiveReference, effectiveVehicle, type NewFact } from '../../../shared/booking/added-facts.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'
import { hasPossibleDuplicate } from '../../../electron/store/queries/duplicates.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import type { Booking, PairBooking } from '../../../shared/booking/booking.ts'
import { duplicateQuery } from '../../../shared/booking/duplicates.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { KIA, loanerFact as loaner, noteFact as note, orderFact as order } from '../../support/builders/added-facts.ts'
import { bringAmendmentTo, HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { openDeskStore, openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { breakDisk } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const at = (local: string) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' })
const noon = at('2099-06-07T12:00')
const other = (changes: Partial<PairBooking>) =>
  pairBooking(13, { action: 'pickup', appointment: at('2099-06-07T16:00'), reference: null, ...changes })
const withoutLoaner = (changes: Partial<PairBooking> = {}) => pairBooking(2, { loaner: null, ...changes })

/** A desk with one booking in a state; the moves of a booked one carry numbers. */
function desk(booking: Booking = withoutLoaner(), state: EntryState = 'booked', remote = HOPDRIVE) {
  let woken = 0
  const opened = openDeskStore({ remote, wake: () => (woken += 1) })
  const booked = opened.book(booking)
  const { store, moves } = opened
  bringTo(store, booked, state)
  const tell = (told: Parameters<typeof toldMove>[1] = {}) =>
    store.write((tx) =>
      booked.moves.forEach((move, place) => confirmMove(tx, move.id, toldMove(101 + place, told), START)),
    )
  if (state === 'booked') tell()
  const before = woken
  return {
    ...opened,
    booked,
    tell,
    woken: () => woken - before,
    add: (fact: NewFact) => moves.addFact(booked.id, fact, WHO),
    now: () => valueOf(moves.getBooking(booked.id)),
    loanerOf: () => valueOf(moves.getBooking(booked.id)).moves.find(({ role }) => role === 'loaner'),
    found: (text: string) => valueOf(moves.findBookings({ text, limit: 50 })).bookings,
  }
}

describe('`addFact`', () => {
  test.for(['booked', 'sending', 'in-doubt', 'booked-awaiting-number', 'placed-by-phone'] as const)(
    '`addFact` appends facts with author and time to a %s booking and leaves what was sent as it is',
    (state) => {
      const { add, booked, now, store } = desk(withoutLoaner(), state)
      const sent = store.read((view) => view.sql('SELECT reference FROM bookings').pluck().get())
      valueOf(add(order('RO 501')))
      valueOf(add(note('Key is in the box')))
      valueOf(add(order('RO 502')))
      const { addedFacts, reference, moves } = now()
      expect(addedFacts).toMatchObject([
        { kind: 'repair-order', reference: 'RO 501', who: WHO, at: START },
        { kind: 'note', text: 'Key is in the box', who: WHO, at: START },
        { kind: 'repair-order', reference: 'RO 502', who: WHO, at: START },
      ])
      expect([reference, effectiveReference(now())]).toEqual([sent, 'RO 502'])
      expect(moves.map((move) => move.reference)).toEqual(booked.moves.map((move) => move.reference))
    },
  )

  test.for(['waiting', 'held', 'refused', 'withdrawn'] as const)(
    '`addFact` refuses a %s booking, which has not left, and saves nothing',
    (state) => {
      const { add, now } = desk(withoutLoaner(), state)
      const refused = add(note('x'))
      expect(refused).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
      if (!refused.ok && state !== 'withdrawn') expect(describeFailure(refused.failure)).toContain('Edit it instead')
      expect(now().addedFacts).toEqual([])
    },
  )

  test('`addFact` knows no other booking, and a one-way has no loaner', () => {
    const { moves, add } = desk(oneWayBooking(3))
    expect(moves.addFact('nobody', note('x'), WHO)).toMatchObject({ failure: { code: 'not-found' } })
    expect(add(loaner(KIA))).toMatchObject({ failure: { detail: 'no-loaner' } })
  })

  test('`addFact` saves nothing when the disk refuses, neither the fact nor the change request', () => {
    const { add, store, now, woken, loanerOf } = desk()
    const mend = breakDisk(store)
    expect(add(loaner(KIA))).toMatchObject({ failure: { code: 'not-saved' } })
    mend()
    expect([now().addedFacts, loanerOf()?.amendments, woken()]).toEqual([[], [], 0])
  })

  test('The table of added facts refuses to change or to delete a row', () => {
    const { add, store } = desk()
    valueOf(add(note('Key is in the box')))
    for (const sql of [
      'DELETE FROM added_facts',
      `UPDATE added_facts SET added_by = 'x'`,
      'UPDATE added_facts SET content = NULL',
    ])
      expect(() => store.write((tx) => tx.sql(sql).run())).toThrow(/append-only/)
  })
})

test('A fact that cannot be read is left out, and keeps no booking from being shown, found or booked', () => {
  const { add, store, booked, now, moves, found } = desk(withoutLoaner({ appointment: noon, reference: 'RO 500' }))
  for (const kind of ['repair-order', 'loaner', 'note'])
    for (const content of [`'{}'`, 'NULL', `'no JSON'`])
      store.write((tx) =>
        tx
          .sql(`INSERT INTO added_facts (booking_id, at, kind, content) VALUES (?, '', '${kind}', ${content})`)
          .run(booked.id),
      )
  expect(now().addedFacts).toEqual([])
  expect(valueOf(moves.findDuplicates(duplicateQuery(other({ reference: 'RO 502' }), null)))).toEqual([])
  valueOf(add(note('Key is in the lockbox')))
  expect(found('lockbox')).toHaveLength(1)
})

describe('An added loaner', () => {
  test('An added loaner becomes a change request of the loaner move in the same commit', () => {
    const { add, woken, store, loanerOf, now } = desk()
    const told: (readonly string[])[] = []
    store.onChange((changed) => void told.push(changed))
    valueOf(add(loaner(KIA)))
    expect([told.length, woken()]).toEqual([1, 1])
    expect(loanerOf()?.amendments).toMatchObject([
      { kind: 'change', state: 'waiting', change: { ...KIA, readyBy: null } },
    ])
    expect(now().moves.find(({ role }) => role === 'customer')?.amendments).toEqual([])
    expect(now().addedFacts).toMatchObject([{ amendmentId: loanerOf()?.amendments[0]?.id, keptBecause: null }])
    const move = loanerOf()
    expect([move?.vehicle, move === undefined ? null : effectiveVehicle(now(), move)]).toEqual([
      null,
      { ...KIA, manual: false },
    ])
  })

  test.for([
    ['collected', 'booked', HOPDRIVE],
    ['outcome-unknown', 'in-doubt', HOPDRIVE],
    ['placed-by-phone', 'placed-by-phone', HOPDRIVE],
    ['not-offered', 'booked', REMOTE],
  ] as const)(
    'An added loaner stays on the desk with the reason %s when the provider takes no change',
    ([why, state, remote]) => {
      const { add, tell, now, loanerOf, woken } = desk(withoutLoaner(), state, remote)
      if (why === 'collected') tell({ stages: { ...toldMove(1).stages, pickup_successful: START } })
      valueOf(add(loaner(KIA)))
      expect([loanerOf()?.amendments, woken()]).toEqual([[], 0])
      expect(now().addedFacts).toMatchObject([{ amendmentId: null, keptBecause: why }])
    },
  )

  test('A second loaner stays on the desk while the change of the first is under way', () => {
    const { add, now, store, loanerOf } = desk()
    valueOf(add(loaner(KIA)))
    valueOf(add(loaner({ ...KIA, stock: 'LN-78' })))
    expect(now().addedFacts[1]).toMatchObject({ amendmentId: null, keptBecause: 'change-pending' })
    bringAmendmentTo(store, loanerOf()?.amendments[0]?.id ?? '', 'completed')
    valueOf(add(loaner({ ...KIA, stock: 'LN-79' })))
    expect(loanerOf()?.amendments).toMatchObject([{ change: { stock: 'LN-79' } }, { change: { stock: 'LN-77' } }])
  })

  test('A loaner that leaves a known part open is refused, because the provider would mix two vehicles', () => {
    const { add, now } = desk(pairBooking(2, { loaner: { ...KIA, manual: false } }))
    const refused = add(loaner({ make: 'Ford', model: 'Focus' }))
    expect(refused).toMatchObject({ failure: { code: 'invalid' } })
    if (!refused.ok)
      expect(refused.failure.issues.map(({ path, code }) => [path, code])).toEqual(
        ['stock', 'vin', 'year', 'color'].map((part) => [`fact.loaner.${part}`, 'emptied-at-provider']),
      )
    expect(now().addedFacts).toEqual([])
    const late = desk(pairBooking(2, { loaner: { ...KIA, manual: false } }), 'in-doubt')
    expect(late.add(loaner({ make: 'Ford', model: 'Focus' })).ok).toBe(true)
  })
})

describe('A change after a doubt', () => {
  test('A change of a booking that waits again takes the place of the facts before, which stay to be read', () => {
    const { add, now, clock, moves, booked } = desk(withoutLoaner({ reference: 'RO 500' }), 'in-doubt')
    const notBooked = { kind: 'not-booked-reported', who: WHO, why: 'Asked Lee by phone' } as const
    valueOf(add(order('RO 501')))
    valueOf(add(loaner(KIA)))
    valueOf(moves.resolveBooking(booked.id, { ...notBooked, confirmed: false }))
    clock.advance(3 * 60_000)
    valueOf(moves.resolveBooking(booked.id, { ...notBooked, confirmed: true }))
    expect([now().state, now().reference, effectiveReference(now())]).toEqual(['waiting', 'RO 500', 'RO 501'])
    valueOf(moves.changeBooking(booked.id, withoutLoaner({ reference: 'RO 503' })))
    expect(now().addedFacts).toMatchObject([
      { reference: 'RO 501', isReplaced: true },
      { loaner: KIA, isReplaced: true },
    ])
    const move = now().moves.find(({ role }) => role === 'loaner')
    expect(effectiveReference(now())).toBe('RO 503')
    expect(move === undefined ? undefined : effectiveVehicle(now(), move)).toBeNull()
  })

  test('A change of a booking without facts adds no row', () => {
    const { moves, booked, store } = desk(withoutLoaner(), 'waiting')
    valueOf(moves.changeBooking(booked.id, withoutLoaner({ reference: 'RO 503' })))
    expect(store.read((view) => view.sql('SELECT count(*) FROM added_facts').pluck().get())).toBe(0)
  })
})

describe('The duplicate question', () => {
  const duplicates = (of: ReturnType<typeof desk>, reference: string) =>
    valueOf(of.moves.findReferenceDuplicates(of.booked.id, reference)).map(({ id }) => id)

  test('A new booking with a repair order that was added to a booking of the day has that booking as its duplicate', () => {
    const { add, moves, booked } = desk(withoutLoaner({ appointment: noon, reference: 'RO 500' }))
    const found = (booking: PairBooking) =>
      valueOf(moves.findDuplicates(duplicateQuery(booking, null))).map((one) => one.booking.id)
    expect(found(other({ reference: 'RO 502' }))).toEqual([])
    valueOf(add(order('RO 501')))
    valueOf(add(order('RO 502')))
    expect(found(other({ reference: 'ro 502' }))).toEqual([booked.id])
    expect(found(other({ reference: 'RO 500' }))).toEqual([booked.id])
    expect(found(other({ reference: 'RO 501' }))).toEqual([])
    expect(found(other({ reference: 'RO 502', appointment: at('2099-06-08T12:00') }))).toEqual([])
    expect(found(other({}))).toEqual([])
  })

  test('A repair order that another booking of the day has, sent or added, is found before it is added', () => {
    const opened = desk(withoutLoaner({ appointment: noon, reference: 'RO 500' }))
    const sent = opened.book(other({ reference: 'RO 601' }))
    const added = opened.book(oneWayBooking(5, { readyBy: at('2099-06-07T09:00'), reference: null }))
    opened.book(other({ reference: 'RO 601', appointment: at('2099-06-08T12:00') }))
    // The return of the day is the other half of the visit.
    opened.book(other({ reference: 'RO 601', action: 'return' }))
    bringTo(opened.store, added, 'in-doubt')
    valueOf(opened.moves.addFact(added.id, order('RO 601'), WHO))
    expect(duplicates(opened, 'ro 601')).toEqual([added.id, sent.id])
    expect(duplicates(opened, 'RO 500')).toEqual([])
    valueOf(opened.moves.withdrawBooking(sent.id))
    expect(duplicates(opened, 'RO 601')).toEqual([added.id])
    expect(opened.moves.findReferenceDuplicates('nobody', 'RO 1')).toMatchObject({ failure: { code: 'not-found' } })
  })

  test('A fact keeps the ids of the duplicates that were shown', () => {
    const { add, now } = desk()
    valueOf(add(order('RO 601', ['b-9'])))
    expect(now().addedFacts).toMatchObject([{ alike: ['b-9'] }])
  })

  test('The guard before a send compares the sent repair order, never an added one', () => {
    const { add, store, book } = desk(withoutLoaner({ appointment: noon, reference: 'RO 500' }))
    valueOf(add(order('RO 502')))
    const guarded = (reference: string) => {
      const entry = entryOf(store, book(other({ appointment: noon, reference })))
      return store.read((view) => hasPossibleDuplicate(view, entry.id))
    }
    expect([guarded('RO 502'), guarded('RO 500')]).toEqual([false, true])
  })
})

describe('The search', () => {
  test('A search finds a booking by every fact that was added to it', () => {
    const { add, found } = desk()
    valueOf(add(order('RO-87.501')))
    valueOf(add(note('Key is in the lockbox')))
    valueOf(add(loaner(KIA)))
    const shown = {
      reference: 'RO-87.501',
      moves: [{ role: 'customer' }, { role: 'loaner', vehicle: 'LN-77 Kia Soul', vin: KIA.vin, stock: KIA.stock }],
    }
    for (const text of ['ro 87501', 'lockbox', 'kia soul', 'ln77']) expect(found(text), text).toMatchObject([shown])
  })
})

describe('After a restart or a damage', () => {
  const kept = (folder: string) => {
    const again = openDeskStore({ folder, remote: HOPDRIVE })
    const [row] = valueOf(again.moves.findBookings({ text: 'lockbox', limit: 5 })).bookings
    return valueOf(again.moves.getBooking(row?.bookingId ?? '')).addedFacts
  }

  test('Added facts are there after a restart, with what a search finds', () => {
    const { add, now, store, folder } = desk()
    valueOf(add(order('RO 501')))
    valueOf(add(loaner(KIA)))
    valueOf(add(note('Key is in the lockbox')))
    const { addedFacts } = now()
    store.close()
    expect(kept(folder)).toEqual(addedFacts)
  })

  test('A recovery brings the added facts back from the journal, append-only as before', () => {
    const { add, now, store, folder } = desk()
    valueOf(add(order('RO 501')))
    valueOf(add(loaner(KIA)))
    valueOf(add(note('Key is in the lockbox')))
    const { addedFacts } = now()
    store.close()
    valueOf(recoverStore(folder, 'desk', START))
    const recovered = openTestStore(folder)
    expect(() => recovered.write((tx) => tx.sql('DELETE FROM added_facts').run())).toThrow(/append-only/)
    recovered.close()
    expect(kept(folder)).toEqual(addedFacts)
  })
})
