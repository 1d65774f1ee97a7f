import { expect, test } from 'vitest'
import { createChangeCounter } from '../../electron/shell/change-counter.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

/* The events of the desk beside the answers of the calls that cause them. */

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function cutDesk() {
  const { desk, facts } = await openTestDesk(temporaryFolder())
  valueOf(await desk.setPracticeConnection('cut'))
  await facts.next('connection', (fact) => fact.kind === 'down')
  await nextTurn()
  return desk
}

test('A booking call has its answer before the event of its change, and the answer takes the change into account', async () => {
  const desk = await cutDesk()
  const changes = createChangeCounter()
  const order: string[] = []
  desk.onCommit(changes.count)
  desk.onStatus((_status, { bookingIds }) => order.push(...bookingIds.map((id) => `event ${changes.newest()} ${id}`)))
  const reply = await changes.reply(() => desk.bookMove(pairBooking(1)))
  order.push(`answer ${reply.asOf}`)
  await nextTurn()
  expect(order).toEqual(['answer 1', `event 1 ${valueOf(reply).id}`])
})

test('Several commits of one turn come as one event with every booking and the status after the last commit', async () => {
  const desk = await cutDesk()
  const events: object[] = []
  let commits = 0
  desk.onCommit(() => (commits += 1))
  desk.onStatus(({ waiting }, changes) => events.push({ waiting, ...changes }))
  const saved = [pairBooking(1), oneWayBooking(2), pairBooking(3)].map((one) => valueOf(desk.bookMove(one)).id)
  expect(events).toEqual([])
  await nextTurn()
  expect(events).toEqual([{ waiting: 3, bookingIds: saved, hasNews: true }])
  expect(commits).toBe(3)
})
