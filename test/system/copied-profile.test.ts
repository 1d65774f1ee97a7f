import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import { describeAlone } from '../../renderer/app/text/board-text.ts'
import {
  boardOf,
  connect,
  createRooftops,
  isAlone,
  isLive,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { proves } from '../support/spec-rows.ts'

/* Two PCs that work at the same time from copies of one data folder, with the key of the desk. */

let hub: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  hub = await startHub()
  rooftops = createRooftops(hub)
  return () => hub.remove()
})

const hasAnotherStore = (desk: Desk) => {
  const board = boardOf(desk)
  return board?.kind === 'alone' && board.fault === 'another-store'
}

/** A desk and its copy, both live, with an offered booking that waits in both stores; and another desk. */
async function openCopied() {
  const { provider, open, sent } = await rooftops.open()
  const [first, other] = [await open(), await open()]
  await provider.setConnection('cut')
  const offered = valueOf(first.desk.bookMove(rooftops.next()))
  await reached(other.desk, () => stateOf(other.desk, offered.id) === 'waiting')
  await first.close()
  const folder = join(temporaryFolder(), 'copy')
  cpSync(first.folder, folder, { recursive: true })
  const [one, copy] = [(await first.start()).desk, (await first.start(folder)).desk]
  for (const desk of [one, copy]) await reached(desk, () => isLive(desk))
  return { provider, one, copy, other: other.desk, offered, sent }
}

test('A copied desk says that another PC has its name once it tells the hub something else, and no booking leaves twice', async () => {
  proves('board: 17')
  const { provider, one, copy, other, offered, sent } = await openCopied()
  const published = valueOf(one.bookMove(rooftops.next()))
  await reached(other, () => stateOf(other, published.id) === 'waiting')
  let words = ''
  const own = valueOf(copy.bookMove(rooftops.next()))
  // The copy tries again at once, and shows another status then.
  await reached(copy, () => {
    const board = boardOf(copy)
    if (board?.kind === 'alone' && board.fault === 'another-store') words = describeAlone(board)
    return words !== ''
  })
  expect(words).toBe("Another PC works under the same name. Other desks' bookings may be old.")
  await provider.setConnection('up')
  for (const desk of [one, copy]) await connect(desk)
  for (const { id } of [offered, published]) await reached(one, () => stateOf(one, id) === 'booked')
  // The copy hears that the hub has more lines than it made, so that a person decides, or its lines came first.
  await reached(copy, () => ['in-doubt', 'booked'].includes(stateOf(copy, own.id)))
  const all = await sent()
  expect(all).toEqual([...new Set(all)])
  expect(all).toEqual(expect.arrayContaining([...referencesOf(offered, published)]))
})

test('A desk and its copy that both may send a booking send the booking once, and one of them says that another PC has its name', async () => {
  proves('board: 17')
  const { provider, one, copy, offered, sent } = await openCopied()
  const desks = [one, copy]
  await provider.setConnection('up')
  await Promise.all(desks.map(connect))
  for (const desk of desks) await reached(desk, () => !['waiting', 'sending'].includes(stateOf(desk, offered.id)))
  expect(desks.map((desk) => stateOf(desk, offered.id))).toContain('booked')
  const later = desks.map((desk) => ({ desk, booking: valueOf(desk.bookMove(rooftops.next())) }))
  await expect.poll(() => desks.filter(hasAnotherStore).length, { timeout: 20_000 }).toBe(1)
  // Which of the two told the hub first is chance. That one goes on as the desk.
  for (const { desk, booking } of later)
    if (!hasAnotherStore(desk)) await reached(desk, () => stateOf(desk, booking.id) === 'booked')
  expect(desks.map(isAlone).toSorted()).toEqual([false, true])
  const all = await sent()
  expect(all).toEqual([...new Set(all)])
  expect(all).toEqual(expect.arrayContaining([...referencesOf(offered)]))
})
