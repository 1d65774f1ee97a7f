import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { createHash, timingSafeEqual } from 'node:crypto'
import { errorCode, type Log } from '../system.ts'
import { acceptOneWay, acceptPair, findMove, type Shop } from './accept.ts'
import { fetchAnswer } from './answers.ts'
import { readJson } from './body.ts'
import { readMoveNumber } from './numbers.ts'
import { addPages } from './pages.ts'
import { loadZipPoints, type ZipPoint } from './places.ts'
import { refusal, type Read } from './refusal.ts'
import { NO_SUCH_MOVE, onlyBy, refuse } from './reply.ts'
import { readOneWay, readPair } from './wire.ts'

type Served = { Bindings: HttpBindings }

/**
 * The `/v1` of the description, section 4. Refusals are checked in this order: 401 token (before anything else is read),
 * 404 address, 405 method, 415 content type, 413 size, 400 JSON, 422 fields. All carry the envelope of `refusal.ts`.
 */
export function makeApp({ shop, token, log }: { shop: Shop; token: string; log: Log }): Hono<Served> {
  const app = new Hono<Served>()
  const { store, clock, base } = shop

  app.onError((error, context) => {
    log({ event: 'fault', place: 'practice', code: errorCode(error) })
    return refuse(context, refusal(500, 'internal_server_error', 'The practice service could not store or read this.'))
  })
  app.notFound((context) => refuse(context, refusal(404, 'request_invalid', 'There is nothing at this address.')))
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
  })

  addPages(app, shop)
  app.use(async (context, next) => {
    if (isToken(context.req.header('authorization'), token)) return next()
    return refuse(context, NOT_ALLOWED)
  })

  app.post('/v1/one-way-moves', (context) =>
    book(context, readOneWay, (asked, digest, zipPoint) => acceptOneWay(shop, asked, digest, zipPoint)),
  )
  app.post('/v1/concierge-loaner-moves', (context) =>
    book(context, readPair, (asked, digest, zipPoint) => acceptPair(shop, asked, digest, zipPoint)),
  )
  for (const path of ['/v1/one-way-moves', '/v1/concierge-loaner-moves']) app.all(path, onlyBy('POST'))

  // The description shows the fetch with and without the version (4.1, section 9).
  for (const path of ['/v1/moves/:id', '/moves/:id'] as const) {
    app.get(path, (context) => {
      const id = readMoveNumber(context.req.param('id'))
      const found = id === null ? null : findMove(store, id)
      return found === null ? refuse(context, NO_SUCH_MOVE) : context.json(fetchAnswer(found, base, clock.now()))
    })
    app.all(path, onlyBy('GET, HEAD'))
  }

  // Practice only, no provider has it: every accepted POST in order, as the judge of tests and kill runs.
  app.get('/practice/ledger', (context) =>
    context.json(
      store.requests().map(({ id, kind, acceptedAt, referenceIds, moveIds }) => ({
        id,
        kind,
        accepted_at: acceptedAt,
        references: referenceIds,
        move_ids: moveIds,
      })),
    ),
  )
  app.all('/practice/ledger', onlyBy('GET, HEAD'))
  return app
}

const NOT_ALLOWED = refusal(
  401,
  'access_denied',
  'The Authorization header must be "Bearer" and the access token of this service.',
  { 'www-authenticate': 'Bearer' },
)

/**
 * One POST: the body is read, checked, booked in one transaction, and answered after the commit. From the last byte of
 * the body to the commit nothing waits, so a cut link or a close cannot come in between.
 */
async function book<Asked>(
  context: Context<Served>,
  read: (body: unknown) => Read<Asked>,
  accept: (asked: Asked, digest: string, zipPoint: ZipPoint) => object,
): Promise<Response> {
  const zipPoint = await loadZipPoints()
  const body = await readJson(context.env.incoming)
  if (body.kind === 'refused') return refuse(context, body.why)
  const asked = read(body.value.json)
  if (asked.kind === 'refused') return refuse(context, asked.why)
  return context.json(accept(asked.value, body.value.digest, zipPoint))
}

/** Over digests, so that neither the time nor a length tells how near a guess came. */
function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}
