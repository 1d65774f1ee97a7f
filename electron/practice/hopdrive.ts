import type { Shop } from './accept.ts'
import { askCancelation } from './cancel.ts'
import { changeMove } from './change.ts'
import { refusal } from './refusal.ts'
import { moveOf, NO_SUCH_MOVE, onlyBy, refuse, withBody, type App } from './reply.ts'
import type { Tokens } from './tokens.ts'
import { readAuthorize, readCancelation, readChange } from './wire-hopdrive.ts'

/*
 * The endpoints that only the profile `hopdrive` has (provider.md 2, 7, 8). In the baseline their addresses answer 404,
 * and PATCH on a move, whose address is there, 405.
 */

/** True for a request to a newer endpoint: those write their codes in upper case (provider.md 3.2). */
export function isNewer(method: string, path: string): boolean {
  return path === '/v1/authorize' || path === '/v1/cancelation' || (method === 'PATCH' && path.startsWith('/v1/moves/'))
}

/** `POST /v1/authorize`, the one address of the API that needs no token. */
export function addAuthorize(app: App, tokens: Tokens): void {
  app.post('/v1/authorize', (context) => withBody(context, readAuthorize, tokens.issue))
  app.all('/v1/authorize', onlyBy('POST'))
}

/** `POST /v1/cancelation` and `PATCH /v1/moves/:id`. */
export function addNewer(app: App, shop: Shop): void {
  app.post('/v1/cancelation', (context) =>
    withBody(context, readCancelation, ({ move_id: id }) => {
      const move = shop.store.move(id)
      return move === null ? { kind: 'refused', why: NO_SUCH_MOVE } : askCancelation(shop, move)
    }),
  )
  app.all('/v1/cancelation', onlyBy('POST'))

  app.patch('/v1/moves/:id', (context) => {
    const number = context.req.param('id')
    if (!/^[0-9]+$/.test(number)) return refuse(context, NO_NUMBER)
    const move = moveOf(shop, number)
    if (move === null) return refuse(context, NO_SUCH_MOVE)
    return withBody(context, readChange, (asked) => {
      // Read again: the body may have taken its time, and another change with it.
      const fresh = shop.store.move(move.id)
      return fresh === null ? { kind: 'refused', why: NO_SUCH_MOVE } : changeMove(shop, fresh, asked)
    })
  })
}

const NO_NUMBER = refusal(400, 'move_invalid', 'The address must end with the number of a move.')
