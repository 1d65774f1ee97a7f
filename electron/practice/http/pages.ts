import type { Context } from 'hono'
import type { PracticeContext } from '../domain/create-booking.ts'
import { trackingCode } from '../responses/baseline.ts'
import { moveOf, NO_SUCH_MOVE, allowMethods, sendError, type App, type AppEnv } from './respond.ts'
import type { MoveRow } from '../store/store.ts'
import { cancelState, progressAt } from '../domain/move-progress.ts'
import { smsSentBy, type Sms } from '../domain/sms.ts'

/**
 * The pages behind `move_details_url` and `tracking_link`, for a person in a browser. The pages need no token, so they
 * show the progress of the move and its SMS, and no names, phones or vehicles.
 */
export function addPages(app: App, practice: PracticeContext): void {
  const pageOf = (context: Context<AppEnv>, move: MoveRow | null) =>
    move === null ? sendError(context, NO_SUCH_MOVE) : context.html(statusPage(move, practice), 200, PAGE_HEADERS)
  app.get('/portal/moves/:id', (context) => pageOf(context, moveOf(practice, context.req.param('id'))))
  app.get('/track/:code', (context) => {
    const code = context.req.param('code')
    const move = moveOf(practice, code.split('-')[0] ?? '')
    return pageOf(context, move !== null && trackingCode(move) === code ? move : null)
  })
  app.get('/portal/moves', (context) => context.html(listPage(practice), 200, PAGE_HEADERS))
  for (const path of ['/portal/moves', '/portal/moves/:id', '/track/:code']) app.all(path, allowMethods('GET, HEAD'))
}

const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
}

function statusPage(move: MoveRow, { store, clock }: PracticeContext): string {
  const now = clock.now()
  const status = progressAt(store, move, now).status ?? 'waiting for the driver'
  const cancel = cancelState(store.cancelation(move.id), now).status
  return page(
    `Practice move ${move.id}`,
    `<p>Status: ${status}</p>
<p>Cancelation: ${cancel}</p>
${move.role === 'single' ? '' : smsSection(smsSentBy(store, now).filter((sms) => sms.move_id === move.id))}`,
  )
}

const MAX_LISTED = 100

/** The newest moves with their numbers, for a person who has nobody to ask about a booking in doubt. */
function listPage({ store }: PracticeContext): string {
  const newest = store.requests().slice(-MAX_LISTED).reverse()
  const lines = newest.flatMap(({ acceptedAt, referenceIds, moveIds }) =>
    moveIds.map((id, place) => {
      // The typed part of a reference can be anything, so only the part that a desk adds is shown.
      const own = /(?:^| )(LK-[0-9A-Z]+)$/.exec(referenceIds[place] ?? '')?.[1] ?? 'no reference of a desk'
      return `<li><a href="/portal/moves/${id}">Move ${id}</a>, ${own}, booked ${acceptedAt.slice(0, 16).replace('T', ' ')} UTC</li>`
    }),
  )
  const list = lines.length === 0 ? '<p>None yet.</p>' : `<ul>${lines.join('')}</ul>`
  return page('Practice moves', `<p>The newest stand first. A reference is shown by its last part.</p>\n${list}\n`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 30rem; padding: 0 1rem }</style>
<h1>${title}</h1>
${body}<p>This is the practice service. No vehicle moves.</p>
</html>
`
}

/** The SMS of a move, the oldest first; nothing here comes from a request, so nothing needs to be escaped. */
function smsSection(sent: readonly Sms[]): string {
  const lines = sent.map(({ at, text }) => `<li>${at.slice(11, 16)} UTC: ${text}</li>`)
  const list = lines.length === 0 ? '<p>None yet.</p>' : `<ol>${lines.join('')}</ol>`
  return `<h2>Texts to the customer</h2>
<p>A real service would send these. Nothing is sent.</p>
${list}
`
}
