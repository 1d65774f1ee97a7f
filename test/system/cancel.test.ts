import { describe, expect, test } from 'vitest'
import type { BookedMoves } from '../../shared/move/move.ts'
import { changeSchema } from '../../shared/outbox/amendment.ts'
import { atWork, behindProxy, idsOf, numbersOf, read } from '../support/desk/hopdrive-desk.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import type { Outcome } from '../support/fakes/practice-controls.ts'
import { EXPIRED_TOKEN } from '../support/faults/toxics.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { settingsFor } from '../support/fakes/hopdrive-practice.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'

/* Canceling and changing at a provider that supports both. The provider's acts are made by hand. */

const WHO = 'Dana R.'
const amendmentsOf = (booking: BookedMoves) =>
  booking.moves.map(({ amendments: [amendment] }) => [amendment?.state, amendment?.code])

describe('A cancellation request', () => {
  const ENDINGS: readonly (readonly [Outcome, state: string, code: string])[] = [
    ['succeeded', 'completed', 'free'],
    ['partial', 'completed', 'partial'],
    ['rescheduled', 'completed', 'rescheduled'],
    ['failed', 'refused', 'failed'],
  ]
  test.for(ENDINGS)(
    'A cancellation that the provider ends as %s becomes %s with the code %s',
    async ([outcome, state, code]) => {
      const at = await atWork()
      const booking = await at.booked()
      const [number = 0] = numbersOf(booking)
      valueOf(at.desk.requestCancellation(idsOf(booking), WHO))
      expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'submitted' })
      await at.later()
      expect(read(at, booking.id).moves[0]).toMatchObject({ cancelStatus: { value: 'pending' } })
      await at.service.decide(number, outcome)
      await at.later()
      const after = read(at, booking.id)
      expect(amendmentsOf(after)).toEqual([[state, code]])
      expect(after.moves[0]).toMatchObject({
        cancelStatus: { known: true, value: outcome },
        cancelReason: expect.stringMatching(/\w/) as string,
      })
      // A new number has to be asked for, and a failed cancellation has to be known.
      const needsPerson = outcome === 'failed' || outcome === 'rescheduled'
      expect(at.desk.status()).toMatchObject({ waiting: 0, attention: needsPerson ? 1 : 0 })
      // Only a failed cancellation can be requested again.
      expect(at.desk.requestCancellation(idsOf(booking), WHO).ok).toBe(outcome === 'failed')
    },
  )

  test('A rescheduled move of a pair is followed to the number that the other move tells, and is canceled by that number', async () => {
    const at = await atWork()
    const booking = await at.booked(pairBooking(2))
    const [number = 0] = numbersOf(booking)
    valueOf(at.desk.requestCancellation(idsOf(booking).slice(0, 1), WHO))
    await at.facts.next('amendment-closed')
    const fresh = (await at.service.decide(number, 'rescheduled')) ?? 0
    await at.later()
    at.clock.moveOn(7 * 60)
    await at.later()
    while (read(at, booking.id).moves[0]?.replacedBy !== fresh) await at.facts.next('move-refreshed')
    // The next round verifies the number.
    at.desk.checkConnection()
    expect(await at.facts.next('number-verified')).toMatchObject({ code: 'ours' })
    const [customer, loaner] = read(at, booking.id).moves
    expect(customer).toMatchObject({
      number: { known: true, value: fresh },
      cancelStatus: { known: true, value: 'not cancelled' },
      replacedBy: null,
      formerNumbers: [number],
      amendments: [{ state: 'completed', code: 'rescheduled' }],
    })
    expect(loaner).toMatchObject({ formerNumbers: [], amendments: [] })
    expect(at.desk.status().attention).toBe(0)
    valueOf(at.desk.requestCancellation(idsOf(booking).slice(0, 1), WHO))
    await at.facts.next('amendment-closed')
    await at.service.decide(fresh, 'succeeded')
    const amended = () => read(at, booking.id).moves[0]?.amendments.map(({ code }) => code)
    while (amended()?.[0] === 'pending') await at.later()
    expect(amended()).toEqual(['free', 'rescheduled'])
  })

  test('A rescheduled one-way is followed to the number that a person names, and its driver is seen under that number', async () => {
    const at = await atWork()
    const booking = await at.booked()
    const [number = 0] = numbersOf(booking)
    const [moveId = ''] = idsOf(booking)
    const fresh = (await at.service.decide(number, 'rescheduled')) ?? 0
    at.clock.moveOn(7 * 60)
    await at.later()
    // The service tells the new number in no field and in no text of the old move.
    const [told] = read(at, booking.id).moves
    expect([told?.replacedBy, told?.cancelReason?.includes(String(fresh))]).toEqual([null, false])
    expect(at.desk.status().attention).toBe(1)
    valueOf(at.desk.resolveBooking(booking.id, { kind: 'replacement-number', who: WHO, moveId, number: fresh + 70 }))
    expect(await at.facts.next('number-verified')).toMatchObject({ code: 'wrong' })
    expect(at.desk.status().attention).toBe(1)
    valueOf(at.desk.resolveBooking(booking.id, { kind: 'replacement-number', who: WHO, moveId, number: fresh }))
    expect(await at.facts.next('number-verified')).toMatchObject({ code: 'ours' })
    await at.service.step(fresh)
    at.clock.moveOn(7 * 60)
    await at.later()
    expect(read(at, booking.id).moves[0]).toMatchObject({
      number: { value: fresh },
      formerNumbers: [number],
      stages: { pickup_started: { known: true, value: expect.stringMatching(/Z$/) as string } },
    })
    expect(at.desk.status().attention).toBe(0)
  })

  test('Each move of a pair is canceled by its own number, and canceling one leaves the other as it is', async () => {
    const at = await behindProxy()
    const both = await at.booked(pairBooking(2))
    const half = await at.booked(pairBooking(4))
    valueOf(at.desk.requestCancellation(idsOf(both), WHO))
    valueOf(at.desk.requestCancellation(idsOf(half).slice(0, 1), WHO))
    for (let settled = 0; settled < 3; settled += 1) await at.facts.next('amendment-closed')
    expect(at.arrived('cancel')).toEqual(
      [...numbersOf(both), numbersOf(half)[0]].map((number) => `{"move_id":${number}}`),
    )
    for (const number of [...numbersOf(both), numbersOf(half)[0] ?? 0]) await at.service.decide(number, 'succeeded')
    at.clock.moveOn(7 * 60)
    await at.later(4)
    expect(amendmentsOf(read(at, both.id))).toEqual([
      ['completed', 'free'],
      ['completed', 'free'],
    ])
    expect(read(at, half.id).moves.map((move) => move.cancelStatus)).toMatchObject([
      { value: 'succeeded' },
      { value: 'not cancelled' },
    ])
  })
})

