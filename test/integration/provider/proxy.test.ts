import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProviderClient } from '../../../electron/provider/client.ts'
import { DEFAULT_TIMEOUTS, openConnection, type ConnectResult } from '../../../electron/provider/http/connection.ts'
import { parseRoute, type Route } from '../../../electron/provider/http/proxy.ts'
import { selfSigned } from '../../support/fakes/certificate-authority.ts'
import { startFaultServer } from '../../support/faults/fault-server.ts'
import { virtualClock } from '../../support/fakes/system.ts'

/** A loopback proxy that records its requests and answers as the test says, or opens the tunnel. */
async function startProxy(answer: ((socket: Socket) => void) | 'tunnel') {
  const asked: string[] = []
  const open = new Set<Socket>()
  const keep = (socket: Socket) => void open.add(socket.on('error', () => {}))
  const server = createServer((socket) => {
    keep(socket)
    let head = ''
    const hear = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', hear)
      asked.push(head)
      if (answer !== 'tunnel') return answer(socket)
      const [, host = '', port = ''] = /^CONNECT (.+):(\d+) /.exec(head) ?? []
      const onward = connect({ host, port: Number(port) })
      keep(onward)
      onward.once('connect', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(onward).pipe(socket)
      })
    }
    socket.on('data', hear)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const route: Route = { kind: 'proxy', host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  return { asked, route }
}

const says = (text: string) => (socket: Socket) => void socket.write(text)

async function open(url: URL, route: Route, clock = virtualClock()): Promise<ConnectResult> {
  const opened = await openConnection(url, DEFAULT_TIMEOUTS, clock, { route })
  if (opened.kind === 'open') onTestFinished(() => void opened.socket.destroy())
  expect(clock.pending()).toEqual([])
  return opened
}

const FAR = new URL('https://provider.example/v1')

describe('`parseRoute`', () => {
  const proxy = (host: string, port: number) => ({ kind: 'proxy', host, port })
  test.each<[string, object]>([
    ['DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['PROXY proxy.example:8080', proxy('proxy.example', 8080)],
    ['proxy proxy.example:8080; DIRECT', proxy('proxy.example', 8080)],
    ['PROXY proxy.example', proxy('proxy.example', 80)],
    ['PROXY [::1]:3128', proxy('::1', 3128)],
    ['SOCKS5 a:1080; PROXY b:3128', proxy('b', 3128)],
    ['DIRECT; PROXY b:3128', { kind: 'direct' }],
    ['SOCKS a:1080', { kind: 'direct' }],
    ['PROXY :::', { kind: 'direct' }],
  ])('`parseRoute` reads %j as %j', (text, route) => {
    expect(parseRoute(text)).toEqual(route)
  })
})

describe('A proxy that refuses', () => {
  test.each<[string, string, string, string]>([
    ['a 407', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'proxy-sign-in', 'proxy-407'],
    ['a 403', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'proxy-refuses', 'proxy-403'],
    ['a 502', 'HTTP/1.1 502 Bad Gateway\r\n\r\n<html>', 'proxy-refuses', 'proxy-502'],
    ['a 302', 'HTTP/1.1 302 Found\r\nLocation: https://portal.example\r\n\r\n', 'proxy-refuses', 'proxy-302'],
    ['an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'proxy-refuses', 'proxy-0'],
    ['a 200 and more bytes', 'HTTP/1.1 200 OK\r\n\r\nwelcome', 'proxy-refuses', 'proxy-200'],
    ['20,000 bytes without a head', 'x'.repeat(20_000), 'proxy-refuses', 'proxy-0'],
  ])(
    'A proxy that answers with %s leaves the provider unreachable before a request',
    async (_, answer, cause, code) => {
      const proxy = await startProxy(says(answer))
      expect(await open(FAR, proxy.route)).toEqual({ kind: 'unreachable', cause, code })
      expect(proxy.asked).toEqual(['CONNECT provider.example:443 HTTP/1.1\r\nHost: provider.example:443\r\n\r\n'])
    },
  )

  test.each<[string, (socket: Socket) => void]>([
    ['ends', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('A proxy that %s leaves the provider unreachable', async (_, answer) => {
    expect(await open(FAR, (await startProxy(answer)).route)).toMatchObject({
      kind: 'unreachable',
      cause: 'provider-down',
    })
  })

  test('A proxy that never answers is given up at the connect deadline', async () => {
    let heard = () => {}
    const asked = new Promise<void>((resolve) => (heard = resolve))
    const proxy = await startProxy(() => heard())
    const clock = virtualClock()
    const opening = openConnection(FAR, DEFAULT_TIMEOUTS, clock, { route: proxy.route })
    await asked
    clock.advance(DEFAULT_TIMEOUTS.connect)
    expect(await opening).toEqual({ kind: 'unreachable', cause: 'provider-down', code: 'connect-timeout' })
  })
})

test('The tunnel of a proxy leaves the certificate check of the host in force', async () => {
  const server = await startFaultServer({}, selfSigned())
  const proxy = await startProxy('tunnel')
  const opened = await open(new URL(`https://127.0.0.1:${server.url.port}/`), proxy.route)
  expect(opened).toEqual({
    kind: 'unreachable',
    cause: 'unsafe-network',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    fields: { issuer: 'localhost' },
  })
  expect([proxy.asked.length, server.received.join('')]).toEqual([1, ''])
})

test('The client asks the system for the route of each connection, and goes direct when the system fails', async () => {
  const proxy = await startProxy(says('HTTP/1.1 407 Sign in\r\n\r\n'))
  const ways = [`PROXY 127.0.0.1:${proxy.route.kind === 'proxy' ? proxy.route.port : 0}`, null]
  const asked: string[] = []
  const provider = createProviderClient({
    base: new URL('https://127.0.0.1:9/'),
    secret: () => 't',
    clock: virtualClock(),
    route: async (url) => {
      asked.push(url)
      const way = ways.shift() ?? null
      if (way === null) throw new Error('no service')
      return way
    },
  })
  expect(await provider.open()).toMatchObject({ kind: 'unreachable', cause: 'proxy-sign-in' })
  expect(await provider.open()).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' })
  expect(asked).toEqual(['https://127.0.0.1:9/', 'https://127.0.0.1:9/'])
})
