import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { readJsonBody } from './json-body.ts'
import type { PracticeContext } from '../domain/create-booking.ts'
import { parseMoveNumber } from '../domain/numbers.ts'
import { envelope, refusal, type CodeCase, type ApiResult, type ApiError } from './error-envelope.ts'
import type { MoveRow } from '../store/store.ts'

export type AppEnv = { Bindings: HttpBindings; Variables: { codes?: CodeCase } }

export type App = Hono<AppEnv>

/** Responds with the status, headers and envelope of an error. */
export function sendError(context: Context<AppEnv>, error: ApiError): Response {
  const body = envelope(error, context.get('codes'))
  return context.body(body, error.status, { ...error.headers, 'content-type': 'application/json' })
}

type Methods = 'POST' | 'GET, HEAD' | 'GET, HEAD, PATCH'

/** Returns a 405 handler with the `Allow` header `methods`. Must be added after the other routes of an address. */
export function allowMethods(methods: Methods): (context: Context<AppEnv>) => Response {
  return (context) =>
    sendError(context, refusal(405, 'request_invalid', `This address takes ${methods} only.`, { allow: methods }))
}

export const NO_SUCH_MOVE = refusal(404, 'move_invalid', 'There is no move by this number.')

/** The move whose number is in the address, or null. */
export function moveOf({ store }: PracticeContext, text: string): MoveRow | null {
  const id = parseMoveNumber(text)
  return id === null ? null : store.move(id)
}

/**
 * Reads and checks a JSON body, runs `then`, and responds with its result. No step waits between the last byte of the
 * body and the end of `then`, so a cut connection cannot stop a request whose body was read.
 */
export async function withBody<Body>(
  context: Context<AppEnv>,
  read: (body: unknown) => ApiResult<Body>,
  then: (request: Body, digest: string) => ApiResult<object>,
): Promise<Response> {
  const body = await readJsonBody(context.env.incoming)
  if (body.kind === 'refused') return sendError(context, body.error)
  const request = read(body.value.json)
  if (request.kind === 'refused') return sendError(context, request.error)
  return respond(context, then(request.value, body.value.digest))
}

export function respond(context: Context<AppEnv>, made: ApiResult<object>): Response {
  return made.kind === 'refused' ? sendError(context, made.error) : context.json(made.value)
}
