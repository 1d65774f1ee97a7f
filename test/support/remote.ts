import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to one POST on its way to the provider and back. */
export type Fault =
  | { readonly kind: 'pass' }
  /** The provider applies it; the answer never arrives. */
  | { readonly kind: 'lose-answer' }
  /** The connection ends before the provider saw anything. */
  | { readonly kind: 'lose-request' }
  /** The provider applies it; what comes back is somebody else's word. */
  | { readonly kind: 'replace-answer'; readonly status: number }
  /** Something on the way answers; the provider saw nothing. */
  | { readonly kind: 'answer'; readonly status: number; readonly type: string; readonly body: string }

export type FaultyRoad = {
  readonly url: string
  /** POSTs that arrived here, in order, by their body. */
  readonly posts: readonly string[]
  close(): Promise<void>
}

/** A road between a desk and a real remote, on loopback, that does to each POST what `decide` says. */
export async function faultyRoad(target: string, decide: (body: string, nth: number) => Fault): Promise<FaultyRoad> {
  const posts: string[] = []
  const server = createServer((incoming, outgoing) => {
    void readBody(incoming).then((body) => {
      const fault: Fault = incoming.method === 'POST' ? decide(body, posts.push(body)) : { kind: 'pass' }
      switch (fault.kind) {
        case 'lose-request':
          incoming.socket.destroy()
          return
        case 'answer':
          outgoing.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body)
          return
        case 'lose-answer':
          forward(target, incoming, body, () => incoming.socket.destroy())
          return
        case 'replace-answer':
          forward(target, incoming, body, (answer) => {
            answer.resume()
            outgoing.writeHead(fault.status, { 'retry-after': '1' }).end()
          })
          return
        case 'pass':
          forward(target, incoming, body, (answer) => pass(answer, outgoing))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function forward(
  target: string,
  incoming: IncomingMessage,
  body: string,
  then: (answer: IncomingMessage) => void,
): void {
  const onward = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: { ...incoming.headers, host: new URL(target).host },
    agent: false,
  })
  onward.once('response', (answer) => then(answer))
  onward.once('error', () => incoming.socket.destroy())
  onward.end(body)
}

function pass(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(outgoing)
}