describe('A cancellation request in trouble', () => {
  test('A cancellation request made offline waits, survives a restart and is sent when the link is back', async () => {
    const folder = temporaryFolder()
    const at = await atWork(undefined, folder)
    const booking = await at.booked(pairBooking(2))
    await at.service.cut()
    at.desk.checkConnection()
    await at.facts.next('connection', (fact) => fact.kind === 'down')
    valueOf(at.desk.requestCancellation(idsOf(booking), WHO))
    expect(at.desk.status()).toMatchObject({ waiting: 1 })
    await at.close()
    await at.service.restore()
    const again = await openTestDesk(folder)
    valueOf(await again.desk.changeSettings(settingsFor(at.service)))
    await again.facts.next('amendment-closed')
    await again.facts.next('amendment-closed')
    expect(amendmentsOf(read(again, booking.id))).toEqual([
      ['submitted', 'pending'],
      ['submitted', 'pending'],
    ])
  })

  test('A cancellation request gets a new token for an expired one, and waits when two tokens are refused', async () => {
    const refused = { type: 'status', when: 'before', status: 401, body: { errors: 'unauthorized' } } as const
    const once = await behindProxy({ ...EXPIRED_TOKEN, match: { asks: 'cancel', nth: 1 } })
    valueOf(once.desk.requestCancellation(idsOf(await once.booked()), WHO))
    expect(await once.facts.next('amendment-closed')).toMatchObject({ state: 'submitted' })
    const twice = await behindProxy(...[1, 2].map((nth) => ({ ...refused, match: { asks: 'cancel', nth } }) as const))
    valueOf(twice.desk.requestCancellation(idsOf(await twice.booked()), WHO))
    expect(await twice.facts.next('amendment-closed')).toMatchObject({ state: 'waiting' })
    await twice.facts.next('connection', (fact) => fact.cause === 'token-refused')
    twice.desk.checkConnection()
    expect(await twice.facts.next('amendment-closed')).toMatchObject({ state: 'submitted' })
    expect(twice.arrived('cancel')).toHaveLength(3)
  })

  test('A cancellation request waits while the provider is busy and is sent after that', async () => {
    const busy = { type: 'busy', when: 'before', retryAfter: 'zero', envelope: true } as const
    const at = await behindProxy({ ...busy, match: { asks: 'cancel', nth: 1 } })
    valueOf(at.desk.requestCancellation(idsOf(await at.booked()), WHO))
    expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'waiting' })
    await at.facts.next('connection', (fact) => fact.cause === 'provider-busy')
    expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'submitted' })
    expect(at.arrived('cancel')).toHaveLength(2)
  })

  test('A booking in doubt refuses a change, and its cancellation request waits for the outcome', async () => {
    const at = await behindProxy({ type: 'cut', when: 'after', end: 'rst', match: { asks: 'create' } })
    const booking = await at.booked(oneWayBooking(21))
    expect(booking.state).toBe('in-doubt')
    expect(at.desk.requestChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red' }), WHO)).toMatchObject({
      failure: { code: 'not-possible' },
    })
    const asked = valueOf(at.desk.requestCancellation(idsOf(booking), WHO))
    expect(amendmentsOf(asked)).toEqual([['waiting', null]])
    at.desk.checkConnection()
    await at.facts.next('sync-idle')
    expect(amendmentsOf(read(at, booking.id))).toEqual([['waiting', null]])
  })

  test('A waiting cancellation request keeps the desk at its provider until the request is withdrawn', async () => {
    const at = await atWork()
    const booking = await at.booked()
    await at.service.cut()
    at.desk.checkConnection()
    await at.facts.next('connection', (fact) => fact.kind === 'down')
    const amendment = valueOf(at.desk.requestCancellation(idsOf(booking), WHO)).moves[0]?.amendments[0]
    const gone = await at.desk.changeSettings({ provider: null, rooftop: null })
    expect(gone).toMatchObject({ ok: false, failure: { code: 'open-bookings' } })
    if (!gone.ok) expect(describeFailure(gone.failure)).toContain('1 with a cancel or change request')
    valueOf(at.desk.withdrawAmendment(amendment?.id ?? ''))
    expect((await at.desk.changeSettings({ provider: null, rooftop: null })).ok).toBe(true)
  })
})

