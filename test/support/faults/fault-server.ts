import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../fakes/certificate-authority.ts'

/** The behavior of a scripted server, by the points at which a test acts on the connection. */
export type ServerScript = {
  /** As soon as a connection stands. */
  readonly onConnect?: (socket: Socket) => void
  /** When a whole request has come. */
  readonly onRequest?: (socket: Socket) => void
}

/** A server of bytes on loopback. It captures what reached it and answers, or fails to, exactly as a test says. */
export type FaultServer = {
  readonly url: URL
  /** One text for each connection that carried anything, with all of its bytes. */
  readonly received: readonly string[]
  /** The number of requests that began, on any connection. */
  requests(): number
  /** The number of connections that carried more than one request. */
  reusedConnections(): number
  readonly server: Server
  /**
   * Resolves when everything that was under way to this server before the call has reached the server: three requests of
   * our own, over the stack that a stray request would take, have come and gone. They are not counted.
   */
  quiet(): Promise<void>
}

/** Starts a scripted server that closes with the test. With a certificate the server speaks TLS. */
export async function startFaultServer(script: ServerScript, certificate?: Certificate): Promise<FaultServer> {
  const all: string[] = []
  const received = () => all.filter((text) => text !== '' && !text.startsWith('HEAD /quiet'))
  const open = new Set<Socket>()
  const serve = (socket: Socket) => {
    const place = all.push('') - 1
    // Broken connections are the subject of these tests.
    socket.on('error', () => {})
    script.onConnect?.(socket)
    socket.on('data', (chunk: Buffer) => {
      all[place] += chunk.toString('latin1')
      if (isWhole(all[place] ?? '')) script.onRequest?.(socket)
    })
  }
  const server = certificate === undefined ? createServer(serve) : createTlsServer(certificate, serve)
  server.on('tlsClientError', () => {})
  // Also the connections whose TLS handshake is not over.
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http${certificate === undefined ? '' : 's'}://127.0.0.1:${port}/`),
    get received() {
      return received()
    },
    requests: () =>
      received()
        .join('\n')
        .match(/(?:GET|POST|PATCH) \S+ HTTP\/1\.1\r\n/g)?.length ?? 0,
    reusedConnections: () => received().filter((text) => (text.match(/HTTP\/1\.1\r\n/g)?.length ?? 0) > 1).length,
    server,
    async quiet() {
      for (let count = 0; count < 3; count += 1) {
        // The test decides the response; only the arrival counts here.
        const headers = { connection: 'close' }
        await fetch(`http://127.0.0.1:${port}/quiet`, {
          method: 'HEAD',
          headers,
          redirect: 'manual',
          signal: AbortSignal.timeout(1000),
        }).catch(() => {})
      }
    },
  }
}

/** An address on loopback where nobody listens. */
export async function refusedUrl(): Promise<URL> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return new URL(`http://127.0.0.1:${port}/`)
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  return text.length >= end + 4 + length
}
