import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.ts'

/** A server of bytes on loopback: it counts what reached it and answers, or fails to, exactly as a test says. */
export type RawServer = {
  readonly url: URL
  /** One text for each connection that carried anything, with all of it. */
  readonly received: readonly string[]
  /** How many requests began, on any connection. */
  requests(): number
  readonly server: Server
  /**
   * Resolves when what was under way to this server before the call has reached it: three requests of our own, over the
   * stack that a stray one would take, have come and gone. They are not counted.
   */
  quiet(): Promise<void>
}

export type Behaviour = {
  /** As soon as a connection stands. */
  readonly connected?: (socket: Socket) => void
  /** When a whole request has come. */
  readonly asked?: (socket: Socket) => void
}

export async function startRawServer(behaviour: Behaviour, secure?: { key: string; cert: string }): Promise<RawServer> {
  const all: string[] = []
  const received = () => all.filter((text) => text !== '' && !text.startsWith('HEAD /quiet'))
  const open = new Set<Socket>()
  const serve = (socket: Socket) => {
    const place = all.push('') - 1
    open.add(socket)
    // Faults are what these tests are about.
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    behaviour.connected?.(socket)
    socket.on('data', (chunk: Buffer) => {
      all[place] += chunk.toString('latin1')
      if (isWhole(all[place] ?? '')) behaviour.asked?.(socket)
    })
  }
  const server = secure === undefined ? createServer(serve) : createTlsServer(secure, serve)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http${secure === undefined ? '' : 's'}://127.0.0.1:${port}/`),
    get received() {
      return received()
    },
    requests: () =>
      received()
        .join('\n')
        .match(/(?:GET|POST|PATCH) \S+ HTTP\/1\.1\r\n/g)?.length ?? 0,
    server,
    async quiet() {
      for (let count = 0; count < 3; count += 1) {
        // How it is answered is the behaviour of the test; that it came is what counts.
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

/** A certificate that nobody signed but itself, made now. */
export function selfSigned(name = 'localhost'): { readonly key: string; readonly cert: string } {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const wanted = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  try {
    execFileSync(
      'openssl',
      [...wanted, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`, '-keyout', key, '-out', cert],
      {
        stdio: 'pipe',
      },
    )
  } catch (error) {
    throw new Error('openssl, which makes the certificate of this test, is not on this machine or failed', {
      cause: error,
    })
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

/** An answer as it stands on the wire. */
export function answerOf(status: number, body: string, headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status} X`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n')
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  return text.length >= end + 4 + length
}
