import { expect, test } from 'vitest'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { PRACTICE_POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { bookedAnswer, NOT_THERE, openSyncDesk, settled, type SyncDesk } from '../../support/fakes/scripted-provider.ts'
import { toldMove } from '../../support/builders/provider-response.ts'

/* A booking that the provider proved stays proved, whatever a person types and a later response says. */

const LOST: ExchangeResult = { kind: 'broken', code: 'ECONNRESET', bytes: 412 }
const REPEATED = answered(409, errorBody('move_duplication'))
const WHO = 'Dana R.'

const pass = async (desk: SyncDesk, minutes: number) => {
  for (let gone = 0; gone < minutes * 4; gone += 1) {
    desk.clock.advance(15_000)
    await settled()
  }
}

/** A desk whose first try is lost and whose later tries are rejected as duplicates. */
function losing() {
  const desk = openSyncDesk(PRACTICE_POLL_INTERVALS, { rejectsDuplicates: () => true })
  desk.script.send = () => (desk.sent.length === 1 ? LOST : REPEATED)
  return desk
}

test('A mistyped number puts no proved booking in doubt, so "not there" cannot be said of it', async () => {
  const desk = losing()
  const booked = desk.book(oneWayBooking(1))
  desk.start()
  await pass(desk, 4)
  expect(entryOf(desk.store, booked)).toMatchObject({ state: 'booked-awaiting-number', unresolvedAttempt: false })
  const numbers = booked.moves.map(({ id }) => ({ moveId: id, number: 4711 }))
  expect(desk.moves.resolveBooking(booked.id, { kind: 'provider-numbers', who: WHO, numbers }).ok).toBe(true)
  await pass(desk, 2)
  expect(entryOf(desk.store, booked)).toMatchObject({
    state: 'booked-awaiting-number',
    unresolvedAttempt: false,
    code: 'number-wrong',
    fields: { mismatch: 'unknown-number', number: 4711 },
  })
  const notBooked = { kind: 'not-booked-reported', who: WHO, why: 'They said so', confirmed: false } as const
  expect(desk.moves.resolveBooking(booked.id, notBooked).ok).toBe(false)
  await pass(desk, 10)
  expect(desk.sent).toHaveLength(2)
})

test('Wrong numbers reported before the rejected duplicate leave the pair proved', async () => {
  const desk = losing()
  const booked = desk.book(pairBooking(1))
  desk.start()
  await desk.facts.next('send-settled')
  const numbers = booked.moves.map(({ id }, at) => ({ moveId: id, number: 4711 + at }))
  desk.moves.resolveBooking(booked.id, { kind: 'provider-numbers', who: WHO, numbers })
  await pass(desk, 6)
  expect(entryOf(desk.store, booked)).toMatchObject({ state: 'booked-awaiting-number', unresolvedAttempt: false })
})

test.each([
  ['the number of the first move', 4711, {}],
  ['the number of another booking', 5000, {}],
  ['another VIN', 4712, { vin: 'ANOTHERVIN0000001' }],
])('A partner with %s is not taken for the other move of a pair', async (_, number, more) => {
  const desk = openSyncDesk()
  withNumber(desk, desk.book(oneWayBooking(9)), 5000)
  const booked = desk.book(pairBooking(1))
  bringTo(desk.store, booked, 'in-doubt')
  // The loaner is not chosen yet, so of the two the customer's car alone can be told by its VIN.
  const two = booked.moves.find(({ role }) => role === 'customer')
  const one = booked.moves.find(({ role }) => role === 'loaner')
  const numbers = [{ moveId: one?.id ?? '', number: 4711 }]
  desk.moves.resolveBooking(booked.id, { kind: 'provider-numbers', who: WHO, numbers })
  const partner = toldMove(number, { reference: two?.reference ?? null, ...more })
  desk.script.ask = (asked) => {
    const move = toldMove(4711, { reference: one?.reference ?? null })
    return asked === 4711 ? { kind: 'move', response: { move, readyBy: null, partner } } : NOT_THERE
  }
  desk.start()
  await settled()
  const kept = valueOf(desk.moves.getBooking(booked.id))
  expect(kept.state).toBe('booked-awaiting-number')
  expect(kept.moves.filter((move) => move.number.known)).toHaveLength(1)
})

test('A booking held as a duplicate in progress cannot be changed to another reference', async () => {
  const desk = openSyncDesk()
  const booked = desk.book(oneWayBooking(1))
  desk.script.send = (request) =>
    request.body.includes(`"${booked.moves[0]?.reference ?? ''}"`) ? REPEATED : bookedAnswer(request)
  desk.start()
  await desk.facts.next('send-settled')
  expect(entryOf(desk.store, booked)).toMatchObject({ state: 'held', code: 'move-duplication' })
  expect(desk.moves.changeBooking(booked.id, oneWayBooking(1, { reference: 'RO 10001 B' }))).toMatchObject({
    ok: false,
    failure: { code: 'not-possible', detail: 'duplicate-in-progress' },
  })
  await pass(desk, 5)
  expect(desk.sent).toHaveLength(1)
  expect(desk.moves.withdrawBooking(booked.id).ok).toBe(true)
})
