import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { startPractice } from '../../../electron/practice/service.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { runningClock } from '../support/running-clock.ts'

/* The practice service behind TLS, and in front of that a TCP pass-through for each latency. Runs until it is ended. */

export type WireOrder = {
  readonly file: string
  readonly key: string
  readonly cert: string
  readonly latencies: readonly number[]
}

/** `addresses` are in the order of the latencies. */
export type WireReport = { readonly token: string; readonly addresses: readonly string[] }

const { file, key, cert, latencies } = JSON.parse(process.argv[2] ?? '{}') as WireOrder
const practice = await startPractice({
  file,
  port: 0,
  token: 'bench',
  clock: runningClock(),
  random: systemRandom,
  log: () => {},
  driver: 'manual',
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function join(near: Socket, far: Socket): void {
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.setNoDelay(true)
    socket.on('error', () => {}).on('close', () => other.destroy())
  }
}

const practicePort = Number(new URL(practice.url).port)
const tlsPort = await listen(
  createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (near) => {
    const far = connect({ port: practicePort, host: '127.0.0.1' })
    join(near, far)
    near.pipe(far).pipe(near)
  }).on('tlsClientError', () => {}),
)

/** Passes the bytes of one direction on after `ms` milliseconds, the first bytes not before `earliest`. */
function passOn(from: Socket, to: Socket, ms: number, earliest: number): void {
  const held: (Buffer | null)[] = []
  const hold = (chunk: Buffer | null) => {
    const now = performance.now()
    held.push(chunk)
    setTimeout(
      () => {
        const next = held.shift()
        if (next === null || next === undefined) to.end()
        else to.write(next)
      },
      Math.max(now + ms, earliest) - now,
    )
  }
  from.on('data', hold).on('end', () => hold(null))
}

/** The handshake of TCP ends in the kernel at once, so its round trip is added to the first bytes of the client. */
function passThrough(latency: number): Promise<number> {
  return listen(
    createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ port: tlsPort, host: '127.0.0.1', allowHalfOpen: true })
      join(near, far)
      passOn(near, far, latency / 2, performance.now() + latency * 1.5)
      passOn(far, near, latency / 2, 0)
    }),
  )
}

const ports = await Promise.all(latencies.map(async (latency) => (latency === 0 ? tlsPort : passThrough(latency))))
const report: WireReport = { token: 'bench', addresses: ports.map((port) => `https://127.0.0.1:${port}`) }
process.stdout.write(`${JSON.stringify(report)}\n`)
