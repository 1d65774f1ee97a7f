import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Parsed } from '../practice/running.ts'

/** A request as it came, its body parsed where it is JSON. */
export type Came = { readonly method: string; readonly path: string; readonly json: Parsed; readonly text: string }

export type CrookedAnswer = {
  readonly status: number
  readonly json?: Parsed
  readonly text?: string
  readonly type?: string
}

export type Crookedness = {
  /** Changes what goes on to the remote. */
  readonly request?: (came: Came) => Parsed
  /** Changes what comes back; null never answers. */
  readonly answer?: (came: Came, from: CrookedAnswer) => CrookedAnswer | null | Promise<CrookedAnswer | null>
}

export type Crooked = {
  readonly url: string
  /** Every request in order. */
  readonly came: readonly Came[]
  posts(path: string): readonly Came[]
}

/** A remote that behaves like `target`, but for what a test makes of it. Links of the answers lead to itself. */
export async function crooked(target: string, { request, answer }: Crookedness): Promise<Crooked> {
  const came: Came[] = []
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8')
    const method = incoming.method ?? ''
    const one: Came = { method, path: incoming.url ?? '', json: parsed(text), text }
    came.push(one)
    const sent = request === undefined || one.json === undefined ? text : JSON.stringify(request(one))
    const { authorization = '', 'content-type': type = '' } = incoming.headers
    const heard = await fetch(target + one.path, {
      method,
      headers: { 'content-type': type, ...(authorization === '' ? {} : { authorization }) },
      ...(method === 'GET' ? {} : { body: sent }),
    })
    const body = (await heard.text()).replaceAll(target, url)
    const from: CrookedAnswer = { status: heard.status, json: parsed(body), text: body }
    const given = answer === undefined ? from : await answer(one, from)
    if (given === null) return
    const allow = heard.headers.get('allow')
    outgoing.writeHead(given.status, {
      'content-type': given.type ?? 'application/json',
      ...(allow === null ? {} : { allow }),
    })
    outgoing.end(given.text ?? JSON.stringify(given.json))
  }

  return { url, came, posts: (path) => came.filter((one) => one.method === 'POST' && one.path === path) }
}

function parsed(text: string): Parsed {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
