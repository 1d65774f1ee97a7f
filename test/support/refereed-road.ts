import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Exchange, Referee } from './referee.ts'

/** Changes bodies on the way, so that a fault can be planted between two sides that make none. */
export type Spoiling = {
  readonly request?: (body: string, path: string) => string
  readonly answer?: (body: string, path: string) => string
}

export type RefereedRoad = {
  readonly url: string
  /** What went over it, as it went on. */
  readonly exchanges: readonly Exchange[]
  /** Every breach that the referee saw, one line each. */
  readonly violations: readonly string[]
}

/** A road over loopback between a desk and a remote, on which every request and every answer is judged. */
export async function openRefereedRoad(target: string, referee: Referee, spoil: Spoiling = {}): Promise<RefereedRoad> {
  const exchanges: Exchange[] = []
  const violations: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    void readBody(incoming).then((sent) => {
      const body = spoil.request?.(sent, path) ?? sent
      const headers = { ...incoming.headers, host: new URL(target).host }
      delete headers['transfer-encoding']
      const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
      const onward = request(new URL(path, target), { method, agent: false, headers: { ...headers, ...length } })
      onward.once('error', () => incoming.socket.destroy())
      onward.once('response', (answer) => {
        const { statusCode: status = 502, headers: answered } = answer
        void readBody(answer).then((came) => {
          const back = spoil.answer?.(came, path) ?? came
          const type = answered['content-type']
          const exchange = { method, path, headers: named(incoming), body, answer: { status, type, body: back } }
          exchanges.push(exchange)
          violations.push(...judged(referee, exchange))
          outgoing.writeHead(status, { ...answered, 'content-length': Buffer.byteLength(back) }).end(back)
        })
      })
      onward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, exchanges, violations }
}

/** A referee that breaks must not leave the desk without an answer. */
function judged(referee: Referee, exchange: Exchange): readonly string[] {
  try {
    return referee.judge(exchange)
  } catch (error) {
    return [`the referee broke: ${String(error)}`]
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** One value a header: one that came twice is judged as a list of both, and so as wrong. */
function named(incoming: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values]) => [name, values?.join(', ')]),
  )
}
