import { Hono } from 'hono'
import { formatHttpDate } from '../../../shared/time/http-date.ts'
import { errorCode, type Log } from '../../platform/log-events.ts'
import {
  createConcierge,
  createOneWay,
  createPair,
  type ResponseWriter,
  type PracticeContext,
} from '../domain/create-booking.ts'
import { fetchedAnswer, numberedPair, numberedSingle } from '../responses/hopdrive.ts'
import { fetchAnswer, laneAnswer, pairAnswer, placedAt } from '../responses/baseline.ts'
import { addAnswerPatch } from './answer-patch.ts'
import { addControlRoutes } from './control-routes.ts'
import { addAuthorize, addHopdriveRoutes, isHopdrive } from './hopdrive.ts'
import { parseMoveNumber } from '../domain/numbers.ts'
import { openApi } from './openapi.ts'
import { addPages } from './pages.ts'
import { refusal, type ApiResult } from './error-envelope.ts'
import { moveOf, NO_SUCH_MOVE, allowMethods, sendError, withBody, type App, type AppEnv } from './respond.ts'
import { isEqualInConstantTime, type Tokens } from './tokens.ts'
import { parseConcierge, parseNestedOneWay, parseNumberedPair } from '../schemas/hopdrive.ts'
import { parseOneWay, parsePair } from '../schemas/baseline.ts'

export const RESPONSES_BY_PROFILE: Readonly<Record<'baseline' | 'hopdrive', ResponseWriter>> = {
  baseline: { single: fetchAnswer, pair: pairAnswer },
  hopdrive: { single: numberedSingle, pair: numberedPair },
}

export type AppDeps = {
  readonly practice: PracticeContext
  /** The token of the control routes, and in the baseline of every address that needs a token. */
  readonly token: string
  readonly log: Log
  /** The token issuer of the profile `hopdrive`; null in the baseline. */
  readonly tokens: Tokens | null
}

/**
 * All routes of a profile (test/spec/service.md#endpoints), with errors in the envelope of `error-envelope.ts`; the
 * pages, `/openapi.json` and `/v1/authorize` need no token. The checks run in this order: 421 host, 401 token, 404
 * address, 405 method, 404 move in the address, 415 content type, 413 size, 400 JSON, then the fields (422, in the
 * endpoints of `hopdrive` 400) and the state of the move.
 */
export function createApp({ practice, token, log, tokens }: AppDeps): App {
  const app = new Hono<AppEnv>()
  const profile = tokens === null ? 'baseline' : 'hopdrive'

  app.onError((error, context) => {
    log({ event: 'internal-error', place: 'practice', code: errorCode(error) })
    return sendError(
      context,
      refusal(500, 'internal_server_error', 'The practice service could not store or read this.'),
    )
  })
  app.use(async (context, next) =>
    isLoopbackHost(context.req.header('host')) ? next() : sendError(context, WRONG_HOST),
  )
  app.notFound((context) => sendError(context, refusal(404, 'request_invalid', 'There is nothing at this address.')))
  app.use(async (context, next) => {
    if (tokens !== null && isHopdrive(context.req.method, context.req.path)) context.set('codes', 'upper')
    // A header that is set after the response exists makes the adapter build the response twice.
    context.header('date', formatHttpDate(practice.clock.now()))
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    await next()
  })

  addPages(app, practice)
  app.get('/openapi.json', (context) => context.json(openApi(profile, practice.base)))
  app.all('/openapi.json', allowMethods('GET, HEAD'))
  if (tokens !== null) addAuthorize(app, tokens)
  app.use(async (context, next) => {
    const header = context.req.header('authorization') ?? ''
    const own = tokens === null || context.req.path.startsWith('/practice/')
    const good = own
      ? isEqualInConstantTime(header, `Bearer ${token}`)
      : tokens.isGood(/^Bearer (.+)$/.exec(header)?.[1] ?? '')
    return good ? next() : sendError(context, NOT_ALLOWED)
  })

  addAnswerPatch(app)
  const [oneWay, pair] = tokens === null ? [parseOneWay, parsePair] : [parseNestedOneWay, parseNumberedPair]
  addCreation(app, '/v1/one-way-moves', oneWay, (...booking) => createOneWay(practice, ...booking))
  addCreation(app, '/v1/concierge-loaner-moves', pair, (...booking) => createPair(practice, ...booking))
  if (tokens !== null) {
    addCreation(app, '/v1/concierge-moves', parseConcierge, (...booking) => createConcierge(practice, ...booking))
  }
  if (tokens !== null) addHopdriveRoutes(app, practice)
  addReads(app, practice, profile)
  addControlRoutes(app, practice)
  return app
}

const WRONG_HOST = refusal(421, 'request_invalid', 'This service answers for this machine alone.')

/**
 * Returns false for the `Host` that a web page of the internet sends when its host name resolves to 127.0.0.1 (DNS
 * rebinding). Any port passes, because a test's proxy and the service listen on different ports.
 */
function isLoopbackHost(host: string | undefined): boolean {
  return host === undefined || /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)
}

const NOT_ALLOWED = refusal(
  401,
  'access_denied',
  'The Authorization header must be "Bearer" and an access token of this service that has not expired.',
  { 'www-authenticate': 'Bearer' },
)

/** Adds a POST that books; `accept` books in one transaction, and the response leaves after the commit. */
function addCreation<Body>(
  app: App,
  path: string,
  read: (body: unknown) => ApiResult<Body>,
  accept: (request: Body, digest: string) => ApiResult<object>,
): void {
  app.post(path, (context) => withBody(context, read, accept))
  app.all(path, allowMethods('POST'))
}

/** Adds the fetches of a move and of a lane. test/spec/service.md shows no response to the fetch of a lane. */
function addReads(app: App, practice: PracticeContext, profile: 'baseline' | 'hopdrive'): void {
  const { store, clock, base } = practice
  // A fetch exists with and without the version in its path (test/spec/service.md#versioning).
  for (const path of ['/v1/moves/:id', '/moves/:id'] as const) {
    app.get(path, (context) => {
      const move = moveOf(practice, context.req.param('id'))
      if (move === null) return sendError(context, NO_SUCH_MOVE)
      const now = clock.now()
      return context.json(
        profile === 'baseline' ? fetchAnswer(placedAt(store, move, now), base) : fetchedAnswer(store, move, base, now),
      )
    })
    app.all(path, allowMethods(profile === 'hopdrive' && path === '/v1/moves/:id' ? 'GET, HEAD, PATCH' : 'GET, HEAD'))
  }

  app.get('/v1/lanes/:id', (context) => {
    const id = parseMoveNumber(context.req.param('id'))
    const lane = id === null ? null : store.lane(id)
    if (lane === null) return sendError(context, NO_SUCH_LANE)
    const now = clock.now()
    const moves = store.movesOfLane(lane.id).map((move) => placedAt(store, move, now))
    return context.json(laneAnswer(lane, moves, base))
  })
  app.all('/v1/lanes/:id', allowMethods('GET, HEAD'))
}

const NO_SUCH_LANE = refusal(404, 'request_invalid', 'There is no lane by this number.')
