import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import {
  boardOf,
  connect,
  createRooftops,
  found,
  isLive,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { memoryFolder, temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'

/* A PC that runs the hub and a desk, and that was put back from an image: both forgot what the desk sent since. */

let hub: TestHub
let data: string
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  const { folder, remove } = memoryFolder()
  data = folder
  hub = await startHub({ folder })
  rooftops = createRooftops(hub)
  return async () => {
    await hub.remove()
    remove()
  }
})

const copy = (from: string, to: string) => {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}

/** A booking that waits, the images of its desk and of the hub, and another desk that knows what happens after. */
async function openImaged() {
  const { provider, open, sent } = await rooftops.open()
  const [one, two] = [await open(), await open()]
  await provider.setConnection('cut')
  const booked = valueOf(one.desk.bookMove(rooftops.next()))
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
  const images = temporaryFolder()
  const folders = [
    [one.folder, `${images}/desk`],
    [`${data}/data`, `${images}/hub`],
  ] as const
  await one.close()
  await hub.stop('SIGINT')
  for (const [folder, image] of folders) copy(folder, image)
  await hub.server.start()
  const sending = await one.start()
  await reached(two.desk, () => isLive(two.desk))
  return {
    provider,
    sent,
    booked,
    desk: sending.desk,
    two: two.desk,
    async putBack() {
      await sending.close()
      await hub.stop('SIGINT')
      for (const [folder, image] of folders) copy(image, folder)
      await hub.server.start()
      // A real hub grants no claim for 30 s after its start, in which the other desks come.
      await reached(two.desk, () => isLive(two.desk))
      const { desk } = await one.start()
      await provider.setConnection('up')
      await connect(desk)
      return desk
    },
  }
}

test('A desk that was put back with its hub hears from another desk that its booking was sent', async () => {
  const { provider, sent, booked, desk: sending, two, putBack } = await openImaged()
  await provider.setConnection('up')
  await connect(sending)
  await reached(two, () => stateOf(two, booked.id) === 'booked')
  const desk = await putBack()
  await reached(desk, () => stateOf(desk, booked.id) === 'booked')
  const later = valueOf(desk.bookMove(rooftops.next()))
  await reached(desk, () => stateOf(desk, later.id) === 'booked')
  expect(stateOf(two, booked.id)).toBe('booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test.for(['placed-by-phone', 'withdrawn'] as const)(
  'A desk that was put back with its hub sends no booking that a person settled since as %s',
  async (state) => {
    const { sent, booked, desk: before, two, putBack } = await openImaged()
    if (state === 'withdrawn') valueOf(before.withdrawBooking(booked.id))
    else valueOf(before.resolveBooking(booked.id, { kind: state, who: 'Dana R.', reference: 'call 7' }))
    await reached(two, () => stateOf(two, booked.id) === state)
    const desk = await putBack()
    await reached(desk, () => stateOf(desk, booked.id) === 'in-doubt')
    const later = valueOf(desk.bookMove(rooftops.next()))
    await reached(desk, () => stateOf(desk, later.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(later))
  },
)

test('A desk that was put back with its hub hears from another desk that its booking may have been sent', async () => {
  const { provider, sent, booked, desk: sending, two, putBack } = await openImaged()
  await provider.setConnection('lossy')
  await connect(sending)
  await reached(two, () => stateOf(two, booked.id) === 'in-doubt')
  const desk = await putBack()
  await reached(desk, () => stateOf(desk, booked.id) === 'in-doubt')
  expect(found(desk, booked.id)).toMatchObject({ entry: { code: 'unverified', unresolvedAttempt: true } })
  const later = valueOf(desk.bookMove(rooftops.next()))
  await reached(desk, () => stateOf(desk, later.id) === 'booked')
  expect(boardOf(desk)?.sentTwice).toEqual([])
  expect(await sent()).toEqual(referencesOf(booked, later))
})
