import type { PracticeContext } from '../domain/create-booking.ts'
import { requestCancellation } from '../domain/cancel.ts'
import { changeMove } from '../domain/change.ts'
import { refusal } from './error-envelope.ts'
import { moveOf, NO_SUCH_MOVE, allowMethods, sendError, withBody, type App } from './respond.ts'
import type { Tokens } from './tokens.ts'
import { parseAuthorize, parseCancelation, parseChange } from '../schemas/hopdrive.ts'

/*
 * The endpoints that only the profile `hopdrive` has (test/spec/provider.md). In the baseline, with a good token, the
 * two POSTs get 404, and PATCH of any move number gets 405.
 */

/** True for a request to an endpoint of this file. The responses to such a request have error codes in upper case. */
export function isHopdrive(method: string, path: string): boolean {
  return path === '/v1/authorize' || path === '/v1/cancelation' || (method === 'PATCH' && path.startsWith('/v1/moves/'))
}

/** Adds `POST /v1/authorize`. `createApp` adds the token check after this route, so the route needs no token. */
export function addAuthorize(app: App, tokens: Tokens): void {
  app.post('/v1/authorize', (context) => withBody(context, parseAuthorize, tokens.issue))
  app.all('/v1/authorize', allowMethods('POST'))
}

/** Adds `POST /v1/cancelation` and `PATCH /v1/moves/:id`. */
export function addHopdriveRoutes(app: App, practice: PracticeContext): void {
  app.post('/v1/cancelation', (context) =>
    withBody(context, parseCancelation, ({ move_id: id }) => {
      const move = practice.store.move(id)
      return move === null ? { kind: 'refused', error: NO_SUCH_MOVE } : requestCancellation(practice, move)
    }),
  )
  app.all('/v1/cancelation', allowMethods('POST'))

  app.patch('/v1/moves/:id', (context) => {
    const number = context.req.param('id')
    if (!/^[0-9]+$/.test(number)) return sendError(context, NO_NUMBER)
    const move = moveOf(practice, number)
    if (move === null) return sendError(context, NO_SUCH_MOVE)
    return withBody(context, parseChange, (request) => {
      // `move` may be out of date, because another change may have arrived while the body was being received.
      const fresh = practice.store.move(move.id)
      return fresh === null ? { kind: 'refused', error: NO_SUCH_MOVE } : changeMove(practice, fresh, request)
    })
  })
}

const NO_NUMBER = refusal(400, 'move_invalid', 'The address must end with the number of a move.')
