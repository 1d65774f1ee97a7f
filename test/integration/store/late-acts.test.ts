import { describe, expect, test } from 'vitest'
import { takeInActs } from '../../../electron/store/board/late-acts.ts'
import { decisionsOn, lastActElsewhere } from '../../../electron/store/tables/decisions.ts'
import { entryOfBooking, giveEntry } from '../../../electron/store/tables/outbox.ts'
import { bodyOf, openReplicaDesk, readFrom, replicate } from '../../support/board/replicas.ts'
import { noteFact } from '../../support/builders/added-facts.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'

/* What a desk adds to a booking that another desk took over, and what the taker and that desk then have. */

const DESK = 'Desk 1'

/** A booking of one desk in a state, which the other desk took over. */
function takenOver({ state = 'waiting', isChanged = false }: { state?: EntryState; isChanged?: boolean } = {}) {
  const [before, taker] = [openReplicaDesk(), openReplicaDesk()]
  const { id } = before.book(pairBooking(5))
  if (isChanged) before.moves.changeBooking(id, pairBooking(6))
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
    /** The taker reads the late line of the desk of before. */
    read: () => taker.store.write((tx) => takeInActs(tx, bodyOf(before, id), DESK)),
    act: () => taker.store.read((view) => lastActElsewhere(view, entryOf(taker).id)),
    kinds: (desk: typeof taker) =>
      desk.store.read((view) => decisionsOn(view, entryOf(desk).id)).map(({ kind }) => kind),
    /** The desk of before reads the booking of the taker. */
    readBack: () => {
      before.store.write((tx) => giveEntry(tx, entryOf(before), 'desk2'))
      replicate(before, bodyOf(taker, id))
    },
  }
}

describe('An act of a person at the desk of before', () => {
  test('A withdrawal is noted once at the taker, whose booking stays as it was, and comes back to its desk', () => {
    const { before, taker, id, read, readBack, act, kinds } = takenOver()
    before.moves.withdrawBooking(id)
    read()
    read()
    expect(act()).toEqual({ kind: 'withdrawn-elsewhere', desk: DESK })
    expect(kinds(taker)).toEqual(['withdrawn-elsewhere'])
    expect(readFrom(taker, id)).toMatchObject({ desk: null, state: 'waiting' })
    readBack()
    expect(kinds(before)).toEqual(['withdrawn', 'withdrawn-elsewhere'])
  })

  test('A change counts until a person at the taker changes the booking too', () => {
    const { before, taker, id, read, act } = takenOver()
    before.moves.changeBooking(id, pairBooking(6))
    read()
    expect(act()).toEqual({ kind: 'changed-elsewhere', desk: DESK })
    expect(readFrom(taker, id)).toMatchObject({ customerName: pairBooking(5).customer.name })
    taker.moves.changeBooking(id, pairBooking(7))
    expect(act()).toBeNull()
    read()
    expect(act()).toBeNull()
  })

  test('A change that the taker knew at the takeover counts for nothing', () => {
    const { before, taker, id, read, act, kinds } = takenOver({ isChanged: true })
    before.moves.addFact(id, noteFact('Key is at the desk'), WHO)
    read()
    expect(act()).toBeNull()
    expect(kinds(taker)).toEqual(['changed'])
  })

  test('A fact that was added there stands at both desks, beside a fact of the taker', () => {
    const { before, taker, id, read, readBack } = takenOver({ state: 'booked' })
    before.moves.addFact(id, noteFact('Key is at the desk'), WHO)
    taker.moves.addFact(id, noteFact('Gate code 4411'), WHO)
    read()
    read()
    readBack()
    const notes = (desk: typeof taker) => JSON.stringify(readFrom(desk, id)?.addedFacts)
    for (const desk of [taker, before])
      for (const note of ['Key is at the desk', 'Gate code 4411']) expect(notes(desk).split(note)).toHaveLength(2)
  })
})
