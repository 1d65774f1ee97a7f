import { describe, expect, test } from 'vitest'
import type { FetchMoveResult, RequestResult } from '../../../electron/provider/client.ts'
import type { FetchedMove } from '../../../electron/provider/parse-response.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import type { Change } from '../../../shared/outbox/amendment.ts'
import { describeAmendment } from '../../../renderer/booking/text/amendment-text.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { createDeferred } from '../../support/deferred.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import {
  bookedAnswer,
  breakDisk,
  DOWN,
  openSyncDesk,
  settled,
  takenAmendment,
  toldOf,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { change, HOPDRIVE, newestAmendment, WHO } from '../../support/builders/amendment.ts'

const MINUTE = 60_000
const BROKEN: RequestResult = { kind: 'broken', code: 'ECONNRESET', bytes: 120 }
const RED = change({ color: 'Red' })

const found = (desk: SyncDesk, id: string) => {
  const read = desk.moves.getBooking(id)
  if (!read.ok) throw new Error(read.failure.detail)
  return read.value
}
const ok = <T>(result: { ok: true; value: T } | { ok: false; failure: { detail: string } }): T => {
  if (!result.ok) throw new Error(result.failure.detail)
  return result.value
}

/** A desk with one booking that the provider has under number 101. */
function deskWith(booking = oneWayBooking(1)) {
  const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
  const booked = desk.book(booking)
  withNumber(desk, booked, 101)
  desk.script.ask = toldOf
  const moveId = booked.moves[0]?.id ?? ''
  const cancel = () => newestAmendment(ok(desk.moves.requestCancellation([moveId], WHO)))
  const alter = (to: Change = RED) => newestAmendment(ok(desk.moves.requestChange(moveId, to, WHO)))
  const amendment = () => newestAmendment(found(desk, booked.id))
  return { desk, booked, moveId, cancel, alter, amendment }
}

const told = (move: Parameters<typeof toldMove>[1], more: Partial<FetchedMove> = {}): FetchMoveResult => ({
  kind: 'move',
  response: { move: toldMove(101, move), readyBy: null, partner: null, ...more },
})

describe('A cancellation request', () => {
  test('A cancellation request is sent once, and the fetched move brings its outcome', async () => {
    const { desk, cancel, amendment, booked } = deskWith()
    cancel()
    desk.start()
    await desk.facts.next('amendment-closed')
    expect(desk.requested).toEqual([{ path: '/v1/cancelation', body: '{"move_id":101}' }])
    expect(amendment()).toMatchObject({ state: 'submitted', code: 'pending' })
    await desk.facts.next('sync-idle')
    desk.script.ask = () => told({ cancelStatus: 'partial', cancelReason: 'On the way.' })
    // However far away its time is, such a move is asked about every minute.
    for (let quarter = 0; quarter < 4; quarter += 1) {
      expect(amendment().state).toBe('submitted')
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
    }
    expect(amendment()).toMatchObject({ state: 'completed', code: 'partial' })
    expect(found(desk, booked.id).moves[0]).toMatchObject({ cancelReason: 'On the way.' })
    expect(desk.requested).toHaveLength(1)
  })

  test('A cancellation request is committed as `sending` before it is sent', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    let during = ''
    desk.script.amendment = (request) => {
      during = amendment().state
      return takenAmendment(request)
    }
    desk.start()
    await desk.facts.next('amendment-closed')
    expect(during).toBe('sending')
  })

  test('A cancellation request leaves after the waiting bookings', async () => {
    const { desk, cancel } = deskWith()
    cancel()
    desk.book(pairBooking(2))
    desk.script.send = bookedAnswer
    desk.start()
    await desk.facts.next('amendment-closed')
    expect(desk.calls.filter((call) => call !== 'ask')).toEqual(['open', 'send', 'cancel'])
  })

  test('A cancellation request with a lost response is not sent again when the move shows it', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    let arrived = false
    desk.script.amendment = () => {
      arrived = true
      return BROKEN
    }
    desk.script.ask = () => told({ cancelStatus: arrived ? 'pending' : 'not cancelled' })
    desk.start()
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'submitted')
    expect(desk.requested).toHaveLength(1)
    expect(amendment()).toMatchObject({ state: 'submitted' })
  })

  test('A cancellation request of which no byte left waits and is sent again', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    let state = ''
    desk.script.amendment = (request) =>
      desk.requested.length === 1 ? { ...BROKEN, bytes: 0 } : takenAmendment(request)
    desk.script.ask = (number) => {
      if (desk.requested.length === 1) state = amendment().state
      return toldOf(number)
    }
    desk.start()
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'submitted')
    expect(state).toBe('waiting')
    expect(desk.requested).toHaveLength(2)
  })

  test('A cancellation request that never arrived is sent again once the fetched move shows so', async () => {
    const { desk, cancel } = deskWith()
    cancel()
    desk.script.amendment = (request) => (desk.requested.length === 1 ? BROKEN : takenAmendment(request))
    desk.start()
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'submitted')
    expect(desk.requested).toHaveLength(2)
    const last = desk.calls.slice(desk.calls.indexOf('cancel'))
    expect(last.slice(0, 4)).toEqual(['cancel', 'ask', 'ask', 'cancel'])
  })

  test('A cancellation request that may have arrived cannot be withdrawn, and is verified before a third try', async () => {
    const { desk, cancel, amendment } = deskWith()
    const made = cancel()
    desk.script.amendment = () => (desk.requested.length === 1 ? BROKEN : answered(401, errorBody('x')))
    desk.start()
    await desk.facts.next('connection', (fact) => fact.cause === 'token-refused')
    expect(amendment()).toMatchObject({ state: 'sending', code: 'token-refused' })
    expect(desk.moves.withdrawAmendment(made.id)).toMatchObject({ failure: { code: 'already-sent' } })
    desk.script.ask = () => told({ cancelStatus: 'pending' })
    desk.clock.advance(5 * MINUTE)
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'submitted')
    expect(desk.requested).toHaveLength(2)
  })

  test('A cancellation request without a response is retried ever less often and holds back no booking', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    desk.script.amendment = () => BROKEN
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    for (let minute = 0; minute < 60; minute += 1) {
      desk.clock.advance(15_000)
      await settled()
      desk.clock.advance(45_000)
      await settled()
    }
    expect(desk.requested.length).toBeGreaterThan(5)
    expect(desk.requested.length).toBeLessThan(40)
    expect(amendment()).toMatchObject({ state: 'sending', code: 'no-answer' })
    expect(sync.connection().kind).toBe('up')
    const other = desk.book(pairBooking(2))
    await desk.facts.next('send-settled')
    expect(found(desk, other.id).state).toBe('booked')
  })

  test('A cancellation request for a move that became unreadable is not sent again and shows `move-unreadable`', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    desk.script.amendment = () => {
      desk.script.ask = () => ({ kind: 'answered', answer: { status: 404, headers: {}, body: '', complete: true } })
      return BROKEN
    }
    desk.start()
    await desk.facts.next('amendment-verified')
    await desk.facts.next('sync-idle')
    expect(desk.requested).toHaveLength(1)
    expect(amendment()).toMatchObject({ state: 'sending', code: 'move-unreadable' })
  })

  test('A cancellation request answered 400 in plain text stays unclear, and its move keeps the words after the fetch', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    desk.script.amendment = () => answered(400, 'This move is on hold, call us.')
    desk.start()
    await desk.facts.next('sync-idle')
    const unclear = amendment()
    expect(unclear.state).toBe('sending')
    expect(describeAmendment(unclear)).toMatch(
      /^The driver service replied “This move is on hold, call us\.”, which doesn't/,
    )
  })

  test('A refused cancellation request shows the provider’s message, and its move is fetched at once', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    desk.script.amendment = () => answered(400, errorBody('move_invalid', 'This move is already canceled.'))
    desk.start()
    await desk.facts.next('move-refreshed')
    expect(amendment()).toMatchObject({
      state: 'refused',
      code: 'refused',
      providerMessage: 'This move is already canceled.',
    })
    expect(desk.requested).toHaveLength(1)
  })

  test.for([
    ['a refused token', answered(401, errorBody('x')), 'token-refused', 5 * MINUTE],
    ['a busy provider', answered(429, errorBody('x'), { headers: { 'retry-after': '90' } }), 'provider-busy', 90_000],
    ['a redirect', answered(308, ''), 'protocol-changed', 5 * MINUTE],
  ] as const)(
    'A cancellation request that meets %s pauses the send queue, and leaves after the pause',
    async ([, heard, cause, ms]) => {
      const { desk, cancel, amendment } = deskWith()
      cancel()
      desk.script.amendment = (request) => (desk.requested.length === 1 ? heard : takenAmendment(request))
      const sync = desk.start()
      await desk.facts.next('connection', (fact) => fact.cause === cause)
      desk.book(pairBooking(2))
      desk.clock.advance(ms - 1)
      await settled()
      expect(desk.sent).toEqual([])
      expect(sync.connection()).toMatchObject({ kind: 'down', cause })
      desk.clock.advance(1)
      await desk.facts.next('amendment-closed', (fact) => fact.state === 'submitted')
      expect(amendment().state).toBe('submitted')
      expect(desk.sent).toHaveLength(1)
    },
  )

  test('A cancellation request waits while the provider is unreachable, and can be withdrawn', async () => {
    const { desk, cancel, amendment } = deskWith()
    const made = cancel()
    desk.script.amendment = () => DOWN
    const sync = desk.start()
    await desk.facts.next('amendment-closed')
    expect(amendment().state).toBe('waiting')
    expect(sync.connection()).toMatchObject({ kind: 'down' })
    ok(desk.moves.withdrawAmendment(made.id))
    desk.script.amendment = takenAmendment
    desk.clock.advance(10 * MINUTE)
    await desk.facts.next('sync-idle')
    expect(amendment().state).toBe('withdrawn')
    expect(desk.requested).toHaveLength(1)
  })

  test('A cancellation request withdrawn while the send queue is busy is not sent', async () => {
    const { desk, cancel, amendment } = deskWith()
    const asking = createDeferred<FetchMoveResult>()
    desk.script.ask = () => asking.promise
    const made = cancel()
    desk.start()
    await settled()
    ok(desk.moves.withdrawAmendment(made.id))
    asking.resolve(toldOf(101))
    await desk.facts.next('sync-idle')
    expect(desk.requested).toEqual([])
    expect(amendment().state).toBe('withdrawn')
  })

  test('A cancellation request with an unsaved outcome is verified once the disk is back, and not sent again', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    let mend = () => {}
    desk.script.amendment = (request) => {
      mend = breakDisk(desk.store)
      desk.script.ask = () => told({ cancelStatus: 'pending' })
      return takenAmendment(request)
    }
    const sync = desk.start()
    await desk.facts.next('connection', (fact) => fact.cause === 'disk')
    mend()
    desk.clock.advance(5_000)
    await desk.facts.next('sync-idle')
    expect(amendment().state).toBe('submitted')
    expect(desk.requested).toHaveLength(1)
    expect(sync.connection().kind).toBe('up')
  })

  test('A cancellation request interrupted by the close of the desk is verified at the next start', async () => {
    const { desk, cancel, amendment } = deskWith()
    cancel()
    const answering = createDeferred<RequestResult>()
    desk.script.amendment = () => answering.promise
    const sync = desk.start()
    await desk.facts.next('amendment-claimed')
    const closing = sync.close()
    answering.resolve(BROKEN)
    await closing
    expect(amendment().state).toBe('sending')
    desk.script.ask = () => told({ cancelStatus: 'succeeded' })
    desk.start()
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'completed')
    expect(desk.requested).toHaveLength(1)
    expect(amendment()).toMatchObject({ state: 'completed', code: 'free' })
  })
})

