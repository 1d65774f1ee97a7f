import { cpSync, rmSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { bookAt, inviteDeskProcess } from '../support/board/desk-process.ts'
import { createRooftops, found, reached, stateOf } from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { buildChildren, type Children } from '../support/processes/processes.ts'
import { proves } from '../support/spec-rows.ts'

/* A PC that was put back from an image: its store is older than what the desk told the hub and sent since. */

const WHO = 'Dana R.'

let hub: TestHub
let children: Children
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  children = await buildChildren()
  hub = await startHub()
  rooftops = createRooftops(hub)
  return () => hub.remove()
})

/** A desk with an offered booking that waits, its image, and a provider that another desk of the rooftop uses too. */
async function openImaged(role: string) {
  const { provider, open, sent } = await rooftops.open()
  const two = await open()
  const { folder, start } = await inviteDeskProcess(hub, { role, address: provider.url, script: children.desk })
  await provider.setConnection('cut')
  const first = start()
  await first.heard(({ event }) => event === 'board-live')
  const booked = await bookAt(first, rooftops.next())
  await reached(two.desk, () => stateOf(two.desk, booked.bookingId) === 'waiting')
  const [{ last } = {}] = await hub.sql('SELECT max(n)::float8 AS last FROM board.event WHERE desk = $1', [role])
  expect(last).toBeGreaterThan(0)
  first.finish()
  await first.ended
  const image = temporaryFolder()
  cpSync(folder, image, { recursive: true })
  await provider.setConnection('up')
  return {
    two,
    start,
    ...booked,
    putBack() {
      rmSync(folder, { recursive: true })
      cpSync(image, folder, { recursive: true })
    },
    sent,
  }
}

test('A desk that was put back to before its request holds the booking in doubt, and sends no second time', async () => {
  proves('board: 17')
  const desk = await openImaged('imaged1')
  const sending = desk.start({ nth: 1, signal: 'SIGKILL', event: 'send-answered' })
  expect(await sending.ended).toBe('SIGKILL')
  expect(await desk.sent()).toEqual(desk.references)
  desk.putBack()
  const back = desk.start()
  await reached(desk.two.desk, () => stateOf(desk.two.desk, desk.bookingId) === 'in-doubt')
  expect(found(desk.two.desk, desk.bookingId)).toMatchObject({ entry: { code: 'unverified', unresolvedAttempt: true } })
  back.finish()
  await back.ended
  expect(await desk.sent()).toEqual(desk.references)
})

test('A desk that was put back to before its request does not end the doubt of a taker', async () => {
  proves('board: 12.said, 17')
  const desk = await openImaged('imaged2')
  const sending = desk.start({ nth: 1, signal: 'SIGKILL', event: 'send-answered' })
  expect(await sending.ended).toBe('SIGKILL')
  await hub.silence('imaged2')
  expect(valueOf(await desk.two.desk.takeOver('imaged2', WHO))).toMatchObject({ doubtful: 1 })
  desk.putBack()
  const back = desk.start()
  await back.heard(({ event }) => event === 'entry-given-away')
  // The line about a later booking leaves after a word about the one that was given away.
  const later = await bookAt(back, rooftops.next())
  await reached(desk.two.desk, () => stateOf(desk.two.desk, later.bookingId) !== 'unknown')
  back.finish()
  await back.ended
  expect(stateOf(desk.two.desk, desk.bookingId)).toBe('in-doubt')
  expect((await desk.sent()).filter((reference) => desk.references.includes(reference))).toEqual(desk.references)
})

test('A desk that was put back to before lines that the hub has holds all that it has not sent in doubt', async () => {
  proves('board: 17')
  const desk = await openImaged('imaged3')
  const sending = desk.start()
  await reached(desk.two.desk, () => stateOf(desk.two.desk, desk.bookingId) === 'booked')
  sending.finish()
  await sending.ended
  desk.putBack()
  const back = desk.start()
  await back.heard(({ event }) => event === 'board-store-old')
  back.finish()
  await back.ended
  expect(await desk.sent()).toEqual(desk.references)
})
