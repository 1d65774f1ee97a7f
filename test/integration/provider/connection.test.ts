import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_TIMEOUTS, openConnection, type ConnectResult } from '../../../electron/provider/http/connection.ts'
import { selfSigned } from '../../support/fakes/certificate-authority.ts'
import { refusedUrl, startFaultServer } from '../../support/faults/fault-server.ts'
import { virtualClock } from '../../support/fakes/system.ts'

/** Opening a connection: a failure here has sent nothing. */

function kept(opened: ConnectResult): ConnectResult {
  if (opened.kind === 'open') onTestFinished(() => void opened.socket.destroy())
  return opened
}

const open = async (url: URL, clock = virtualClock()) => kept(await openConnection(url, DEFAULT_TIMEOUTS, clock))

describe('A connection over plain HTTP', () => {
  test('A connection opens and sends nothing by itself', async () => {
    const server = await startFaultServer({})
    const clock = virtualClock()
    expect(await open(server.url, clock)).toMatchObject({ kind: 'open' })
    expect(server.requests()).toBe(0)
    // No deadline is left behind that could end it later.
    expect(clock.pending()).toEqual([])
  })

  test('A connection to a closed port reports the provider as down', async () => {
    expect(await open(await refusedUrl())).toEqual({
      kind: 'unreachable',
      cause: 'provider-down',
      code: 'ECONNREFUSED',
    })
  })

  test('A connection to an unknown host name reports no network', async () => {
    const opened = await open(new URL('http://no-such-host.invalid/'))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'no-network' })
  })
})

describe('A connection that never opens', () => {
  test('A connection without a TLS handshake is given up after ten seconds, not before', async () => {
    const server = createServer({ pauseOnConnect: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const clock = virtualClock()
    const { port } = server.address() as { port: number }
    const accepted = once(server, 'connection')
    // TCP is connected, and the TLS handshake gets no answer.
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

describe('A connection over TLS', () => {
  test('A connection to a self-signed server reports an unsafe network and the issuer, and no byte of a request leaves', async () => {
    const server = await startFaultServer({}, selfSigned())
    expect(await open(server.url)).toEqual({
      kind: 'unreachable',
      cause: 'unsafe-network',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      fields: { issuer: 'localhost' },
    })
    expect(server.received.join('')).toBe('')
  })

  test('A connection checks the certificate although the environment tells Node not to', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await startFaultServer({}, selfSigned())
    expect(await open(server.url)).toMatchObject({ kind: 'unreachable', cause: 'unsafe-network' })
    expect(server.received.join('')).toBe('')
  })

  test('A connection that is reset in the TLS handshake reports the provider as down', async () => {
    const server = await startFaultServer({
      onConnect: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    })
    const opened = await open(new URL(server.url.href.replace('http:', 'https:')))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'provider-down', code: 'ECONNRESET' })
  })

  test('A connection that is ended in the TLS handshake reports the provider as down', async () => {
    const server = await startFaultServer({ onConnect: (socket) => socket.end() })
    const opened = await open(new URL(server.url.href.replace('http:', 'https:')))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'provider-down' })
  })

  test('A TLS connection to a plain HTTP server reports the provider as down', async () => {
    const server = await startFaultServer({ onConnect: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') })
    const opened = await open(new URL(server.url.href.replace('http:', 'https:')))
    expect(opened).toMatchObject({ kind: 'unreachable', cause: 'provider-down' })
    expect(server.requests()).toBe(0)
  })
})
