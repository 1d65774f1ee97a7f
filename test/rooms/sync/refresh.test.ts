import { describe, expect, test } from 'vitest'
import type { Asked } from '../../../electron/provider/client.ts'
import { oneWayBooking } from '../../support/bookings.ts'
import { withNumber } from '../../support/known.ts'
import { DOWN, NOT_THERE, openSyncDesk, settled, toldOf, type SyncDesk } from '../../support/scripted.ts'
import { START } from '../../support/system.ts'
import { toldMove } from '../../support/told.ts'

const at = (minute: number) => `2026-11-21T14:${String(minute).padStart(2, '0')}:00Z`

/** A desk with numbered moves, 101 the longest unseen. */
function deskWith(count: number): { desk: SyncDesk; ids: readonly string[] } {
  const desk = openSyncDesk()
  const ids = Array.from({ length: count }, (_, place) => {
    const booked = desk.book(oneWayBooking(place + 1))
    withNumber(desk, booked, 101 + place, at(place))
    return booked.id
  })
  return { desk, ids }
}

const seen = (desk: SyncDesk, id: string | undefined) => {
  const booking = desk.moves.getBooking(id ?? '')
  if (!booking.ok) throw new Error(booking.failure.message)
  return booking.value.moves[0]
}

describe('with nothing to send', () => {
  test('the moves that were not seen for longest are asked about, four a round', async () => {
    const { desk } = deskWith(6)
    desk.script.ask = toldOf
    desk.start()
    await desk.facts.next('sync-idle')
    // The first one also stood for the probe.
    expect(desk.asked).toEqual([101, 101, 102, 103, 104])
    desk.clock.advance(15_000)
    await desk.facts.next('sync-idle')
    expect(desk.asked.slice(5)).toEqual([105, 106, 101, 102])
  })

  test('what the provider tells is kept, and the booking is told as changed', async () => {
    const { desk, ids } = deskWith(1)
    const stages = { ...toldMove(101).stages, pickup_started: at(30) }
    desk.script.ask = () => ({
      kind: 'move',
      told: { move: toldMove(101, { status: 'started', stages }), readyBy: at(50) },
    })
    const told: (readonly string[])[] = []
    desk.store.onChange((changed) => void told.push(changed))
    desk.start()
    await desk.facts.next('move-refreshed')
    expect(told).toEqual([ids])
    expect(seen(desk, ids[0])).toMatchObject({
      status: { known: true, value: 'started' },
      stages: { pickup_started: { known: true, value: at(30) } },
      seenAt: START,
    })
    expect(desk.moves.getBooking(ids[0] ?? '')).toMatchObject({
      value: { readyBy: { utc: at(50), source: 'provider' } },
    })
  })

  test('the link is looked at every minute when there is no move to ask about', async () => {
    const desk = openSyncDesk()
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.clock.pending()).toEqual([60_000])
    desk.script.ask = () => DOWN
    desk.clock.advance(60_000)
    await settled()
    expect(sync.link().kind).toBe('down')
  })
})

describe('an answer that cannot be believed', () => {
  const unbelievable: readonly (readonly [string, (number: number) => Asked, string])[] = [
    ['of another number', () => toldOf(999), 'other-number'],
    ['that the move is not known', () => NOT_THERE, 'status-404'],
  ]
  test.for(unbelievable)(
    '%s is set aside, the move stays as it was, and the others go on',
    async ([, answer, code]) => {
      const { desk, ids } = deskWith(3)
      desk.script.ask = (number) => (number === 101 ? answer(number) : toldOf(number))
      desk.start()
      await desk.facts.next('sync-idle')
      expect(desk.facts.all.filter(({ event }) => event === 'refresh-set-aside')).toMatchObject([{ code }])
      expect(desk.facts.all.filter(({ event }) => event === 'move-refreshed')).toHaveLength(2)
      expect(seen(desk, ids[0])).toMatchObject({ number: { value: 101 }, seenAt: at(0) })
      expect(desk.moves.getBooking(ids[0] ?? '')).toMatchObject({ value: { state: 'booked' } })
      // It does not keep its place at the front.
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
      expect(desk.asked.filter((number) => number === 101).length).toBeLessThanOrEqual(3)
    },
  )

  test('a provider in trouble ends the round, and nothing of the move changes', async () => {
    const { desk, ids } = deskWith(3)
    let round = 0
    desk.script.ask = (number) => {
      round += 1
      return round === 1
        ? toldOf(number)
        : { kind: 'answered', answer: { status: 503, headers: {}, body: '', whole: true } }
    }
    const sync = desk.start()
    await settled()
    expect(desk.asked).toEqual([101, 101])
    expect(sync.link()).toMatchObject({ kind: 'down', cause: 'provider-down' })
    expect(seen(desk, ids[0])).toMatchObject({ number: { value: 101 }, status: { value: null } })
  })

  test.for([DOWN, { kind: 'broken', code: 'ECONNRESET' } as const])(
    'one that never came ($kind) leaves even the time of seeing',
    async (asked) => {
      const { desk, ids } = deskWith(2)
      let first = true
      desk.script.ask = (number) => {
        const answer = first ? toldOf(number) : asked
        first = false
        return answer
      }
      desk.start()
      await settled()
      expect(desk.asked).toEqual([101, 101])
      expect(seen(desk, ids[0])?.seenAt).toBe(at(0))
      expect(desk.facts.all.filter(({ event }) => event === 'refresh-set-aside')).toEqual([])
    },
  )
})
