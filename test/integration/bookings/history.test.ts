import { expect, test } from 'vitest'
import { appendAddedFact } from '../../../electron/store/tables/added-facts.ts'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { attemptsIn } from '../../../electron/store/queries/history.ts'
import { entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import { insertAmendment, transitionAmendment, amendmentById } from '../../../electron/store/tables/amendments.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const historyOf = (desk: DeskStore, bookingId: string) => {
  const answer = desk.moves.readHistory(bookingId)
  if (!answer.ok) throw new Error(answer.failure.detail)
  return answer.value
}

test('The history shows each event with its person and time, the newest last', () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(6))
  const saved = desk.moves.bookDespiteDuplicates({ booking: pairBooking(6), alike: [first.id], who: 'Dana R.' })
  if (!saved.ok) throw new Error(saved.failure.detail)
  const bookingId = saved.value.id
  expect(historyOf(desk, first.id)).toEqual({
    events: [{ kind: 'booked', at: START, who: null, duplicateCandidates: 0 }],
    more: false,
  })

  const later = (minutes: number) => addMinutes(START, minutes)
  desk.clock.advance(60_000)
  expect(desk.moves.changeBooking(bookingId, pairBooking(8)).ok).toBe(true)
  const entryId = desk.store.read((view) => entryOfBooking(view, bookingId))?.id ?? ''
  desk.store.write((tx) => {
    for (const at of [later(2), later(3)]) {
      appendAttempt(tx, { entryId, at, phase: 'started' })
      appendAttempt(tx, { entryId, at, phase: 'prepared' })
      appendAttempt(tx, { entryId, at, phase: 'unreachable', code: 'provider-down' })
    }
    appendAttempt(tx, { entryId, at: later(4), phase: 'sending' })
    appendAttempt(tx, { entryId, at: later(5), phase: 'settled', code: 'provider-busy', status: 429 })
    const moveId = saved.value.moves[0]?.id ?? ''
    appendAddedFact(tx, bookingId, {
      fact: { kind: 'note', text: 'Plate in the glove box.' },
      who: 'Kim T.',
      at: later(5),
      amendmentId: null,
      keptBecause: null,
    })
    insertAmendment(tx, { id: 'w-1', moveId, bookingId, kind: 'cancel', change: null, who: 'Kim T.', at: later(6) })
    const amendment = amendmentById(tx, 'w-1')
    if (amendment === null) throw new Error('no amendment')
    transitionAmendment(tx, amendment, { kind: 'amendment-withdrawn' }, later(7))
  })
  desk.clock.advance(8 * 60_000)
  expect(desk.moves.withdrawBooking(bookingId).ok).toBe(true)

  const { events, more } = historyOf(desk, bookingId)
  expect(more).toBe(false)
  expect(events).toEqual([
    { kind: 'booked', at: START, who: 'Dana R.', duplicateCandidates: 1 },
    { kind: 'resolved', at: later(1), decision: 'changed', who: null, why: null, detail: null },
    { kind: 'unreachable', at: later(2), until: later(3), times: 2 },
    { kind: 'sent', at: later(4), endedAt: later(5), code: 'provider-busy', status: 429 },
    { kind: 'fact-added', at: later(5), fact: 'note', who: 'Kim T.' },
    { kind: 'amendment-requested', at: later(6), amendment: 'cancel', role: 'customer', who: 'Kim T.' },
    {
      kind: 'amendment-changed',
      at: later(7),
      amendment: 'cancel',
      role: 'customer',
      state: 'withdrawn',
      code: 'withdrawn',
      fields: {},
      providerMessage: null,
    },
    { kind: 'resolved', at: later(9), decision: 'withdrawn', who: null, why: null, detail: null },
  ])
  expect(desk.moves.readHistory('no such booking')).toMatchObject({ ok: false, failure: { code: 'not-found' } })
})

test('The history shows a withdrawal for which there is no decision', () => {
  const desk = openDeskStore()
  const { id } = desk.book(pairBooking(1))
  desk.store.write((tx) =>
    tx.sql(`UPDATE outbox SET state = 'withdrawn', changed_at = ? WHERE booking_id = ?`).run(addMinutes(START, 5), id),
  )
  expect(historyOf(desk, id).events.at(-1)).toMatchObject({ decision: 'withdrawn', at: addMinutes(START, 5) })
})

test('`attemptsIn` shows a try with its end, with an unknown end, and with a lost beginning', () => {
  const at = (minutes: number) => addMinutes(START, minutes)
  expect(attemptsIn([{ at: at(0), phase: 'sending' }])).toMatchObject([{ kind: 'sent', code: null, endedAt: null }])
  expect(attemptsIn([{ at: at(1), phase: 'interrupted', code: 'interrupted' }])).toMatchObject([
    { kind: 'sent', at: at(1), endedAt: at(1), code: 'interrupted' },
  ])
  const twice = attemptsIn([
    { at: at(0), phase: 'sending' },
    { at: at(1), phase: 'settled', code: 'no-answer' },
    { at: at(2), phase: 'interrupted', code: 'unverified' },
    { at: at(3), phase: 'prepared', code: 'too-late' },
  ])
  expect(twice).toMatchObject([
    { at: at(0), code: 'no-answer' },
    { at: at(2), code: 'unverified' },
    { kind: 'held', reason: 'too-late' },
  ])
})
