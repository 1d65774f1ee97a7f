import type { Heard } from './ask.ts'
import { isOurs } from './book.ts'
import { asObject } from './json.ts'
import { ownMove } from './read.ts'
import type { Made, Round } from './round.ts'
import { HOPDRIVE, no, noAndBreaks, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { sayHeard } from './words.ts'

const SECTION = 'hopdrive 8'
const PATH = '/v1/cancelation'

/** Values of `cancel_status` of a move that is still to be driven (2.1, provider.md 6.5); null in a creation (2.5). */
const STANDS = ['not cancelled', 'not canceled', 'failed']

/** What became of asking for the cancelation of one move. */
export type Canceled =
  /** The remote has no cancelation. */
  | { readonly kind: 'missing'; readonly heard: Heard }
  /** It is not known to be ours, and was not asked for. */
  | { readonly kind: 'not ours' }
  | { readonly kind: 'asked'; readonly heard: Heard }

/**
 * Asks for the cancelation of a move of this check (provider.md 8) and keeps what a fetch says of it then. Never of a move
 * that does not show a reference of this check.
 */
export async function cancel(round: Round, made: Made): Promise<Canceled> {
  if (!(await isOurs(round, made))) return { kind: 'not ours' }
  const heard = await round.send('POST', PATH, JSON.stringify({ move_id: made.id }))
  if (heard.kind === 'answered' && [404, 405, 501].includes(heard.status)) return { kind: 'missing', heard }
  const status = await cancelStatus(round, made.id)
  const stands = status === null || STANDS.includes(status)
  made.state = stands ? 'stands' : status === 'pending' || status === 'started' ? 'pending' : 'canceled'
  return { kind: 'asked', heard }
}

/** `cancel_status` as a fetch has it; null where it has none. */
async function cancelStatus({ send }: Round, id: number): Promise<string | null> {
  const heard = await send('GET', `/v1/moves/${id}`)
  const body = heard.kind === 'answered' ? asObject(heard.json) : null
  const status = body === null ? undefined : ownMove(body, id)?.['cancel_status']
  return typeof status === 'string' ? status : null
}

/** Sees a cancelation and what follows from it, on a pair of this check where there is one. */
export async function seeCancelation(round: Round, pair: readonly number[]): Promise<void> {
  const { sheet, say, send } = round
  const see = (what: string, judged: Judged) => sheet.see(SECTION, what, judged, HOPDRIVE)
  const [first, partner] = [pair[1], pair[0]]
  const made = round.made.find(({ id }) => id === first) ?? round.made[0]
  if (made === undefined) {
    see(`POST ${PATH}`, notTried('no move was made'))
    return
  }
  const canceled = await cancel(round, made)
  switch (canceled.kind) {
    case 'missing':
      see(`POST ${PATH}`, noAndBreaks(sayHeard(canceled.heard, say)))
      return
    case 'not ours':
      see(`POST ${PATH}`, notTried('the move does not show our reference'))
      return
    case 'asked':
      break
    default:
      canceled satisfies never
  }
  const { heard } = canceled
  const body = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  const status = body?.['cancel_status']
  see(`POST ${PATH}`, body === null ? noAndBreaks(sayHeard(heard, say)) : yes('200'))
  see('move_id', body?.['move_id'] === made.id ? yes('the number of the move') : otherAndBreaks('another, or none'))
  const isText = typeof status === 'string'
  see(
    'cancel_status',
    isText ? (status === 'pending' ? yes : other)(`string "${say(status)}"`) : otherAndBreaks('no string'),
  )
  const shown = await cancelStatus(round, made.id)
  const changed = shown !== null && !STANDS.includes(shown)
  see(
    'cancel_status in a fetch after it',
    (changed ? yes : otherAndBreaks)(shown === null ? 'null' : `string "${say(shown)}"`),
  )
  if (partner !== undefined && made.id === first) {
    const left = await cancelStatus(round, partner)
    const stays = left === null || STANDS.includes(left)
    const found = left === null ? 'null' : `string "${say(left)}"`
    sheet.see(SECTION, 'cancel_status of the other move of the pair', stays ? yes(found) : other(found))
  }
  const empty = await send('POST', PATH, '{}')
  const isRefused = empty.kind === 'answered' && empty.status >= 400 && empty.status < 500
  sheet.see(SECTION, 'without move_id', (isRefused ? yes : no)(sayHeard(empty, say)))
}

/** Asks for the cancelation of all that this check has made and that stands. */
export async function cancelAll(round: Round): Promise<void> {
  for (const made of round.made) {
    if (made.state === 'stands') await cancel(round, made)
  }
}
