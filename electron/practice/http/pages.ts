import type { Context } from 'hono'
import type { PracticeContext } from '../domain/create-booking.ts'
import { trackingCode } from '../responses/baseline.ts'
import { moveOf, NO_SUCH_MOVE, allowMethods, sendError, type App, type AppEnv } from './respond.ts'
import type { MoveRow } from '../store/store.ts'
import { cancelState, progressAt } from '../domain/move-progress.ts'

/**
 * The pages behind `move_details_url` and `tracking_link`, for a person in a browser. The pages need no token, so they
 * show the progress of the move and no names or vehicles.
 */
export function addPages(app: App, practice: PracticeContext): void {
  const page = (context: Context<AppEnv>, move: MoveRow | null) =>
    move === null ? sendError(context, NO_SUCH_MOVE) : context.html(statusPage(move, practice), 200, PAGE_HEADERS)
  app.get('/portal/moves/:id', (context) => page(context, moveOf(practice, context.req.param('id'))))
  app.get('/track/:code', (context) => {
    const code = context.req.param('code')
    const move = moveOf(practice, code.split('-')[0] ?? '')
    return page(context, move !== null && trackingCode(move) === code ? move : null)
  })
  for (const path of ['/portal/moves/:id', '/track/:code']) app.all(path, allowMethods('GET, HEAD'))
}

const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
}

function statusPage(move: MoveRow, { store, clock }: PracticeContext): string {
  const now = clock.now()
  const status = progressAt(store, move, now).status ?? 'waiting for the driver'
  const cancel = cancelState(store.cancelation(move.id), now).status
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Practice move ${move.id}</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 30rem; padding: 0 1rem }</style>
<h1>Practice move ${move.id}</h1>
<p>Status: ${status}</p>
<p>Cancelation: ${cancel}</p>
<p>This is the practice service. No vehicle moves.</p>
</html>
`
}