describe('A change request', () => {
  test('A change request reaches the provider, names an unknown loaner and is shown by the desk', async () => {
    const at = await atWork()
    const booking = await at.booked(pairBooking(2, { loaner: null }))
    const [, loaner = ''] = idsOf(booking)
    valueOf(at.desk.requestChange(loaner, changeSchema.parse({ stock: 'LN-7', make: 'Kia', model: 'Soul' }), WHO))
    expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'completed' })
    await at.facts.next('move-refreshed')
    const after = read(at, booking.id).moves[1]
    expect(after?.vehicle).toMatchObject({ stock: 'LN-7', make: 'Kia', model: 'Soul' })
    expect(after?.providerVehicle).toMatchObject({ stock: 'LN-7', make: 'Kia', model: 'Soul' })
    expect(valueOf(at.desk.findBookings({ text: 'ln-7', limit: 9 })).bookings).toHaveLength(1)
  })

  test('A change request made offline is sent as requested although a refresh brought other values meanwhile', async () => {
    const at = await atWork()
    const booking = await at.booked()
    await at.service.cut()
    at.desk.checkConnection()
    await at.facts.next('connection', (fact) => fact.kind === 'down')
    const readyBy = { local: '2099-07-01T09:00', zone: 'America/New_York', utc: '2099-07-01T13:00:00Z' }
    valueOf(at.desk.requestChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red', readyBy }), WHO))
    await at.service.restore()
    at.clock.moveOn(7 * 60)
    at.desk.checkConnection()
    expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'completed', code: 'applied' })
    await at.facts.next('move-refreshed')
    const after = read(at, booking.id)
    expect(after.moves[0]?.providerVehicle).toMatchObject({ color: 'Red', make: 'Ford' })
    expect(after.readyBy).toEqual({ utc: readyBy.utc, source: 'provider' })
  })

  test('A change request that is too late is refused in the words of the provider and changes nothing', async () => {
    const at = await atWork()
    const booking = await at.booked()
    for (let step = 0; step < 3; step += 1) await at.service.step(numbersOf(booking)[0] ?? 0)
    valueOf(at.desk.requestChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red' }), WHO))
    expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'refused' })
    await at.facts.next('move-refreshed')
    const after = read(at, booking.id).moves[0]
    expect(after?.amendments[0]?.providerMessage).toMatch(/was picked up and can no longer be changed/)
    expect(after?.vehicle?.color).toBe(booking.moves[0]?.vehicle?.color)
    expect(at.desk.requestChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red' }), WHO)).toMatchObject({
      failure: { code: 'too-late' },
    })
  })
})

test('A provider in the profile `baseline` cannot cancel, and the desk says what to do instead', async () => {
  const practice = await openTestPractice(temporaryFolder())
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url))
  const { id } = valueOf(desk.bookMove(pairBooking(2)))
  await facts.next('send-settled')
  const booking = valueOf(desk.getBooking(id))
  const asked = desk.requestCancellation(idsOf(booking), WHO)
  expect(asked).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
  if (!asked.ok) expect(describeFailure(asked.failure)).toContain('call the driver service')
})
