import { answerOf, startRawServer } from './raw-server.ts'

/** How a connection ends under a request that was read whole. */
export const BREAKS = ['reset', 'fin', '408'] as const

export type Break = (typeof BREAKS)[number]

/**
 * A server that keeps its connections and answers what it is asked, until it is told to break: then each request is read
 * whole and its connection ends so. That is where a network stack which keeps connections may ask again by itself.
 */
export type KeepAliveServer = {
  readonly url: URL
  /** From the next request on; null: it answers again. */
  breakBy(how: Break | null): void
  /** Requests that began, on any connection. */
  requests(): number
  /** Connections that carried more than one. */
  reused(): number
  /** Resolves when what was under way to it has come, see RawServer. */
  quiet(): Promise<void>
}

const BODY = JSON.stringify({ access_token: 'from-the-server', expires_in: 600, move: { id: 7 } })

export async function startKeepAliveServer(): Promise<KeepAliveServer> {
  let how: Break | null = null
  const server = await startRawServer({
    asked(socket) {
      if (how === 'reset') socket.resetAndDestroy()
      else if (how === 'fin') socket.end()
      else if (how === '408') socket.end(answerOf(408, '', ['connection: close']))
      else socket.write(answerOf(200, BODY, ['content-type: application/json', 'connection: keep-alive']))
    },
  })
  return {
    url: server.url,
    breakBy: (next) => void (how = next),
    requests: server.requests,
    reused: () => server.received.filter((text) => (text.match(/HTTP\/1\.1\r\n/g)?.length ?? 0) > 1).length,
    quiet: server.quiet,
  }
}
