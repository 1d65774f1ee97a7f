import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A road over loopback to the hub that a test can cut without a sign to either side. */
export type Road = {
  readonly port: number
  /** Carries nothing from now on, and ends nothing: neither side notices. New connections are taken and not carried. */
  cut(): void
  /** Carries again. What was held comes late, as after a cable that was plugged in again, or is lost with its connection. */
  heal(what: 'late' | 'lost'): void
  /** Ends every connection with a reset. */
  reset(): void
  close(): Promise<void>
}

/** `host` is the address of this machine at which the road begins. */
export async function openRoad(to: number, host = '127.0.0.1'): Promise<Road> {
  const pairs = new Set<readonly [Socket, Socket]>()
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
      })
    }
    if (isCut) hold(pair)
  })
  const hold = (pair: readonly [Socket, Socket]) => pair.forEach((socket) => socket.unpipe().pause())
  await new Promise<void>((done) => server.listen(0, host, done))
  const reset = () => pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      pairs.forEach(hold)
    },
    heal(what) {
      if (!isCut) return
      isCut = false
      if (what === 'lost') reset()
      else for (const [near, far] of pairs) near.pipe(far).pipe(near)
    },
    reset,
    async close() {
      reset()
      await new Promise((done) => server.close(done))
    },
  }
}
