import { connect, isIPv6, type Socket } from 'node:net'

/*
 * Reaches a host through a network whose only exit is a proxy: a tunnel (HTTP CONNECT, RFC 9110 9.3.6), inside which
 * TLS proves the identity of the host. The proxy sees no data of a booking.
 */

export type Route =
  { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly host: string; readonly port: number }

/** Asks the operating system how to reach a URL. The answer is a list such as `PROXY proxy.example:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

export const DIRECT: Route = { kind: 'direct' }

/** The first supported route of such a list. Direct if none is supported, such as for a SOCKS proxy alone. */
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
 * Starts a tunnel. `opened` gets the unused connection to the host and `refused` gets a status; errors and an early
 * end arrive as events of the returned socket.
 */
export function openTunnel(
  proxy: Extract<Route, { kind: 'proxy' }>,
  target: { readonly host: string; readonly port: number },
  told: { readonly opened: (socket: Socket) => void; readonly refused: (status: number) => void },
): Socket {
  const socket = connect({ host: proxy.host, port: proxy.port })
  const at = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`
  let came = Buffer.alloc(0)
  const hear = (chunk: Buffer) => {
    came = Buffer.concat([came, chunk])
    const end = came.indexOf('\r\n\r\n')
    if (end < 0 && came.length < MAX_HEAD_BYTES) return
    socket.off('data', hear).pause()
    const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(came.toString('latin1'))?.[1] ?? 0)
    // Bytes after the head would come from the host, and the host sends nothing before TLS begins.
    if (end < 0 || end + 4 < came.length || status < 200 || status > 299) told.refused(status)
    else told.opened(socket)
  }
  socket.once('connect', () => void socket.write(`CONNECT ${at} HTTP/1.1\r\nHost: ${at}\r\n\r\n`))
  return socket.on('data', hear)
}
