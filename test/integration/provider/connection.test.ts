import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_TIMEOUTS, openConnection, type ConnectResult } from '../../../electron/provider/http/connection.ts'
import { selfSigned } from '../../support/fakes/certificate-authority.ts'
import { refusedUrl, startFaultServer } from '../../support/faults/fault-server.ts'
import { virtualClock } from '../../support/fakes/system.ts'

/** Opening a connection: whatever fails here has sent nothing. */

function kept(opened: ConnectResult): ConnectResult {
  if (opened.kind === 'open') onTestFinished(() => void opened.socket.destroy())
  return opened
}

const open = async (url: URL, clock = virtualClock()) => kept(await openConnection(url, DEFAULT_TIMEOUTS, clock))

describe('a connection over plain HTTP', () => {
  test('opens, and sends nothing by itself', async () => {
    const server = await startFaultServer({})
    const clock = virtualClock()
    expect(await open(server.url, clock)).toMatchObject({ kind: 'open' })
    expect(server.requests()).toBe(0)
    // No deadline is left behind that could end it later.
    expect(clock.pending()).toEqual([])
  })

  test('row 3: to a port where nobody listens finds the provider down', async () => {
    expect(await open(await refusedUrl())).toEqual({
      kind: 'unreachable',
      cause: 'provider-down',
      code: 'ECONNREFUSED',
    })
  })

  test('row 2: to a name that there is not finds no network', async () => {
    const opened = await open(new URL('http://no-such-host.invalid/'))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'no-network' })
  })
})

describe('a connection that never comes', () => {
  test('row 3: is given up after ten seconds, not before', async () => {
    const server = createServer({ pauseOnConnect: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const clock = virtualClock()
    const { port } = server.address() as { port: number }
    const accepted = once(server, 'connection')
    // TCP stands, and nobody answers the greeting of TLS.
    let outcome: ConnectResult | null = null
    const opening = openConnection(new URL(`https://127.0.0.1:${port}/`), DEFAULT_TIMEOUTS, clock).then(
      (opened) => (outcome = opened),
    )
    const [socket] = (await accepted) as [{ destroy(): void }]
    onTestFinished(() => socket.destroy())
    clock.advance(9_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(outcome).toBeNull()
    clock.advance(1)
    expect(await opening).toEqual({ kind: 'unreachable', cause: 'provider-down', code: 'connect-timeout' })
    expect(clock.pending()).toEqual([])
  })
})

describe('a connection over TLS', () => {
  test('row 5: to a certificate that nobody signed is an unsafe network, and not a byte of a request leaves', async () => {
    const server = await startFaultServer({}, selfSigned())
    expect(await open(server.url)).toEqual({
      kind: 'unreachable',
      cause: 'unsafe-network',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(server.received.join('')).toBe('')
  })

  test('is checked also where the environment tells Node to check nothing', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await startFaultServer({}, selfSigned())
    expect(await open(server.url)).toMatchObject({ kind: 'unreachable', cause: 'unsafe-network' })
    expect(server.received.join('')).toBe('')
  })

  test('row 4: that is reset in its greeting finds the provider down', async () => {
    const server = await startFaultServer({
      onConnect: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    })
    const opened = await open(new URL(server.url.href.replace('http:', 'https:')))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'provider-down', code: 'ECONNRESET' })
  })

  test('row 4: that is ended in its greeting finds the provider down', async () => {
    const server = await startFaultServer({ onConnect: (socket) => socket.end() })
    const opened = await open(new URL(server.url.href.replace('http:', 'https:')))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'provider-down' })
  })

  test('row 4: to a server that speaks plain HTTP finds the provider down', async () => {
    const server = await startFaultServer({ onConnect: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') })
    const opened = await open(new URL(server.url.href.replace('http:', 'https:')))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'provider-down' })
    expect(server.requests()).toBe(0)
  })
})
