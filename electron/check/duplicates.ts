import { CASES, honours, type Evidence } from '../../shared/contract.ts'
import { flatOneWay, fullPair, nestedOneWay, REFERENCE_FIELD } from './bodies.ts'
import { book, ONE_WAYS, PAIRS, type Booked } from './book.ts'
import { cancel } from './cancel.ts'
import { asObject } from './json.ts'
import type { OneWay } from './one-ways.ts'
import { ownMove } from './read.ts'
import { daysAhead, nextReference, type Round } from './round.ts'
import { HOPDRIVE, noAndBreaks, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { wireOf } from './times.ts'
import { errorCodeOf, sayHeard } from './words.ts'

/*
 * `duplicate_check` (provider.md 5.2), the guard that lets a booking be sent again. A one-way first: where the same body
 * is taken twice, no more is made.
 */

const SECTION = 'hopdrive 5.2'

const SAID: Readonly<Record<Evidence['seen'], string>> = {
  'one-way': 'a one-way with duplicate_check',
  'one-way-again': 'the same one-way again',
  'one-way-stands': 'the first one-way stands',
  pair: 'a pair with duplicate_check',
  'pair-again': 'the same pair again',
  'pair-stands': 'the first pair stands',
  'letter-case': 'the same reference in other letters',
  'after-cancelation': 'the same reference after a cancelation',
}

/** Sees how the remote keeps to `duplicate_check` and gives what was seen, in order. */
export async function seeDuplicates(round: Round, oneWay: OneWay['form'] | null): Promise<readonly Evidence[]> {
  const evidence: Evidence[] = []
  const keep = (seen: Evidence) => evidence.push(seen)
  if (oneWay !== null) await repeatOneWay(round, oneWay, keep)
  for (const seen of CASES) {
    const one = evidence.find((each) => each.seen === seen)
    if (one === undefined)
      round.sheet.see(SECTION, SAID[seen], notTried(oneWay === null ? 'no one-way was made' : 'not reached'))
  }
  const found = honours(evidence) ? yes('honoured') : noAndBreaks('not honoured')
  round.sheet.see(SECTION, 'duplicate_check', oneWay === null ? notTried('no one-way was made') : found, HOPDRIVE)
  return evidence
}

type Keep = (seen: Evidence) => void

async function repeatOneWay(round: Round, form: OneWay['form'], keep: Keep): Promise<void> {
  const at = wireOf(daysAhead(round))
  const reference = nextReference(round)
  const write = (named: string) =>
    form === 'flat'
      ? { ...flatOneWay(at, named), duplicate_check: REFERENCE_FIELD.baseline }
      : { ...nestedOneWay(at, named), duplicate_check: REFERENCE_FIELD.hopdrive }
  const send = (named: string) => book(round, ONE_WAYS, JSON.stringify(write(named)), [named])

  if (!(await repeat(round, 'one-way', () => send(reference), keep))) return
  if (!(await repeatPair(round, keep))) return

  const small = await send(reference.toLowerCase())
  see(round, keep, 'letter-case', small, null, small.kind === 'refused' ? yes : other)
  const first = round.made.find(({ references }) => references.has(reference))
  const canceled = first === undefined ? null : await cancel(round, first)
  if (first === undefined || canceled?.kind !== 'asked') return
  const after = await send(reference)
  const judge = after.kind === 'booked' ? yes : other
  see(round, keep, 'after-cancelation', after, null, (found) => judge(`${found} (${first.state})`))
}

function repeatPair(round: Round, keep: Keep): Promise<boolean> {
  const [loaner, customer] = [nextReference(round), nextReference(round)]
  const speech = { profile: round.spoken, at: wireOf(daysAhead(round)) }
  const body = { ...fullPair(speech, { loaner, customer }), duplicate_check: REFERENCE_FIELD[round.spoken] }
  return repeat(round, 'pair', () => book(round, PAIRS, JSON.stringify(body), [loaner, customer]), keep)
}

/** Sends one body twice, one after the other: true when the second was refused as a duplicate and the first stands. */
async function repeat(
  round: Round,
  kind: 'one-way' | 'pair',
  send: () => Promise<Booked>,
  keep: Keep,
): Promise<boolean> {
  const first = await send()
  see(round, keep, kind, first, first.kind === 'booked', first.kind === 'booked' ? yes : otherAndBreaks)
  if (first.kind !== 'booked') return false
  const again = await send()
  const refused = again.kind === 'refused' && codeOf(again) === 'move_duplication'
  see(round, keep, `${kind}-again`, again, refused, refused ? yes : noAndBreaks)
  const standing = await Promise.all(first.ids.map((id) => stands(round, id)))
  const all = standing.every(Boolean)
  const seen = `${kind}-stands` as const
  keep({ seen, status: null, code: null, moves: first.ids, agrees: all })
  round.sheet.see(SECTION, SAID[seen], all ? yes('stands') : otherAndBreaks('not there, or canceled'), HOPDRIVE)
  return refused && all
}

function codeOf(booked: Booked): string | null {
  return booked.kind === 'untried' ? null : (errorCodeOf(booked.heard)?.toLowerCase() ?? null)
}

async function stands({ send }: Round, id: number): Promise<boolean> {
  const heard = await send('GET', `/v1/moves/${id}`)
  const body = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  const status = body === null ? undefined : ownMove(body, id)?.['cancel_status']
  return status === null || status === 'not cancelled'
}

function see(
  round: Round,
  keep: Keep,
  seen: Evidence['seen'],
  booked: Booked,
  agrees: boolean | null,
  judge: (found: string) => Judged,
): void {
  if (booked.kind === 'untried') {
    round.sheet.see(SECTION, SAID[seen], notTried(booked.why), HOPDRIVE)
    return
  }
  const { heard } = booked
  const status = heard.kind === 'answered' ? heard.status : null
  const code = codeOf(booked)
  const moves = booked.kind === 'booked' ? booked.ids : []
  keep({ seen, status, code: code === null ? null : round.say(code), moves, agrees })
  const words = sayHeard(heard, round.say)
  round.sheet.see(SECTION, SAID[seen], judge(booked.kind === 'booked' ? `${words}, booked` : words), HOPDRIVE)
}
