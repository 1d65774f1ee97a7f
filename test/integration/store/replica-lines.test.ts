import { describe, expect, test } from 'vitest'
import type { BookingBody } from '../../../electron/store/board/booking-body.ts'
import { composeLines, followHub, joinBoard, queuedLines } from '../../../electron/store/board/link.ts'
import { offerOfGone } from '../../../electron/store/board/replica-lines.ts'
import { copyRight, type SendRight } from '../../../electron/store/board/rights.ts'
import { writeRoster, type ListedDesk } from '../../../electron/store/board/roster.ts'
import { applyRight } from '../../../electron/store/board/takeover.ts'
import { entryById } from '../../../electron/store/tables/outbox.ts'
import { bodyOf, OTHER_DESK, openReplicaDesk, readFrom, replicate } from '../../support/board/replicas.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { START } from '../../support/fakes/system.ts'

/* What a desk says at a new hub of the bookings of other desks. */

const OLD = { hub: 'lost', epoch: 7, lastN: 0 }
const NEW = { hub: 'new', epoch: 9, lastN: 0 }
const GONE: ListedDesk = { role: 'gone', name: 'Front 2', isGone: true, isGoneForLong: true }

type Line = { readonly kind: string; readonly body: Readonly<Record<string, unknown>> }

/** A desk of the lost hub with a replica of another desk's booking, whose right it knows there. */
function openWitness(state: SendRight['state'], bring: Parameters<typeof bringTo>[2] | null = null) {
  const [own, other] = [openReplicaDesk(), openReplicaDesk()]
  const { id } = own.book(pairBooking(4))
  const before = bodyOf(own, id)
  if (bring !== null) bringTo(own.store, { id }, bring)
  const booked = readFrom(own, id)
  if (booked !== null && bring === 'booked') withNumber(own, booked, 5_000)
  const entryId = String(before.entry['id'])
  const right = { owner: OTHER_DESK, state, rev: 3, epoch: 7, claimedAt: null, handedOver: false, takenFrom: null }
  other.store.write((tx) => {
    joinBoard(tx, { role: 'witness', incarnation: 'store' }, START)
    followHub(tx, OLD, START)
    writeRoster(tx, [{ role: OTHER_DESK, name: 'Front 2', isGone: false }])
  })
  replicate(other, bodyOf(own, id))
  other.store.write((tx) => copyRight(tx, entryId, { ...right, attempt: null }))
  const { store } = other
  const lines = () => store.read((view) => queuedLines(view, 9)).map((line) => JSON.parse(line) as Line)
  const hear = (body: BookingBody, heard: Partial<SendRight> = {}) => {
    const at = { who: null, at: START }
    store.write((tx) => applyRight(tx, entryId, { ...right, state: 'waiting', rev: 1, attempt: null, ...heard }, at))
    return replicate(other, body)
  }
  const stateOf = () => store.read((view) => entryById(view, entryId))?.state
  return { ...other, before, lines, hear, stateOf, joinNew: () => store.write((tx) => followHub(tx, NEW, START)) }
}

describe('A desk of a lost hub', () => {
  test('The desk keeps a proof of the provider, and tells an owner who lacks it', () => {
    const { before, lines, hear, joinNew } = openWitness('done', 'booked')
    joinNew()
    expect(hear(before)).toBe(false)
    expect(lines()).toMatchObject([
      {
        kind: 'settled',
        body: { right: { state: 'done', outcome: 'booked' }, booking: { entry: { state: 'booked' } } },
      },
    ])
  })

  test.for(['claimed', 'doubt', 'done'] as const)(
    'The desk says that an entry which waits at the new hub was in state %s at the lost hub',
    (state) => {
      const { before, lines, hear, joinNew } = openWitness(state)
      joinNew()
      expect(hear(before)).toBe(true)
      hear(before, { rev: 2 })
      expect(lines()).toMatchObject([{ kind: 'claim-seen' }])
    },
  )

  test('The desk says nothing of an entry that waited, was offered anew, is settled, or moves at the same hub', () => {
    const [waited, anew, same] = [openWitness('waiting'), openWitness('doubt'), openWitness('doubt')]
    const settled = openWitness('claimed', 'booked')
    settled.joinNew()
    const { entry } = settled.before
    settled.hear({ ...settled.before, entry: { ...entry, state: 'placed-by-phone' } }, { state: 'done' })
    waited.joinNew()
    waited.hear(waited.before)
    anew.joinNew()
    anew.hear(anew.before, { epoch: 9 })
    // The owner moved the entry on while the hub was away.
    const moved = openWitness('doubt')
    moved.joinNew()
    moved.hear(moved.before, { rev: 3 })
    same.hear(same.before, { rev: 4 })
    for (const { lines } of [waited, anew, moved, settled, same]) expect(lines()).toEqual([])
  })

  test('An entry that comes to the desk is in doubt there if the desk knew a claim that the hub lost', () => {
    for (const state of ['waiting', 'claimed'] as const) {
      const { before, hear, joinNew, stateOf } = openWitness(state)
      joinNew()
      hear(before, { owner: 'witness' })
      expect(stateOf()).toBe(state === 'claimed' ? 'in-doubt' : 'waiting')
    }
  })

  test('The desk has told all only once it read the hub', () => {
    const { store, lines, joinNew } = openWitness('waiting')
    joinNew()
    store.write((tx) => {
      writeRoster(tx, [{ role: 'again', name: 'FRONT 2', isGone: false }])
      composeLines(tx, 9, () => false, false)
    })
    expect(lines()).toEqual([])
    store.write((tx) => composeLines(tx, 9))
    expect(lines()).toMatchObject([{ kind: 'refilled', body: { epoch: 9 } }])
  })
})

describe('A desk that keeps an open booking of a desk that is gone', () => {
  const offerTo = ({ store }: ReturnType<typeof openWitness>, ...roster: readonly ListedDesk[]) =>
    store.write((tx) => offerOfGone(tx, roster))

  test('The desk offers the booking once, for the role of the new hub that has the name', () => {
    const witness = openWitness('waiting')
    offerTo(witness, GONE)
    expect(witness.lines()).toEqual([])
    witness.joinNew()
    for (let n = 0; n < 2; n += 1) offerTo(witness, GONE, { role: 'third', name: 'Front 3', isGone: false })
    expect(witness.lines()).toMatchObject([
      { kind: 'replica-offered', body: { for: 'gone', right: { state: 'waiting', rev: 3, epoch: 7 } } },
    ])
  })

  test('The desk offers no booking of a desk that may come back, that the hub named, or that is settled', () => {
    const [again, named, settled] = [openWitness('waiting'), openWitness('waiting'), openWitness('done', 'booked')]
    for (const { joinNew } of [again, named, settled]) joinNew()
    named.hear(named.before)
    offerTo(again, GONE, { role: 'again', name: 'front 2', isGone: false })
    offerTo(again, GONE, { role: 'invited', name: 'Front 2', isGone: false, isNew: true, heardAt: null })
    offerTo(again, { ...GONE, isGoneForLong: false })
    for (const desk of [named, settled]) offerTo(desk, GONE)
    for (const { lines } of [again, named, settled]) expect(lines()).toEqual([])
  })
})
