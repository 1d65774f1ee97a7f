import dns from 'node:dns'
import { onTestFinished } from 'vitest'
import { createAuthority, selfSigned, type Certificate } from '../fakes/certificate-authority.ts'
import { formatResponse } from '../http/wire.ts'
import { startFaultServer, type ServerScript } from './fault-server.ts'
import { openTestProxy } from './test-proxy.ts'
import type { ConnectionToxic } from './toxics.ts'

/*
 * A network between a desk and a provider over TLS that is honest or lies. Only the honest network has the provider's
 * name and a certificate that this process trusts.
 */

const PROVIDER_NAME = 'lane.test'

/** The faults of a network without the provider's certificate. */
export const LIES = [
  'portal 302',
  'portal certificate',
  'DNS hijack',
  'black hole',
  'IPv6 broken',
  'proxy 407',
] as const

export type Lie = (typeof LIES)[number]

/** The answers of a middlebox that this process trusts with the provider's name. */
export const TRUSTED_LIES = ['302', '407', 'a page with 200', '503'] as const

export type TrustedLie = (typeof TRUSTED_LIES)[number]

export type NetworkState = 'truth' | 'down' | Lie | TrustedLie

export type LyingNetwork = {
  /** The provider's address. */
  readonly url: string
  /** The system's proxy for the provider's address. */
  route(): Promise<string>
  /** Applies from the next connection on. Open connections end. */
  become(state: NetworkState): void
  /** The number of connections that met a lie. */
  lies(): number
}

const PAGE = formatResponse(200, '<h1>Sign in</h1>\r\n', ['content-type: text/html'])

/** Starts a network between this process and a provider that speaks plain HTTP at `target`. */
export async function openLyingNetwork(target: string): Promise<LyingNetwork> {
  const authority = createAuthority()
  const own = authority.certify(PROVIDER_NAME)
  const truth = await openTestProxy(target, { certificate: own })
  // The practice service answers for loopback alone.
  truth.addToxic({ type: 'corrupt', when: 'before', header: ['host', new URL(target).host] })
  const front = await openTestProxy(truth.url, { protocol: 'tcp' })
  /** A server that responds to everything with one text. */
  const answer = async (text: string, certificate?: Certificate): Promise<ConnectionToxic> => {
    const onConnect: ServerScript['onConnect'] = (socket) => void socket.once('data', () => socket.end(text))
    const { url } = await startFaultServer({ onConnect }, certificate)
    return { type: 'reroute', port: Number(url.port) }
  }
  const portal = ['location: http://login.portal.test/']
  const toxics: Readonly<Record<Exclude<NetworkState, 'truth'>, ConnectionToxic>> = {
    down: { type: 'cut', end: 'rst' },
    'portal 302': await answer(formatResponse(302, '', portal)),
    'portal certificate': await answer(PAGE, selfSigned('portal.test')),
    'DNS hijack': await answer(PAGE, authority.certify('other.test')),
    'black hole': { type: 'half-open' },
    'IPv6 broken': { type: 'reroute', port: truth.port },
    'proxy 407': await answer(formatResponse(407, '', ['proxy-authenticate: Basic'])),
    '302': await answer(formatResponse(302, '', ['location: https://login.portal.test/']), own),
    '407': await answer(formatResponse(407, ''), own),
    'a page with 200': await answer(PAGE, own),
    '503': await answer(formatResponse(503, ''), own),
  }
  let state: NetworkState = 'truth'
  overrideDns(() => (state === 'IPv6 broken' ? [UNREACHABLE, LOOPBACK] : [LOOPBACK]))
  return {
    url: `https://${PROVIDER_NAME}:${front.port}`,
    route: async () => (state === 'proxy 407' ? `PROXY 127.0.0.1:${front.port}` : 'DIRECT'),
    become(next) {
      state = next
      front.removeToxics()
      if (next !== 'truth') front.addConnectionToxic(toxics[next])
      front.disconnect()
    },
    lies: () => front.toxicConnections(),
  }
}

type Address = { readonly address: string; readonly family: 4 | 6 }

const LOOPBACK: Address = { address: '127.0.0.1', family: 4 }
/** An address for documentation (RFC 3849), which is not routed. */
const UNREACHABLE: Address = { address: '2001:db8::1', family: 6 }

/**
 * Resolves the provider's name to these addresses until the test ends, because the system's resolver does not know the
 * name.
 */
function overrideDns(addresses: () => readonly Address[]): void {
  const system = dns.lookup
  const override = (
    host: string,
    options: dns.LookupAllOptions,
    tell: (error: null, found: readonly Address[]) => void,
  ) => {
    if (host === PROVIDER_NAME) tell(null, addresses())
    else system(host, options, tell as never)
  }
  dns.lookup = override as unknown as typeof dns.lookup
  onTestFinished(() => void (dns.lookup = system))
}
