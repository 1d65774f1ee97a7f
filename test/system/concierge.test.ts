import { describe, expect, test } from 'vitest'
import { bookingDifferences, moveDifferences } from '../../shared/move/provider-differences.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { atWork, behindProxy, idsOf, numbersOf, read } from '../support/desk/hopdrive-desk.ts'
import { movableClock, openTestDesk, valueOf } from '../support/desk/test-desk.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { checkTraffic } from '../support/faults/traffic-check.ts'
import { openHopdrive, settingsFor } from '../support/fakes/hopdrive-practice.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { createReferee } from '../support/oracle/referee.ts'

const WHO = 'Dana R.'
const without = (number: number) => pairBooking(number, { withLoaner: false, loaner: null })

describe('A pair without a loaner', () => {
  test.for([
    ['pickup', without(2)],
    ['return', without(3)],
  ] as const)('A %s without a loaner is booked, refreshed as it was sent, and canceled', async ([action, booking]) => {
    const at = await atWork()
    const booked = await at.booked(booking)
    expect(booked).toMatchObject({ state: 'booked', action, readyBy: { source: 'provider' } })
    expect(numbersOf(booked)).toEqual([expect.any(Number)])
    const [number = 0] = numbersOf(booked)
    expect(number).toBeGreaterThan(0)
    at.clock.moveOn(7 * 60)
    await at.later()
    for (const seen of [booked, read(at, booked.id)]) {
      expect(bookingDifferences(seen)).toEqual([])
      expect(
        seen.moves.flatMap((move) => moveDifferences(move, { supportsDestination: true }, { withLoaner: false })),
      ).toEqual([])
    }
    valueOf(at.desk.requestCancellation(idsOf(booked), WHO))
    expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'submitted' })
    await at.service.decide(number, 'succeeded')
    await at.later()
    expect(read(at, booked.id).moves).toMatchObject([
      { cancelStatus: { value: 'succeeded' }, amendments: [{ state: 'completed', code: 'free' }] },
    ])
  })

  test('A pair without a loaner whose answer is lost stays in doubt, is not sent twice, and is found by its number', async () => {
    const at = await behindProxy({ type: 'cut', when: 'after', end: 'rst', match: { asks: 'create', nth: 1 } })
    const booked = await at.booked(without(2))
    expect(booked).toMatchObject({ state: 'in-doubt', moves: [{ number: { known: false } }] })
    at.clock.moveOn(7 * 60)
    at.desk.checkConnection()
    await at.facts.next('sync-idle')
    expect((await at.booked(without(4))).state).toBe('booked')
    expect([at.arrived('create').length, at.applied('create')]).toEqual([2, 2])
    const [moveId = ''] = idsOf(booked)
    const numbers = [{ moveId, number: 70_001 }]
    valueOf(at.desk.resolveBooking(booked.id, { kind: 'provider-numbers', who: WHO, numbers }))
    expect(await at.facts.next('number-verified')).toMatchObject({ code: 'ours' })
    expect(read(at, booked.id)).toMatchObject({ state: 'booked', moves: [{ number: { value: 70_001 } }] })
    expect(at.arrived('create')).toHaveLength(2)
  })

  test('The traffic of a pair without a loaner conforms to the published pages of the provider', async () => {
    const clock = movableClock()
    const practice = await openHopdrive({ clock, driver: 'manual' })
    const proxy = await openTestProxy(practice.url)
    const traffic = checkTraffic(proxy, createReferee('hopdrive'))
    const { desk, facts } = await openTestDesk(temporaryFolder(), null, clock)
    valueOf(await desk.changeSettings(settingsFor(proxy)))
    for (const booking of [without(2), without(3)]) valueOf(desk.bookMove(booking))
    for (let settled = 0; settled < 2; settled += 1) await facts.next('send-settled')
    clock.moveOn(7 * 60)
    desk.checkConnection()
    await facts.next('move-refreshed')
    await facts.next('sync-idle')
    expect(traffic.violations).toEqual([])
    const calls = new Set(traffic.exchanges.map(({ method, path }) => `${method} ${path.replace(/\d+$/, '<id>')}`))
    expect(calls).toContain('POST /v1/concierge-moves')
    expect(calls).toContain('GET /v1/moves/<id>')
    expect(calls).not.toContain('POST /v1/concierge-loaner-moves')
  })
})
