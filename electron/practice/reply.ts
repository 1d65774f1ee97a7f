import type { Context } from 'hono'
import { envelope, refusal, type Refusal } from './refusal.ts'

/** Answers with a refusal's status, headers and envelope. */
export function refuse(context: Context, why: Refusal): Response {
  return context.body(envelope(why), why.status, { ...why.headers, 'content-type': 'application/json' })
}

/** 405 for every method that the routes before it did not take; `methods` is the `Allow` header. */
export function onlyBy(methods: 'POST' | 'GET, HEAD'): (context: Context) => Response {
  return (context) =>
    refuse(context, refusal(405, 'request_invalid', `This address takes ${methods} only.`, { allow: methods }))
}

export const NO_SUCH_MOVE = refusal(404, 'move_invalid', 'There is no move by this number.')
