import dns from 'node:dns'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { makeAuthority, type Certificate } from '../authority.ts'
import { selfSigned } from '../raw-server.ts'

/*
 * The way from a desk to a provider over TLS, as networks have it: it is what it says, or it lies. The provider is behind a
 * name of its own and a certificate that this process trusts; whatever lies has neither.
 */

/** The name under which the desk knows its provider. */
const NAME = 'lane.test'

/** What a network does to whoever asks for the provider. */
export const LIES = [
  'portal 302',
  'portal certificate',
  'DNS hijack',
  'black hole',
  'IPv6 broken',
  'proxy 407',
] as const

export type Lie = (typeof LIES)[number]

/** Something on the way that this process trusts with the provider's name, and that answers in its place. */
export const TRUSTED_LIES = ['302', '407', 'a page with 200', '503'] as const

export type TrustedLie = (typeof TRUSTED_LIES)[number]

export type Way = 'truth' | 'down' | Lie | TrustedLie

export type Network = {
  /** The provider's address. */
  readonly url: string
  /** What the operating system says of the way there. */
  route(): Promise<string>
  /** From the next connection on; those that are open end. */
  become(way: Way): void
  /** Connections that met something else than the truth. */
  lies(): number
}

const ANSWERS: Readonly<Record<TrustedLie | 'portal 302' | 'proxy 407', string>> = {
  'portal 302': 'HTTP/1.1 302 Found\r\nlocation: http://login.portal.test/\r\ncontent-length: 0\r\n\r\n',
  'proxy 407': 'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n',
  '302': 'HTTP/1.1 302 Found\r\nlocation: https://login.portal.test/\r\ncontent-length: 0\r\n\r\n',
  '407': 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n',
  'a page with 200': 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 18\r\n\r\n<h1>Sign in</h1>\r\n',
  '503': 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n',
}

/** Lays a network between this process and a provider that speaks plain HTTP at `target`. */
export async function layNetwork(target: string): Promise<Network> {
  const authority = makeAuthority()
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket.on('error', () => {}))
    socket.on('close', () => open.delete(socket))
    return socket
  }
  const listen = async (server: Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const secure = (certificate: Certificate, serve: (socket: Socket) => void) =>
    listen(createTlsServer(certificate, (socket) => serve(keep(socket))).on('tlsClientError', () => {}))
  const saying = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text))
  const onward =
    (port: number, host = '127.0.0.1') =>
    (socket: Socket) =>
      void socket.pipe(keep(connect({ host, port, noDelay: true })).on('close', () => socket.destroy())).pipe(socket)

  const provider = new URL(target)
  const own = authority.certify(NAME)
  const page = saying(ANSWERS['a page with 200'])
  const truth = onward(await secure(own, onward(Number(provider.port), provider.hostname)))
  const serves: Readonly<Record<Way, (socket: Socket) => void>> = {
    truth,
    down: (socket) => void socket.resetAndDestroy(),
    'portal 302': saying(ANSWERS['portal 302']),
    'portal certificate': onward(await secure(selfSigned('portal.test'), page)),
    'DNS hijack': onward(await secure(authority.certify('other.test'), page)),
    'black hole': (socket) => void socket.resume(),
    'IPv6 broken': truth,
    'proxy 407': saying(ANSWERS['proxy 407']),
    '302': onward(await secure(own, saying(ANSWERS['302']))),
    '407': onward(await secure(own, saying(ANSWERS['407']))),
    'a page with 200': onward(await secure(own, page)),
    '503': onward(await secure(own, saying(ANSWERS['503']))),
  }
  let way: Way = 'truth'
  let lies = 0
  const port = await listen(
    createServer({ noDelay: true }, (socket) => {
      if (way !== 'truth') lies += 1
      serves[way](keep(socket))
    }),
  )
  resolveBy(() => (way === 'IPv6 broken' ? [NOWHERE, HERE] : [HERE]))
  return {
    url: `https://${NAME}:${port}`,
    route: async () => (way === 'proxy 407' ? `PROXY 127.0.0.1:${port}` : 'DIRECT'),
    become(next) {
      way = next
      for (const socket of open) socket.destroy()
    },
    lies: () => lies,
  }
}

type Address = { readonly address: string; readonly family: 4 | 6 }

const HERE: Address = { address: '127.0.0.1', family: 4 }
/** An address of documentation (RFC 3849): no way leads there. */
const NOWHERE: Address = { address: '2001:db8::1', family: 6 }

/** What the name resolves to, until the test ends: the system's own resolver knows it not. */
function resolveBy(addresses: () => readonly Address[]): void {
  const system = dns.lookup
  const ours = (
    host: string,
    options: dns.LookupAllOptions,
    tell: (error: null, found: readonly Address[]) => void,
  ) => {
    if (host === NAME) tell(null, addresses())
    else system(host, options, tell as never)
  }
  dns.lookup = ours as unknown as typeof dns.lookup
  onTestFinished(() => void (dns.lookup = system))
}
