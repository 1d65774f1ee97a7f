import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../fakes/certificate-authority.ts'

/** The behavior of a scripted server at the points where a test can act. */
export type ServerScript = {
  /** Called when a connection is open. */
  readonly onConnect?: (socket: Socket) => void
  /** Called when a whole request has arrived. */
  readonly onRequest?: (socket: Socket) => void
}

/** A raw server on loopback that captures every byte and responds, or fails to respond, by a script. */
export type FaultServer = {
  readonly url: URL
  /** One text of all bytes for each connection that carried any. */
  readonly received: readonly string[]
  /** The number of requests that began, on any connection. */
  requests(): number
  /** The number of connections that carried more than one request. */
  reusedConnections(): number
  readonly server: Server
  /**
   * Resolves when every request that was already on its way has arrived: three requests of the test's own have come
   * and gone over the same network stack. These three are not counted.
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
  // Connections inside their TLS handshake count too.
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
        // Only the arrival counts here, because the test decides the response.
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

/** An address on loopback where nothing listens. */
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
