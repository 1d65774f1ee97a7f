import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A road over loopback to the hub that a test can cut without a sign to either side. */
export type Road = {
  readonly port: number
  /** Carries nothing from now on, and ends nothing: neither side notices. New connections are taken and not carried. */
  cut(): void
  /** As `cut`, for one connection alone: the one that the hub sees come from this port. */
  hold(port: number): void
  /** Carries again. What was held comes late, as after a cable that was plugged in again, or is lost with its connection. */
  heal(what: 'late' | 'lost'): void
  /** Ends every connection with a reset. */
  reset(): void
  close(): Promise<void>
}

/** The sockets of a connection, at the desk and at the hub. */
type Pair = readonly [Socket, Socket]

/** `host` is the address of this machine at which the road begins. */
export async function openRoad(to: number, host = '127.0.0.1'): Promise<Road> {
  const pairs = new Set<Pair>()
  const held = new Set<Pair>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, other] of [pair, [far, near] as const]) {
      from.setNoDelay(true)
      from.pipe(other)
      from.on('error', () => other.destroy())
      from.on('close', () => {
        other.destroy()
        pairs.delete(pair)
        held.delete(pair)
      })
    }
    if (isCut) hold(pair)
  })
  const hold = (pair: Pair) => {
    held.add(pair)
    pair.forEach((socket) => socket.unpipe().pause())
  }
  await new Promise<void>((done) => server.listen(0, host, done))
  const end = (ended: Iterable<Pair>) => {
    for (const pair of ended) pair.forEach((socket) => socket.destroy())
  }
  const reset = () => end(pairs)
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      pairs.forEach(hold)
    },
    hold(port) {
      const pair = [...pairs].find(([, far]) => far.localPort === port)
      if (pair === undefined) throw new Error(`the road carries no connection from port ${port}`)
      hold(pair)
    },
    heal(what) {
      isCut = false
      if (what === 'lost') end(held)
      else for (const [near, far] of held) near.pipe(far).pipe(near)
      held.clear()
    },
    reset,
    async close() {
      reset()
      await new Promise((done) => server.close(done))
    },
  }
}
