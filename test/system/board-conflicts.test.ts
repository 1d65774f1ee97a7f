import { beforeAll, expect, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import { boardMessages } from '../../renderer/app/board/board-messages.ts'
import {
  boardOf,
  connect,
  createRooftops,
  found,
  isAlone,
  isLive,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'

/* What two desks did apart meets again, and what each desk says (electron/board/README.md#conflicts). */

let hub: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  hub = await startHub()
  rooftops = createRooftops(hub)
  return hub.remove
})

/** Two desks that know of each other and do not reach the hub. */
async function openApart() {
  const { provider, open, sent } = await rooftops.open()
  const [one, two] = [await open({ hasRoad: true }), await open({ hasRoad: true })]
  const known = valueOf(one.desk.bookMove(rooftops.next()))
  await reached(two.desk, () => stateOf(two.desk, known.id) === 'booked')
  for (const { desk, road } of [one, two]) {
    road?.cut()
    await reached(desk, () => isAlone(desk))
  }
  const heal = async () => {
    for (const { road } of [one, two]) road?.heal('lost')
    for (const { desk } of [one, two]) await reached(desk, () => isLive(desk))
  }
  return { provider, sent, one, two, known, heal }
}

const numbersOf = (desk: Desk, id: string) =>
  found(desk, id)
    .moves.flatMap(({ number }) => (number.known ? [number.value] : []))
    .toSorted()

const messagesOf = (desk: Desk) => boardMessages(desk.status(), null).map(({ lead, text }) => [lead, text])

const heldAs = (desk: Desk, id: string) => `${found(desk, id).state} ${found(desk, id).entry.code}`

test('A visit that two desks booked and sent apart is named at both desks with the numbers of both, until a person hides that', async () => {
  const { sent, one, two, known, heal } = await openApart()
  const visit = rooftops.next()
  const first = valueOf(one.desk.bookMove(visit))
  const second = valueOf(two.desk.bookMove(visit))
  await reached(one.desk, () => stateOf(one.desk, first.id) === 'booked')
  await reached(two.desk, () => stateOf(two.desk, second.id) === 'booked')
  await heal()
  for (const { desk } of [one, two]) await reached(desk, () => boardOf(desk)?.sentTwice.length === 1)
  const [a, b] = [numbersOf(one.desk, first.id), numbersOf(two.desk, second.id)]
  const words = (here: readonly number[], there: readonly number[], name: string) =>
    `${first.customerName} has two bookings: ${here.join(' + ')} from here and ${there.join(' + ')} from ${name}.`
  expect(messagesOf(one.desk)).toEqual([[words(a, b, two.name), 'Keep both, or cancel one.']])
  expect(messagesOf(two.desk)).toEqual([[words(b, a, one.name), 'Keep both, or cancel one.']])
  expect(await sent()).toEqual(referencesOf(known, first, second))

  valueOf(one.desk.markDoubleSendSeen(first.id))
  expect(messagesOf(one.desk)).toEqual([])
  expect(messagesOf(two.desk)).toHaveLength(1)
})

test('A visit that two desks booked apart, of which one is not sent, is held there as a possible duplicate', async () => {
  const { provider, sent, one, two, known, heal } = await openApart()
  const visit = rooftops.next()
  const first = valueOf(one.desk.bookMove(visit))
  await reached(one.desk, () => stateOf(one.desk, first.id) === 'booked')
  await provider.setConnection('cut')
  const second = valueOf(two.desk.bookMove(visit))
  await heal()
  await reached(two.desk, () => stateOf(two.desk, first.id) === 'booked')
  await provider.setConnection('up')
  await connect(two.desk)
  await reached(two.desk, () => heldAs(two.desk, second.id) === 'held possible-duplicate')
  expect([one, two].map(({ desk }) => messagesOf(desk))).toEqual([[], []])
  expect(await sent()).toEqual(referencesOf(known, first))
})
