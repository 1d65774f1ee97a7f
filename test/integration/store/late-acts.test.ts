import { describe, expect, test } from 'vitest'
import { noteActs, takeInLate } from '../../../electron/store/board/late-acts.ts'
import { decisionsOn, noteActsSeen, unseenActs } from '../../../electron/store/tables/decisions.ts'
import { entryOfBooking, giveEntry } from '../../../electron/store/tables/outbox.ts'
import { bodyOf, openReplicaDesk, readFrom, replicate } from '../../support/board/replicas.ts'
import { orderFact } from '../../support/builders/added-facts.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { START } from '../../support/fakes/system.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'

/* What a desk adds to a booking that another desk took over, and what the stores of both then have. */

const act = (kind: string, at: string = START) => ({ kind, at, decided_by: null, why: null, detail: 'Desk 1' })

/** A booking of one desk in a state, which the other desk took over. */
function takenOver(state: EntryState) {
  const [before, taker] = [openReplicaDesk(), openReplicaDesk()]
  const { id } = before.book(pairBooking(5))
  bringTo(before.store, { id }, state)
  replicate(taker, bodyOf(before, id))
  const entryOf = (desk: typeof taker) => {
    const entry = desk.store.read((view) => entryOfBooking(view, id))
    if (entry === null) throw new Error('no entry')
    return entry
  }
  taker.store.write((tx) => giveEntry(tx, entryOf(taker), null))
  return {
    before,
    taker,
    id,
    /** The store reads the acts that the hub found in a late line. */
    readActs: (...rows: readonly ReturnType<typeof act>[]) =>
      taker.store.write((tx) => noteActs(tx, entryOf(taker).id, rows)),
    readLate: () => taker.store.write((tx) => takeInLate(tx, bodyOf(before, id), START)),
    unseen: () => taker.store.read((view) => unseenActs(view, entryOf(taker).id).map(({ kind }) => kind)),
    see: () => taker.store.write((tx) => noteActsSeen(tx, entryOf(taker).id, { who: WHO, at: START })),
    kinds: (desk: typeof taker) =>
      desk.store.read((view) => decisionsOn(view, entryOf(desk).id)).map(({ kind }) => kind),
    /** The desk of before reads the booking of the taker. */
    readBack: () => {
      before.store.write((tx) => giveEntry(tx, entryOf(before), 'desk2'))
      replicate(before, bodyOf(taker, id))
    },
  }
}

/** The repair orders that were added to a booking, the newest last. */
const references = (desk: ReturnType<typeof openReplicaDesk>, id: string) =>
  readFrom(desk, id)?.addedFacts.map((fact) => fact.kind === 'repair-order' && fact.reference)

describe('An act of a person at the desk of before', () => {
  test('A withdrawal is kept once by the taker, whose booking stays as it was, and comes back to its desk', () => {
    const { before, taker, id, readActs, readBack, unseen, kinds } = takenOver('waiting')
    before.moves.withdrawBooking(id)
    for (let times = 0; times < 2; times += 1) readActs(act('withdrawn-elsewhere'))
    expect(unseen()).toEqual(['withdrawn-elsewhere'])
    expect(readFrom(taker, id)).toMatchObject({ desk: null, state: 'waiting' })
    readBack()
    expect(kinds(before)).toEqual(['withdrawn', 'withdrawn-elsewhere'])
  })

  test('A change counts until a person at the taker changes the booking too, and a later act counts anew', () => {
    const { taker, id, readActs, unseen } = takenOver('waiting')
    readActs(act('changed-elsewhere'))
    taker.moves.changeBooking(id, pairBooking(7))
    expect(unseen()).toEqual([])
    readActs(act('changed-elsewhere'), act('withdrawn-elsewhere', '2026-11-30T10:00:00Z'))
    expect(unseen()).toEqual(['withdrawn-elsewhere'])
  })

  test('What a person saw stays seen when the rows of another desk arrive after that', () => {
    const { readActs, unseen, see } = takenOver('waiting')
    readActs(act('changed-elsewhere'))
    see()
    expect(unseen()).toEqual([])
    readActs(act('changed'))
    expect(unseen()).toEqual([])
  })

  test('A row of another kind is no act', () => {
    const { taker, readActs, kinds } = takenOver('waiting')
    readActs(act('release'), act('changed'))
    expect(kinds(taker)).toEqual([])
  })

  test('Facts of both desks stand at both in the order of their times, whichever came first, and a search finds them', () => {
    const { before, taker, id, readLate, readBack } = takenOver('booked')
    before.moves.addFact(id, orderFact('RO 77001'), WHO)
    taker.clock.advance(60_000)
    taker.moves.addFact(id, orderFact('RO 77002'), WHO)
    for (let times = 0; times < 2; times += 1) readLate()
    readBack()
    for (const desk of [taker, before]) {
      expect(references(desk, id)).toEqual(['RO 77001', 'RO 77002'])
      for (const text of ['77001', '77002'])
        expect(desk.moves.findBookings({ text, limit: 5 })).toMatchObject({ ok: true, value: { bookings: [{}] } })
    }
  })

  test('A fact that is added with a clock that was set back stays the newest at both desks', () => {
    const { before, taker, id, readLate, readBack } = takenOver('booked')
    before.clock.advance(60_000)
    before.moves.addFact(id, orderFact('RO 77001'), WHO)
    readLate()
    taker.moves.addFact(id, orderFact('RO 77002'), WHO)
    readBack()
    for (const desk of [taker, before]) expect(references(desk, id)).toEqual(['RO 77001', 'RO 77002'])
  })
})

describe('A request of a person at the desk of before', () => {
  const states = (desk: ReturnType<typeof openReplicaDesk>, id: string) =>
    readFrom(desk, id)?.moves.flatMap(({ amendments }) => amendments.map(({ kind, state }) => `${kind} ${state}`))

  test('A cancellation is kept by a desk that only shows the booking too, because that desk may be the next owner', () => {
    const { before, id } = takenOver('booked')
    const third = openReplicaDesk()
    replicate(third, bodyOf(before, id))
    before.moves.requestCancellation([readFrom(before, id)?.moves[0]?.id ?? ''], WHO)
    for (let times = 0; times < 2; times += 1) third.store.write((tx) => takeInLate(tx, bodyOf(before, id), START))
    expect(states(third, id)).toEqual(['cancel waiting'])
  })

  test('A request that was withdrawn there does not leave from the taker', () => {
    const { before, taker, id, readLate } = takenOver('booked')
    const [move] = readFrom(before, id)?.moves ?? []
    before.moves.requestCancellation([move?.id ?? ''], WHO)
    readLate()
    expect(states(taker, id)).toEqual(['cancel waiting'])
    const asked = readFrom(before, id)?.moves[0]?.amendments[0]?.id ?? ''
    expect(before.moves.withdrawAmendment(asked)).toMatchObject({ ok: true })
    readLate()
    expect(states(taker, id)).toEqual(['cancel withdrawn'])
  })

  test('A late line with a row of another booking is refused as a whole', () => {
    const { before, taker, id } = takenOver('booked')
    const other = bodyOf(before, before.book(pairBooking(6)).id)
    replicate(taker, other)
    const body = bodyOf(before, id)
    const foreign = { ...body, entry: { ...body.entry, id: other.entry['id'] ?? null } }
    expect(() => taker.store.write((tx) => takeInLate(tx, foreign, START))).toThrow(/another booking/)
  })
})
