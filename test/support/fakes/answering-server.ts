import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorBody, LOGIN_PAGE } from '../builders/sent-request.ts'

/* A server on loopback that gives every request one answer, as a provider, a portal or any other server might. */

export type Answer = {
  readonly status: number
  readonly body: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type AnsweringServer = {
  readonly url: string
  /** Gives this answer to every request from now on, or the answer for its path. */
  answer(next: Answer | ((path: string) => Answer)): void
  /** `GET /v1/moves/0` and so on, in order. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

export async function startAnsweringServer(first: Answer | ((path: string) => Answer)): Promise<AnsweringServer> {
  const requests: string[] = []
  let now = first
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    const { status, body, type, headers = {} } = typeof now === 'function' ? now(request.url ?? '') : now
    response.writeHead(status, { ...(type === undefined ? {} : { 'content-type': type }), ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next) => (now = next),
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const json = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  type: 'application/json',
})
const error = (code: string, message: string, param?: string) => ({
  errors: [{ ...errorBody(code, message).errors[0], ...(param === undefined ? {} : { param }) }],
})

/** A move in the form of test/spec/service.md#fetch-response. */
export const movedAnswer = (number: number): Answer => json(200, { move: { id: number, status: null } })

/** Answers to the fetch of a number that no move has, by name. */
export const UNKNOWN_MOVE_ANSWERS = {
  '404 {}': json(404, {}),
  '404 []': json(404, []),
  '404 with the envelope': json(404, error('move_invalid', 'There is no move by this number.')),
  '404 with text': { status: 404, body: 'Not Found\n', type: 'text/plain' },
  '404 with a portal page': { status: 404, body: LOGIN_PAGE, type: 'text/html' },
  '200 with a portal page': { status: 200, body: LOGIN_PAGE, type: 'text/html' },
  '200 {}': json(200, {}),
  '400 that names the id': json(400, error('field_invalid', 'must be above 0', 'id')),
  '422 that names the id': json(422, { detail: [{ loc: ['path', 'move_id'], msg: 'must be greater than 0' }] }),
  '400 that does not': json(400, error('request_invalid', 'This cannot be read.')),
  '401': json(401, error('access_denied', 'No.')),
  '403': json(403, error('access_denied', 'Not allowed.')),
  '302': { status: 302, body: '', headers: { location: 'http://login.portal.test/' } },
} satisfies Readonly<Record<string, Answer>>

export type UnknownMoveAnswer = keyof typeof UNKNOWN_MOVE_ANSWERS
