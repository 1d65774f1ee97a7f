import { describe, expect, test } from 'vitest'
import type { BookedMoves } from '../../shared/move/move.ts'
import { instantsOf } from '../../shared/time/time.ts'
import { atWork, behindProxy, idsOf, numbersOf, read, type AtWork } from '../support/desk/hopdrive-desk.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import type { Toxic } from '../support/faults/toxics.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { settingsFor } from '../support/fakes/hopdrive-practice.ts'

/* Rescheduling at a provider over real HTTP, with the faults of each request. The provider's acts are made by hand. */

const WHO = 'Dana R.'
const ZONE = 'America/New_York'
const THURSDAY = { local: '2099-07-02T10:00', zone: ZONE, utc: instantsOf('2099-07-02T10:00', ZONE)[0] ?? '' }

const reschedule = ({ desk }: Pick<AtWork, 'desk'>, { id }: BookedMoves) =>
  valueOf(desk.rescheduleBooking(id, THURSDAY, WHO))
const stepOf = (at: Pick<AtWork, 'desk'>, { id }: BookedMoves) => read(at, id).replacement?.step
const cancelOf = (number: number | undefined) => `{"move_id":${number}}`

describe('A reschedule', () => {
  test('A replacement is booked before both moves of the old pair are canceled, and each of the requests leaves once', async () => {
    const at = await behindProxy()
    const old = await at.booked(pairBooking(2))
    const replacement = reschedule(at, old)
    expect(at.arrived('create')).toHaveLength(1)
    await at.facts.next('amendment-closed')
    await at.facts.next('amendment-closed')
    expect(read(at, replacement.id)).toMatchObject({ state: 'booked', time: THURSDAY })
    expect(at.arrived('create')).toHaveLength(2)
    expect(at.arrived('cancel')).toEqual(numbersOf(old).map(cancelOf))
    expect(read(at, old.id).moves.map(({ amendments: [one] }) => [one?.state, one?.who])).toEqual([
      ['submitted', WHO],
      ['submitted', WHO],
    ])
    // The provider has not decided: both are live, and a person sees both numbers.
    expect(stepOf(at, old)).toBe('cancel-pending')
    expect(read(at, old.id).replacement?.numbers).toEqual(numbersOf(read(at, replacement.id)))
    expect(at.desk.status()).toMatchObject({ waiting: 0, attention: 1 })
    for (const number of numbersOf(old)) await at.service.decide(number, 'succeeded')
    while (stepOf(at, old) !== 'done') await at.later()
    expect(at.desk.status()).toMatchObject({ waiting: 0, attention: 0 })
    expect(await at.service.ledger()).toHaveLength(2)
  })

  test('A replacement that the provider refuses leaves the old booking as it is', async () => {
    const at = await behindProxy({
      type: 'status',
      when: 'before',
      status: 422,
      body: { errors: 'request_invalid' },
      match: { asks: 'create', nth: 2 },
    })
    const old = await at.booked()
    const replacement = reschedule(at, old)
    await at.facts.next('send-settled')
    await at.facts.next('sync-idle')
    expect(read(at, replacement.id).state).toBe('refused')
    expect(at.arrived('cancel')).toEqual([])
    expect(read(at, old.id).moves.map(({ amendments }) => amendments)).toEqual([[]])
  })

  /** The faults after which nobody knows whether the replacement is booked. */
  const DOUBTS = (['before', 'after'] as const).flatMap((when): readonly Toxic[] => [
    { type: 'cut', when, end: 'rst' },
    { type: 'limit-data', when, bytes: -1, end: 'fin' },
    { type: 'status', when, status: 200, body: 'page' },
    { type: 'status', when, status: 500, body: { errors: 'internal_server_error' } },
  ])
  test.for(DOUBTS)(
    'A replacement in doubt after %j asks for nothing, and its proof goes on with the cancellation',
    async (toxic) => {
      const at = await behindProxy({ ...toxic, match: { asks: 'create', nth: 2 } })
      const old = await at.booked()
      const replacement = reschedule(at, old)
      await at.facts.next('send-settled')
      expect(read(at, replacement.id).state).toBe('in-doubt')
      expect(stepOf(at, old)).toBe('new-in-doubt')
      at.desk.checkConnection()
      await at.facts.next('sync-idle')
      expect(at.arrived('cancel')).toEqual([])
      if (toxic.when !== 'after') return
      const [line] = (await at.service.ledger()).slice(-1)
      const moves = read(at, replacement.id).moves.map(({ id }, index) => ({
        moveId: id,
        number: line?.move_ids[index] ?? 0,
      }))
      valueOf(at.desk.resolveBooking(replacement.id, { kind: 'provider-numbers', who: WHO, numbers: moves }))
      expect(stepOf(at, old)).toBe('new-in-doubt')
      await at.facts.next('amendment-closed')
      expect(read(at, replacement.id).state).toBe('booked')
      expect(at.arrived('cancel')).toEqual(numbersOf(old).map(cancelOf))
      expect(at.arrived('create')).toHaveLength(2)
    },
  )

  test("A cancellation with a lost response is requested once by the provider's count", async () => {
    const at = await behindProxy({ type: 'cut', when: 'after', end: 'rst', match: { asks: 'cancel', nth: 1 } })
    const old = await at.booked()
    reschedule(at, old)
    await at.facts.next('amendment-closed', ({ state }) => state === 'submitted')
    expect([at.arrived('cancel').length, at.applied('cancel')]).toEqual([1, 1])
    expect(stepOf(at, old)).toBe('cancel-pending')
  })

  test('A cancellation that fails raises an alarm with both numbers, until one of both bookings has ended', async () => {
    const at = await behindProxy()
    const old = await at.booked()
    const replacement = reschedule(at, old)
    await at.facts.next('amendment-closed')
    await at.service.decide(numbersOf(old)[0] ?? 0, 'failed')
    while (stepOf(at, old) !== 'cancel-failed') await at.later()
    expect(at.desk.status().attention).toBe(1)
    expect(read(at, replacement.id).replaces).toMatchObject({ step: 'cancel-failed', numbers: numbersOf(old) })
    expect(at.arrived('cancel')).toHaveLength(1)
    // The other one is ended instead, and the old booking stays.
    valueOf(at.desk.requestCancellation(idsOf(replacement), WHO))
    await at.facts.next('amendment-closed')
    await at.service.decide(numbersOf(read(at, replacement.id))[0] ?? 0, 'succeeded')
    while (stepOf(at, old) !== 'new-dropped') await at.later()
    expect(at.arrived('cancel')).toHaveLength(2)
  })

  test('A reschedule made offline waits, survives a restart and goes on when the link is back', async () => {
    const folder = temporaryFolder()
    const at = await atWork(undefined, folder)
    const old = await at.booked(pairBooking(2))
    await at.service.cut()
    at.desk.checkConnection()
    await at.facts.next('connection', (fact) => fact.kind === 'down')
    const replacement = reschedule(at, old)
    expect(at.desk.status()).toMatchObject({ waiting: 1, attention: 0 })
    await at.close()
    await at.service.restore()
    const again = await openTestDesk(folder)
    valueOf(await again.desk.changeSettings(settingsFor(at.service)))
    await again.facts.next('amendment-closed')
    await again.facts.next('amendment-closed')
    expect(read(again, replacement.id).state).toBe('booked')
    expect(stepOf(again, old)).toBe('cancel-pending')
    expect(await at.service.ledger()).toHaveLength(2)
  })

  test('A withdrawn replacement leaves the old booking as it is and never leaves', async () => {
    const at = await atWork()
    const old = await at.booked()
    await at.service.cut()
    at.desk.checkConnection()
    await at.facts.next('connection', (fact) => fact.kind === 'down')
    const replacement = reschedule(at, old)
    valueOf(at.desk.withdrawBooking(replacement.id))
    await at.service.restore()
    at.desk.checkConnection()
    await at.facts.next('connection', (fact) => fact.kind === 'up')
    await at.facts.next('sync-idle')
    expect(stepOf(at, old)).toBe('new-dropped')
    expect(await at.service.ledger()).toHaveLength(1)
    expect(read(at, old.id).moves[0]?.amendments).toEqual([])
  })

  test('At a provider that takes no cancellations a person calls, and says so', async () => {
    const service = await openTestPractice(temporaryFolder())
    const opened = await openTestDesk(temporaryFolder(), providerOf(service.url))
    const old = valueOf(opened.desk.bookMove(oneWayBooking(7)))
    await opened.facts.next('send-settled')
    const replacement = reschedule(opened, old)
    await opened.facts.next('send-settled')
    await opened.facts.next('sync-idle')
    expect(stepOf(opened, old)).toBe('call-to-cancel')
    expect(opened.desk.status().attention).toBe(1)
    valueOf(opened.desk.settleReschedule(old.id, { replacementId: replacement.id, kept: 'new', who: WHO }))
    expect(stepOf(opened, old)).toBe('done')
    expect(opened.desk.status().attention).toBe(0)
  })

  test('A change of one booking announces the other one of the reschedule', async () => {
    const at = await atWork()
    const old = await at.booked()
    const told = new Set<string>()
    at.desk.onStatus((_status, { bookingIds }) => bookingIds.forEach((id) => told.add(id)))
    const replacement = reschedule(at, old)
    await at.facts.next('send-settled')
    await new Promise(setImmediate)
    expect(told).toEqual(new Set([old.id, replacement.id]))
    told.clear()
    await at.facts.next('amendment-closed')
    await new Promise(setImmediate)
    expect(told).toEqual(new Set([old.id, replacement.id]))
  })
})