describe('A cancellation request for a booking in doubt', () => {
  /** A pair in a state, with a cancellation of its first move or of both. */
  function inDoubt(which: 'first' | 'both') {
    const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
    const booked = desk.book(pairBooking(2))
    const put = (state: EntryState) => bringTo(desk.store, booked, state)
    put('in-doubt')
    const ids = booked.moves.map((move) => move.id)
    ok(desk.moves.requestCancellation(which === 'both' ? ids : ids.slice(0, 1), WHO))
    const states = () => found(desk, booked.id).moves.map((move) => move.amendments[0]?.state ?? 'none')
    return { desk, booked, put, states, state: () => found(desk, booked.id).state }
  }

  test('A cancellation request for a booking in doubt waits, and leaves once the booking is booked', async () => {
    const { desk, put, states, booked } = inDoubt('both')
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    expect([desk.requested, states()]).toEqual([[], ['waiting', 'waiting']])
    put('booked')
    desk.store.write((tx) => {
      booked.moves.forEach((move, place) => confirmMove(tx, move.id, toldMove(201 + place), START))
    })
    sync.wake()
    await desk.facts.next('sync-idle')
    expect(desk.requested.map(({ body }) => body)).toEqual(['{"move_id":201}', '{"move_id":202}'])
    expect(states()).toEqual(['submitted', 'submitted'])
  })

  test('A cancellation request for both moves withdraws the booking when the booking returns to waiting', async () => {
    const { desk, put, states, state } = inDoubt('both')
    put('waiting')
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.sent).toEqual([])
    expect([state(), states()]).toEqual(['withdrawn', ['completed', 'completed']])
  })

  test('A cancellation request for one move of a pair lets the pair be booked, then cancels that move', async () => {
    const { desk, put, states, state } = inDoubt('first')
    put('waiting')
    desk.script.send = ({ body }) => {
      const asked = JSON.parse(body.replaceAll('reference_num', 'reference_id')) as object
      return bookedAnswer({ path: '', body: JSON.stringify(asked) })
    }
    desk.start()
    await desk.facts.next('amendment-closed')
    expect(desk.sent).toHaveLength(1)
    expect([state(), states()]).toEqual(['booked', ['submitted', 'none']])
  })

  test('A cancellation request keeps a booking in doubt from its resend until the request is withdrawn', async () => {
    const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE, rejectsDuplicates: () => true })
    const booked = desk.book(oneWayBooking(1))
    desk.script.send = () => BROKEN
    const sync = desk.start()
    await desk.facts.next('send-settled')
    const { id } = newestAmendment(ok(desk.moves.requestCancellation([booked.moves[0]?.id ?? ''], WHO)))
    const later = async () => {
      desk.clock.advance(4 * MINUTE)
      await settled()
      sync.checkConnection()
      await settled()
    }
    await later()
    expect(desk.sent).toHaveLength(1)
    ok(desk.moves.withdrawAmendment(id))
    await later()
    expect(desk.sent).toHaveLength(2)
  })

  test('A cancellation request is refused when its booking was placed by phone', async () => {
    const { desk, put, states, booked } = inDoubt('both')
    put('placed-by-phone')
    desk.start()
    await desk.facts.next('sync-idle')
    expect(states()).toEqual(['refused', 'refused'])
    expect(newestAmendment(found(desk, booked.id))).toMatchObject({ code: 'placed-by-phone' })
  })

  test.for(['refused', 'withdrawn'] as const)(
    'A cancellation request completes without a request to the provider when its booking was %s',
    async (end) => {
      const { desk, put, states } = inDoubt('first')
      put(end)
      desk.start()
      await desk.facts.next('sync-idle')
      expect(states()).toEqual(['completed', 'none'])
      expect(desk.requested).toEqual([])
    },
  )
})

