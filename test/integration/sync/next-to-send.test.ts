import { describe, expect, test } from 'vitest'
import type { SyncContext } from '../../../electron/sync/context.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { nextToSend } from '../../../electron/sync/next-to-send.ts'
import { PRACTICE_POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { refreshMoves } from '../../../electron/sync/refresh-moves.ts'
import { createSendHistory } from '../../../electron/sync/resend.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { bookedAnswer, BARE_NOT_FOUND, scriptedProvider, toldOf } from '../../support/fakes/scripted-provider.ts'

function openDesk() {
  const desk = openDeskStore({ remote: HOPDRIVE })
  const scripted = scriptedProvider()
  const tried = createSendHistory(desk.clock)
  const deps = {
    ...desk,
    rights: NO_BOARD_RIGHTS,
    provider: scripted.provider,
    remote: HOPDRIVE,
    log: desk.facts.log,
    random: { fraction: () => 0.5 },
    rejectsDuplicates: () => false,
    noticeMinutes: () => 60,
    clockTrust: { disputeMs: () => 0 },
    requestTarget: () => ({ profile: 'hopdrive', rooftop: null }),
    pollIntervals: PRACTICE_POLL_INTERVALS,
  } as unknown as SyncContext
  return { ...desk, ...scripted, deps, tried, next: () => nextToSend(deps, tried) }
}

/** A pair in doubt with cancellations of its first move or of both, then in `state`. */
function canceled(which: 'first' | 'both', state: EntryState) {
  const desk = openDesk()
  const booked = desk.book(pairBooking(2))
  bringTo(desk.store, booked, 'in-doubt')
  const ids = booked.moves.map(({ id }) => id)
  expect(desk.moves.requestCancellation(which === 'both' ? ids : ids.slice(0, 1), WHO).ok).toBe(true)
  bringTo(desk.store, booked, state)
  const next = desk.next()
  const read = desk.moves.getBooking(booked.id)
  if (!read.ok) throw new Error(read.failure.detail)
  const amendments = read.value.moves.flatMap((move) => move.amendments.map(({ state, code }) => `${state} ${code}`))
  const closed = desk.facts.all.filter(({ event }) => event === 'amendment-closed').length
  return { sends: next !== null, state: read.value.state, amendments, closed }
}

describe('The order of sending', () => {
  test.for([
    ['both', 'waiting', false, 'withdrawn', ['completed booking-not-made', 'completed booking-not-made']],
    ['both', 'held', false, 'withdrawn', ['completed booking-not-made', 'completed booking-not-made']],
    ['both', 'refused', false, 'withdrawn', ['completed booking-not-made', 'completed booking-not-made']],
    ['both', 'placed-by-phone', false, 'placed-by-phone', ['refused placed-by-phone', 'refused placed-by-phone']],
    ['first', 'waiting', true, 'waiting', ['waiting null']],
    ['first', 'held', false, 'held', ['waiting null']],
    ['first', 'refused', false, 'refused', ['completed booking-not-made']],
    ['first', 'withdrawn', false, 'withdrawn', ['completed booking-not-made']],
    ['first', 'in-doubt', false, 'in-doubt', ['waiting null']],
  ] as const)(
    'A cancellation request (%s) for a pair that is %s lets the pair leave: %j, with the state %s',
    ([which, from, sends, state, amendments]) => {
      const closed = amendments.filter((one) => !one.startsWith('waiting')).length
      expect(canceled(which, from)).toEqual({ sends, state, amendments, closed })
    },
  )

  test('An amendment whose pause is longer than ten minutes is due, because only a changed clock makes such a pause', () => {
    const desk = openDesk()
    const booked = desk.book(oneWayBooking(1))
    withNumber(desk, booked, 101)
    expect(desk.moves.requestCancellation([booked.moves[0]?.id ?? ''], WHO).ok).toBe(true)
    const isDue = (seconds: number) => {
      const pausedUntil = fromMillis(toMillis(desk.clock.now()) + seconds * 1_000)
      desk.store.write((tx) => tx.sql('UPDATE amendments SET not_before = ?').run(pausedUntil))
      return desk.next() !== null
    }
    expect([-1, 0, 1, 600, 601].map(isDue)).toEqual([true, true, false, false, true])
  })

  test('`nextToSend` records when an entry was last sent once its request has ended', async () => {
    const desk = openDesk()
    const booked = desk.book(pairBooking(2))
    desk.script.send = ({ path, body }) =>
      bookedAnswer({ path, body: body.replaceAll('reference_num', 'reference_id') })
    desk.clock.advance(5_000)
    const next = desk.next()
    expect(desk.tried.lastSendAt.size).toBe(0)
    await next?.send()
    expect([...desk.tried.lastSendAt.values()]).toEqual([5_000])
    expect(desk.moves.getBooking(booked.id)).toMatchObject({ value: { state: 'booked' } })
    expect(desk.next()).toBeNull()
  })
})

describe('The refresh of moves', () => {
  test('`refreshMoves` sets a move aside only while its response cannot be believed', async () => {
    const desk = openDesk()
    withNumber(desk, desk.book(oneWayBooking(1)), 101)
    const unreadable = new Set<string>()
    const sizes: number[] = []
    for (const answer of [
      toldOf(102),
      toldOf(101),
      BARE_NOT_FOUND,
      answered(404, errorBody('move_invalid')),
      BARE_NOT_FOUND,
      toldOf(101),
    ]) {
      desk.script.ask = () => answer
      desk.clock.advance(1_000)
      await refreshMoves(desk.deps, unreadable)
      sizes.push(unreadable.size)
    }
    expect(sizes).toEqual([1, 0, 1, 0, 1, 0])
    expect(desk.facts.all.filter(({ event }) => event === 'refresh-skipped')).toMatchObject([
      { code: 'other-number' },
      { code: 'status-404' },
      { code: 'status-404' },
    ])
  })

  test('`refreshMoves` reads four moves a round and ends the round when a response breaks off', async () => {
    const desk = openDesk()
    for (let number = 1; number <= 6; number += 1) withNumber(desk, desk.book(oneWayBooking(number)), 100 + number)
    desk.script.ask = toldOf
    desk.clock.advance(1_000)
    await refreshMoves(desk.deps, new Set())
    expect(desk.asked).toHaveLength(4)
    const broken = { kind: 'broken', code: 'ECONNRESET', bytes: 9 } as const
    desk.script.ask = (number) =>
      desk.asked.length > 5
        ? broken
        : { kind: 'move', response: { move: toldMove(number), readyBy: null, partner: null } }
    desk.clock.advance(1_000)
    expect(await refreshMoves(desk.deps, new Set())).toEqual(broken)
    expect(desk.asked).toHaveLength(6)
  })
})
