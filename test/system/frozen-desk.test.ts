import { beforeAll, expect, test } from 'vitest'
import { bookAt, inviteDeskProcess } from '../support/board/desk-process.ts'
import { createRooftops, found, reached, stateOf } from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { buildChildren, type Children } from '../support/processes/processes.ts'
import { proves } from '../support/spec-rows.ts'

/* A PC that sleeps with a booking that waits, while another desk takes the booking over. */

let hub: TestHub
let children: Children
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  children = await buildChildren()
  hub = await startHub()
  rooftops = createRooftops(hub)
  return () => hub.remove()
})

test('A desk that slept before its claim through a takeover is refused the claim, and sends nothing', async () => {
  proves('board: 14')
  const { provider, open, sent } = await rooftops.open()
  const two = await open()
  const role = rooftops.nextRole()
  const { start } = await inviteDeskProcess(hub, { role, address: provider.url, script: children.desk })
  const child = start({ nth: 1, signal: 'SIGSTOP', event: 'send-connected' })
  await child.heard(({ event }) => event === 'board-live')
  const { bookingId, references } = await bookAt(child, rooftops.next())
  await reached(two.desk, () => stateOf(two.desk, bookingId) === 'waiting')
  await expect.poll(child.isFrozen).toBe(true)
  await hub.silence(role)
  const taken = valueOf(await two.desk.takeOver(role, 'Dana R.'))
  expect(taken).toEqual({ waiting: 1, doubtful: 0, requests: 0, refused: 0 })
  await reached(two.desk, () => stateOf(two.desk, bookingId) === 'booked')
  expect(await sent()).toEqual(references)
  child.thaw()
  await child.heard(({ event }) => event === 'send-not-claimed' || event === 'send-claimed')
  expect(child.lines.filter(({ event }) => event === 'claim-refused')).toMatchObject([{ code: 'owner' }])
  await child.heard(({ event }) => event === 'entry-given-away')
  // What the desk books afterwards is the first that it sends.
  const later = await bookAt(child, rooftops.next())
  await child.heard(({ event }) => event === 'send-settled')
  expect(child.lines.filter(({ event }) => event === 'send-claimed')).toHaveLength(1)
  expect(found(two.desk, bookingId)).toMatchObject({ desk: null, state: 'booked' })
  expect(await sent()).toEqual([...references, ...later.references].toSorted())
  child.finish()
  await child.ended
})
