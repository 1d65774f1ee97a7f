import { expect, test } from 'vitest'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openSyncDesk, settled, type SyncDesk } from '../../support/fakes/scripted-provider.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import type { Store } from '../../../electron/store/store.ts'

/** What a send queue does while nothing is to be sent. */

const ROUND_MS = 15_000
const ROUNDS = 240

/** Starts the queue with a store that counts its commits. */
function startCounted(desk: SyncDesk) {
  let commits = 0
  const store: Store = {
    ...desk.store,
    write(work) {
      commits += 1
      return desk.store.write(work)
    },
  }
  return { sync: desk.start({ store }), commits: () => commits }
}

test('An idle queue is woken by its own timer alone, commits nothing, and sends nothing but health checks', async () => {
  const desk = openSyncDesk(POLL_INTERVALS)
  const { sync, commits } = startCounted(desk)
  await desk.facts.next('sync-idle')
  const changes: string[] = []
  sync.onConnection(() => changes.push('connection'))
  desk.store.onChange((ids) => changes.push(...ids))
  const [before, calls] = [commits(), desk.calls.length]
  const rounds = () => desk.facts.all.filter(({ event }) => event === 'sync-idle').length
  const first = rounds()
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(desk.clock.pending()).toEqual([ROUND_MS])
    desk.clock.advance(ROUND_MS)
    await settled()
  }
  expect(rounds() - first).toBe(ROUNDS)
  expect([commits() - before, changes]).toEqual([0, []])
  // A health check every 75 seconds.
  expect(desk.calls.slice(calls)).toEqual(Array(ROUNDS / 5).fill('ask'))
})

test('A queue that has sent its last booking leaves one timer and asks for no further connection', async () => {
  const desk = openSyncDesk(POLL_INTERVALS)
  desk.book(pairBooking(1))
  desk.book(oneWayBooking(2))
  desk.book(pairBooking(3))
  desk.start()
  await desk.facts.next('sync-idle')
  expect(desk.sent).toHaveLength(3)
  expect(desk.ahead).toEqual([2, 1, 0])
  expect(desk.clock.pending()).toEqual([ROUND_MS])
})
