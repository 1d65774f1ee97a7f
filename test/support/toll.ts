import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What the road does: lets everything pass, keeps a booking on its way until it does something else, lets nobody on, or
 * answers a booking itself.
 */
export type Way = 'open' | 'held' | 'shut' | { readonly status: number; readonly body: unknown }

/** A road to a remote that a test opens, holds and shuts as it goes. It is open at first. */
export async function openToll(target: string) {
  const posts: string[] = []
  const held = new Set<() => void>()
  let way: Way = 'open'

  const go = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) => {
    const isBooking = incoming.method === 'POST'
    if (way === 'shut') return void incoming.socket.destroy()
    if (isBooking && way === 'held') return void held.add(() => go(incoming, outgoing, body))
    if (isBooking && typeof way === 'object') {
      outgoing.writeHead(way.status, { 'content-type': 'application/json' }).end(JSON.stringify(way.body))
      return
    }
    const headers = { ...incoming.headers, host: new URL(target).host }
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers, agent: false })
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => incoming.socket.destroy())
    onward.end(body)
  }
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.once('end', () => {
      const body = Buffer.concat(parts)
      if (incoming.method === 'POST') posts.push(body.toString('utf8'))
      go(incoming, outgoing, body)
    })
  })
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    if (way === 'shut') socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The bodies of the bookings that came, in order. */
    posts: posts as readonly string[],
    /** From now on, and for what is held. */
    set(next: Way) {
      way = next
      const waiting = [...held]
      held.clear()
      for (const one of waiting) one()
      if (way === 'shut') server.closeAllConnections()
    },
    close: () => server.close().closeAllConnections(),
  }
}