describe('A change request', () => {
  const values = { stock: null, vin: null, year: null, make: 'Ford', model: 'Transit', color: 'Green' }

  test('A change request keeps the person’s values although the provider reports others, and the desk shows both', async () => {
    const { desk, alter, amendment, booked } = deskWith()
    const until = createDeferred<RequestResult>()
    desk.script.ask = () => told({ vehicle: values })
    desk.script.amendment = () => DOWN
    alter()
    desk.start()
    await desk.facts.next('amendment-closed')
    desk.clock.advance(10 * MINUTE)
    desk.script.amendment = () => until.promise
    await desk.facts.next('amendment-claimed', (fact) => fact.amendmentId === amendment().id)
    desk.clock.advance(10 * MINUTE)
    await desk.facts.next('amendment-claimed')
    const between = found(desk, booked.id).moves[0]
    expect(between?.vehicle?.color).toBe(oneWayBooking(1).vehicle.color)
    expect(between?.amendments[0]).toMatchObject({ state: 'sending', change: { color: 'Red' } })
    until.resolve(takenAmendment({ path: '/v1/moves/101', body: '{"vehicle_color":"Red"}' }))
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'completed')
    await desk.facts.next('move-refreshed')
    expect(desk.requested.at(-1)).toEqual({ path: '/v1/moves/101', body: '{"vehicle_color":"Red"}' })
    const after = found(desk, booked.id).moves[0]
    expect(after?.vehicle).toMatchObject({ color: 'Red', make: 'Ford' })
    expect(after?.providerVehicle).toEqual(values)
  })

  test('A completed change request updates the vehicle, the ready-by and the search terms of its move', async () => {
    const { desk, alter, booked } = deskWith()
    const readyBy = { local: '2099-06-09T09:00', zone: 'America/New_York', utc: '2099-06-09T13:00:00Z' }
    alter(change({ stock: 'S-777', vin: '2T1BURHE0JC000001', readyBy }))
    desk.start()
    await desk.facts.next('amendment-closed')
    const after = found(desk, booked.id)
    expect(after.moves[0]?.vehicle).toMatchObject({
      stock: 'S-777',
      vin: '2T1BURHE0JC000001',
      make: 'Ford',
      manual: true,
    })
    expect(after.readyBy).toEqual({ utc: readyBy.utc, source: 'provider' })
    for (const text of ['s-777', '2t1burhe0jc000001']) {
      expect(desk.moves.findBookings({ text, limit: 9 })).toMatchObject({
        value: { bookings: [{ bookingId: booked.id }] },
      })
    }
  })

  test('A change request names the loaner of a pair that was booked without one', async () => {
    const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
    const booked = desk.book(pairBooking(2, { loaner: null }))
    withNumber(desk, booked, 101)
    const loaner = booked.moves[1]?.id ?? ''
    desk.store.write((tx) => tx.sql('UPDATE moves SET number = 102 WHERE id = ?').run(loaner))
    desk.script.ask = toldOf
    ok(desk.moves.requestChange(loaner, change({ stock: 'LN-7' }), WHO))
    desk.start()
    await desk.facts.next('amendment-closed')
    expect(desk.requested).toEqual([{ path: '/v1/moves/102', body: '{"vehicle_stock":"LN-7"}' }])
    expect(found(desk, booked.id).moves[1]?.vehicle).toMatchObject({ stock: 'LN-7', make: null, manual: false })
  })

  test('A change request with a lost response is completed when the move shows the change', async () => {
    const { desk, alter, amendment, booked } = deskWith()
    alter()
    desk.script.amendment = () => {
      desk.script.ask = () => told({ vehicle: { ...values, color: 'Red' } })
      return BROKEN
    }
    desk.start()
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'completed')
    expect(desk.requested).toHaveLength(1)
    expect(amendment().state).toBe('completed')
    expect(found(desk, booked.id).moves[0]?.vehicle?.color).toBe('Red')
  })

  test('A change request for a collected move is refused as `collected` and changes nothing here', async () => {
    const { desk, alter, amendment, booked } = deskWith()
    alter()
    desk.script.amendment = () => {
      desk.script.ask = () => told({ stages: { ...toldMove(1).stages, pickup_successful: START }, vehicle: values })
      return BROKEN
    }
    desk.start()
    await desk.facts.next('amendment-closed', (fact) => fact.state === 'refused')
    expect(amendment()).toMatchObject({ code: 'collected' })
    expect(found(desk, booked.id).moves[0]?.vehicle?.color).toBe(booked.moves[0]?.vehicle?.color)
  })

  test('A change request for a ready-by that passed meanwhile is refused and not sent', async () => {
    const { desk, alter, amendment } = deskWith()
    const readyBy = { local: '2026-11-21T10:30', zone: 'America/New_York', utc: addMinutes(START, 30) }
    alter(change({ readyBy }))
    desk.clock.setWall(addMinutes(START, 30))
    desk.start()
    await desk.facts.next('amendment-closed')
    expect(desk.requested).toEqual([])
    expect(amendment()).toMatchObject({ state: 'refused', code: 'too-late' })
  })
})

