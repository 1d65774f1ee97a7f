import { connect, isIPv6, type Socket } from 'node:net'

/*
 * The route to a host from a network where only a proxy may connect to the outside: a tunnel (HTTP CONNECT, RFC 9110
 * 9.3.6), in which TLS verifies the host as on a direct route. The proxy sees nothing of a booking.
 */

export type Route =
  { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly host: string; readonly port: number }

/** Asks the operating system how a URL is reached. Resolves to a list such as `PROXY proxy.example:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

export const DIRECT: Route = { kind: 'direct' }

/**
 * Returns the first route of a `ResolveProxy` list that the desk supports. A list without such a route, for example a
 * SOCKS proxy alone, gives a direct route.
 */
export function parseRoute(text: string): Route {
  for (const way of text.split(';')) {
    const [kind = '', at = ''] = way.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return DIRECT
    if (kind.toUpperCase() !== 'PROXY' || !URL.canParse(`http://${at}`)) continue
    const { hostname, port } = new URL(`http://${at}`)
    return { kind: 'proxy', host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) }
  }
  return DIRECT
}

/** Longer than the head of any response to CONNECT. */
const MAX_HEAD_BYTES = 16 * 1024

/**
 * Opens a tunnel through a proxy. `opened` gets the connection to the host before the first byte of TLS, `refused` gets
 * the proxy's status, 0 if unreadable; errors and an early end come as events of the returned socket.
 */
export function openTunnel(
  proxy: Extract<Route, { kind: 'proxy' }>,
  target: { readonly host: string; readonly port: number },
  callbacks: { readonly opened: (socket: Socket) => void; readonly refused: (status: number) => void },
): Socket {
  const socket = connect({ host: proxy.host, port: proxy.port })
  const at = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`
  let received = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0 && received.length < MAX_HEAD_BYTES) return
    socket.off('data', onData).pause()
    const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(received.toString('latin1'))?.[1] ?? 0)
    // Bytes after the head show a faulty proxy, because the host sends nothing before TLS begins.
    if (end < 0 || end + 4 < received.length || status < 200 || status > 299) callbacks.refused(status)
    else callbacks.opened(socket)
  }
  socket.once('connect', () => void socket.write(`CONNECT ${at} HTTP/1.1\r\nHost: ${at}\r\n\r\n`))
  return socket.on('data', onData)
}
