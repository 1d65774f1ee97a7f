import { z } from '@hono/zod-openapi'
import { check } from '../schemas/fields.ts'
import type { ApiResult } from './error-envelope.ts'
import { allowMethods, withBody, type App } from './respond.ts'

/*
 * The control route by which a test puts values into the responses of the service, such as a stamp that is no time. The
 * stored moves stay as they are, and a new start of the service forgets the values.
 */

type Patch = Readonly<Record<string, unknown>>

export const patchBody = z.record(z.string(), z.unknown(), { error: 'must be an object' })

function parsePatch(body: unknown): ApiResult<Patch> {
  return check(patchBody, body)
}

const PATCHED = [
  '/v1/one-way-moves',
  '/v1/concierge-moves',
  '/v1/concierge-loaner-moves',
  '/v1/moves/:id',
  '/moves/:id',
] as const

/** Adds `POST /practice/answers`, whose body is laid over each later response to a creation or a fetch of a move. */
export function addAnswerPatch(app: App): void {
  let patch: Patch = {}
  app.post('/practice/answers', (context) =>
    withBody(context, parsePatch, (fresh) => {
      patch = fresh
      return { kind: 'ok', value: fresh }
    }),
  )
  app.all('/practice/answers', allowMethods('POST'))
  for (const path of PATCHED) {
    app.use(path, async (context, next) => {
      await next()
      if (Object.keys(patch).length === 0 || context.req.method === 'PATCH' || context.res.status !== 200) return
      const told = (await context.res.json()) as Patch
      context.res = context.json(laidOver(told, patch))
    })
  }
}

/**
 * Returns the response with the values of `patch`. An object in `patch` is laid over the object of that name in the
 * response, and is left out where the response has no such object; only a `charge` is added.
 */
function laidOver(told: Patch, patch: Patch): Patch {
  const values = Object.entries(patch).flatMap(([name, value]): [string, unknown][] => {
    const before = told[name]
    if (!isObject(value) || name === 'charge') return [[name, value]]
    return isObject(before) ? [[name, laidOver(before, value)]] : []
  })
  return { ...told, ...Object.fromEntries(values) }
}

function isObject(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
