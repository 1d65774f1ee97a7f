import { Stopped, type Heard } from './ask.ts'
import { asObject, leavesOf, type Json } from './json.ts'
import { movesIn, ownMove } from './read.ts'
import type { Made, Round } from './round.ts'
import { noAndBreaks, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { sayHeard } from './words.ts'

/** What became of a request that may make a move. */
export type Booked =
  | { readonly kind: 'booked'; readonly heard: Heard; readonly body: Json; readonly ids: readonly number[] }
  | { readonly kind: 'refused'; readonly heard: Heard }
  /** It may have made a move or not, as nothing says. */
  | { readonly kind: 'unclear'; readonly heard: Heard }
  | { readonly kind: 'untried'; readonly why: string }

const UNCLEAR_BEFORE = 'a request before it had no clear answer'

export const ONE_WAYS = '/v1/one-way-moves'
export const PAIRS = '/v1/concierge-loaner-moves'

/**
 * Sends one body that may make a move, once, and keeps count of what it made. After a request whose outcome is not clear
 * nothing more is sent: whoever has to look for moves at the provider should not have to look for many.
 */
export async function book(
  round: Round,
  path: string,
  body: string,
  references: readonly string[],
  contentType?: string,
): Promise<Booked> {
  if (round.unclear.length > 0) return { kind: 'untried', why: UNCLEAR_BEFORE }
  try {
    const booked = readBooked(await round.send('POST', path, body, contentType))
    if (booked.kind === 'unclear') round.unclear.push(...references)
    if (booked.kind === 'booked') {
      for (const id of booked.ids) keep(round, id, references)
    }
    return booked
  } catch (error) {
    if (error instanceof Stopped) round.unclear.push(...references)
    throw error
  }
}

function keep({ made }: Round, id: number, references: readonly string[]): void {
  const known = made.find((one) => one.id === id)
  if (known === undefined) made.push({ id, references: new Set(references), state: 'stands' })
  else for (const reference of references) known.references.add(reference)
}

/** Statuses of 400 to 499 that do not say that nothing was done. */
const SAY_NOTHING = [408, 425]

function readBooked(heard: Heard): Booked {
  if (heard.kind === 'silent')
    return heard.code === 'ECONNREFUSED' ? { kind: 'refused', heard } : { kind: 'unclear', heard }
  const { status } = heard
  if (status >= 400 && status < 500 && !SAY_NOTHING.includes(status)) return { kind: 'refused', heard }
  const body = asObject(heard.json)
  const ids = body === null ? [] : numbersIn(body)
  if (status < 200 || status >= 300 || body === null || ids.length === 0) return { kind: 'unclear', heard }
  return { kind: 'booked', heard, body, ids }
}

function numbersIn(body: Json): readonly number[] {
  const numbers = [body, ...movesIn(body)].flatMap((move) => [move['id'], move['move_id']])
  return [...new Set(numbers.filter((one): one is number => Number.isSafeInteger(one) && Number(one) > 0))]
}

export function judgeBooked(booked: Booked, { say }: Round): Judged {
  switch (booked.kind) {
    case 'booked': {
      const found = sayHeard(booked.heard, say)
      return found === '200' ? yes(found) : other(found)
    }
    case 'refused':
      return noAndBreaks(sayHeard(booked.heard, say))
    case 'unclear':
      return otherAndBreaks(`${sayHeard(booked.heard, say)}: perhaps booked`)
    case 'untried':
      return notTried(booked.why)
    default:
      return booked satisfies never
  }
}

/**
 * Whether a number means a move that this check made: a fetch must show it with one of our references. A remote that answered with somebody else's number must not make us change or cancel that one's move.
 */
export async function isOurs({ send }: Round, { id, references }: Made): Promise<boolean> {
  const heard = await send('GET', `/v1/moves/${id}`)
  const body = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  const move = body === null ? null : ownMove(body, id)
  if (move === null) return false
  const isReference = ([path, value]: readonly [string, unknown]) =>
    /(^|\.)reference_(id|num)$/.test(path) && typeof value === 'string' && references.has(value)
  return leavesOf(move).some(isReference)
}