describe('A move with a new number', () => {
  test('The new number of a replaced move comes only from its partner’s response with the same reference', async () => {
    const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
    const booked = desk.book(pairBooking(2))
    withNumber(desk, booked, 101)
    const [customer, loaner] = booked.moves
    desk.store.write((tx) => tx.sql('UPDATE moves SET number = 102 WHERE id = ?').run(loaner?.id))
    const replaced = (of: BookedMoves) => of.moves.map((move) => move.replacedBy)
    const about = (number: number, other: Parameters<typeof toldMove>[1] & { number: number }): FetchMoveResult => ({
      kind: 'move',
      response: { move: toldMove(number), readyBy: null, partner: toldMove(other.number, other) },
    })
    desk.script.ask = (number) =>
      number === 101
        ? about(101, { number: 102, reference: loaner?.reference ?? '' })
        : about(102, { number: 103, reference: 'somebody else' })
    desk.start()
    await desk.facts.next('sync-idle')
    expect(replaced(found(desk, booked.id))).toEqual([null, null])
    desk.script.ask = (number) =>
      number === 102 ? about(102, { number: 103, reference: customer?.reference ?? '' }) : toldOf(number)
    desk.clock.advance(7 * 60 * MINUTE)
    await desk.facts.next('sync-idle')
    expect(replaced(found(desk, booked.id))).toEqual([103, null])
  })
})
