import { describe, expect, test } from 'vitest'
import { createMovedEntries } from '../../../electron/board/moved-entries.ts'
import { joinBoard, leaveBoard, queuedLines } from '../../../electron/store/board/link.ts'
import { copyRight } from '../../../electron/store/board/rights.ts'
import type { Resolution } from '../../../shared/outbox/resolution.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* What a person decides about a booking that was offered, as a desk without its hub writes the decision. */

const BY_PHONE: Resolution = { kind: 'placed-by-phone', who: WHO, reference: 'HD 4471' }

/** A desk that joined a board and offered bookings, of which nothing is queued. */
function openOffered(...numbers: readonly number[]) {
  const desk = openDeskStore()
  desk.store.write((tx) => joinBoard(tx, { role: 'desk1', incarnation: 'store' }, START))
  const booked = numbers.map((number) => desk.book(pairBooking(number)))
  desk.store.write((tx) => {
    for (const one of booked)
      copyRight(tx, entryOf(desk.store, one).id, {
        owner: 'desk1',
        state: 'waiting',
        rev: 1,
        epoch: 7,
        claimedAt: null,
        handedOver: false,
        takenFrom: null,
        attempt: null,
      })
  })
  return { ...desk, booked }
}

const kinds = ({ store }: DeskStore) =>
  store.read((view) => queuedLines(view, 9)).map((line) => (JSON.parse(line) as { readonly kind: string }).kind)

describe('A booking that a person places by phone without the hub', () => {
  test('The hub is told, unless the decision does not fit', () => {
    const desk = openOffered(1, 2)
    const [first, second] = desk.booked
    expect(desk.moves.resolveBooking(first?.id ?? '', BY_PHONE)).toMatchObject({ ok: true })
    expect(kinds(desk)).toEqual(['alone-claim'])
    bringTo(desk.store, second ?? { id: '' }, 'booked')
    expect(desk.moves.resolveBooking(second?.id ?? '', BY_PHONE)).toMatchObject({ ok: false })
    expect(kinds(desk)).toEqual(['alone-claim'])
  })

  test('A desk that left its board places one booking after another by phone', () => {
    const desk = openOffered(1, 2)
    desk.store.write(leaveBoard)
    for (const { id } of desk.booked) expect(desk.moves.resolveBooking(id, BY_PHONE)).toMatchObject({ ok: true })
    expect(kinds(desk)).toEqual([])
  })
})

test('The quarantine counts from the claim of the desk of before, and anew once another desk sent the entry too', () => {
  const { clock, facts } = openDeskStore()
  const freed: string[] = []
  const entries = createMovedEntries(clock, facts.log, () => freed.push('freed'))
  expect(entries.claimedElsewhereAt('a')).toBeNull()
  entries.noteClaim('a', 90_000)
  entries.note('a', 'taken')
  expect(entries.claimedElsewhereAt('a')).toBe(clock.monotonic() - 90_000)
  entries.note('b', 'taken')
  expect(entries.claimedElsewhereAt('b')).toBe(clock.monotonic())
  clock.advance(240_000)
  entries.note('a', 'doubted')
  expect(entries.claimedElsewhereAt('a')).toBe(clock.monotonic())
  entries.note('a', 'given')
  expect(entries.claimedElsewhereAt('a')).toBeNull()
  expect(freed).toEqual(['freed', 'freed'])
})
