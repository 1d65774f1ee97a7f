import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

const BOOKINGS = 24

/** A front of a service that counts connections by the moment in which they came. */
type Front = { readonly url: string; readonly ahead: () => number; readonly alone: () => number }

/** `onAhead` gets each connection that comes while a booking waits for its answer. */
async function openFront(target: string, onAhead: (socket: Socket, nth: number) => void): Promise<Front> {
  let [awaited, ahead, alone] = [0, 0, 0]
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    let isPost = false
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => other.destroy())
    }
    if (awaited > 0) onAhead(near, (ahead += 1))
    else alone += 1
    near.once('data', (chunk: Buffer) => {
      isPost = chunk.toString('latin1').startsWith('POST')
      if (isPost) awaited += 1
    })
    near.once('close', () => {
      if (isPost) awaited -= 1
    })
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, ahead: () => ahead, alone: () => alone }
}

/** Books all, and returns the states and the number of bookings that the service took. */
async function drain(onAhead: (socket: Socket, nth: number) => void) {
  const practice = await openTestPractice(temporaryFolder())
  const front = await openFront(practice.url, onAhead)
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(front.url))
  await facts.next('sync-idle')
  const saved = Array.from({ length: BOOKINGS }, (_, nth) =>
    valueOf(desk.bookMove(nth % 2 === 0 ? pairBooking(nth + 1) : oneWayBooking(nth + 1))),
  )
  await facts.next('sync-idle')
  return {
    front,
    states: saved.map(({ id }) => valueOf(desk.getBooking(id)).state),
    taken: (await practice.ledger()).length,
    attempts: facts.all.filter(({ event }) => event === 'send-claimed').length,
  }
}

const ALL_BOOKED = { states: Array(BOOKINGS).fill('booked'), taken: BOOKINGS, attempts: BOOKINGS }

test('Most bookings of a drain leave on a connection that was opened while the answer before was awaited', async () => {
  const { front, ...outcome } = await drain(() => {})
  expect(outcome).toEqual(ALL_BOOKED)
  expect(front.ahead()).toBeGreaterThan(BOOKINGS / 2)
})

test.for<readonly [how: string, end: (socket: Socket) => void]>([
  ['ends', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
])('A provider that %s every connection opened ahead gets each booking once, and none is in doubt', async ([, end]) => {
  const { front, ...outcome } = await drain(end)
  expect(outcome).toEqual(ALL_BOOKED)
  expect(front.ahead()).toBeGreaterThan(0)
})
