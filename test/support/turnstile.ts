import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a remote that lets nothing through before it is opened: what came before then goes on at once. */
export type Turnstile = {
  readonly url: string
  /** Resolves when so many connections wait. */
  waiting(count: number): Promise<void>
  open(): void
}

export async function startTurnstile(target: string): Promise<Turnstile> {
  const { hostname, port } = new URL(target)
  const held: Socket[] = []
  let isOpen = false
  const watchers: (() => void)[] = []
  const pass = (socket: Socket) => {
    const remote = connect({ host: hostname, port: Number(port), noDelay: true })
    remote.on('error', () => socket.destroy())
    socket.pipe(remote).pipe(socket)
    socket.resume()
  }
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => {})
    if (isOpen) return pass(socket)
    held.push(socket)
    for (const look of watchers) look()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (held.length >= count) resolve()
        }
        watchers.push(look)
        look()
      }),
    open() {
      isOpen = true
      held.forEach(pass)
    },
  }
}
