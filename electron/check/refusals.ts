import { FLAT_REQUIRED, flatOneWay, fullPair, NESTED_REQUIRED, nestedOneWay, PAIR_REQUIRED } from './bodies.ts'
import { book, ONE_WAYS, PAIRS, type Booked } from './book.ts'
import { textWithout } from './json.ts'
import type { OneWay } from './one-ways.ts'
import { daysAhead, nextReference, type Round } from './round.ts'
import { no, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { wireOf } from './times.ts'
import { errorsOf, sayHeard } from './words.ts'

/*
 * Bodies that a remote should refuse. One without a required field may be booked all the same by a remote that checks
 * less: each such move is a real one, so after a few of them the rest is left alone.
 */

/** How many bodies without a required field are let be booked. */
export const MOST_BOOKED = 3

type Series = {
  readonly section: string
  readonly path: string
  readonly fields: readonly string[]
  readonly write: (reference: string) => object
}

/** Sends each body without one of its required fields: is it refused, how, and is the field named? */
export async function seeMissing(round: Round, pairs: boolean, oneWay: OneWay['form'] | null): Promise<void> {
  const at = wireOf(daysAhead(round))
  const both = (reference: string) =>
    fullPair({ profile: round.spoken, at }, { loaner: reference, customer: reference })
  const flat = (reference: string) => flatOneWay(at, reference)
  const nested = (reference: string) => nestedOneWay(at, reference)
  const series: readonly Series[] = [
    ...(pairs ? [{ section: '4.3', path: PAIRS, fields: PAIR_REQUIRED, write: both }] : []),
    ...(oneWay === 'flat' ? [{ section: '4.2', path: ONE_WAYS, fields: FLAT_REQUIRED, write: flat }] : []),
    ...(oneWay === 'nested'
      ? [{ section: 'hopdrive 5.1', path: ONE_WAYS, fields: NESTED_REQUIRED, write: nested }]
      : []),
  ]
  let taken = 0
  for (const { section, path, fields, write } of series) {
    for (const field of fields) {
      const reference = nextReference(round)
      const booked: Booked =
        taken === MOST_BOOKED
          ? { kind: 'untried', why: `${MOST_BOOKED} such bodies were booked` }
          : await book(round, path, textWithout(write(reference), field), [reference])
      if (booked.kind === 'booked') taken += 1
      round.sheet.see(section, `without ${field}`, judgeMissing(round, booked, field))
    }
  }
}

function judgeMissing({ sheet, say }: Round, booked: Booked, field: string): Judged {
  if (booked.kind === 'untried') return notTried(booked.why)
  const found = sayHeard(booked.heard, say)
  if (booked.kind === 'booked') return no(`${found}, booked`)
  if (booked.kind === 'unclear') return otherAndBreaks(`${found}: perhaps booked`)
  const errors = errorsOf(booked.heard)
  const last = field.split('.').at(-1) ?? field
  const hasParam = errors.some(({ param }) => typeof param === 'string')
  sheet.see('hopdrive 3.2', 'errors[].param', hasParam ? yes('string') : no('absent'))
  const names = errors.some(
    ({ param, message }) => param === field || (typeof message === 'string' && message.includes(last)),
  )
  return names ? yes(`${found}, names it`) : other(`${found}, does not name it`)
}

const LARGE = JSON.stringify({ filler: ' '.repeat(1024 * 1024) })

/** Requests in which no booking is: another type, broken JSON, a body of more than 1 MB (sections 7 and 8). */
export async function seeBroken(round: Round): Promise<void> {
  for (const path of [ONE_WAYS, PAIRS]) {
    for (const [section, said, body, status, type] of [
      ['7', 'text/plain', '{}', 415, 'text/plain'],
      ['7', 'broken JSON', '{"move": {', 400, 'application/json'],
      ['8', 'over 1 MB', LARGE, 413, 'application/json'],
    ] as const) {
      const booked = await book(round, path, body, [], type)
      round.sheet.see(section, `POST ${path}, ${said}`, judgeBroken(round, booked, status))
    }
  }
}

function judgeBroken({ say }: Round, booked: Booked, wanted: number): Judged {
  if (booked.kind === 'untried') return notTried(booked.why)
  const { heard } = booked
  const found = sayHeard(heard, say)
  if (heard.kind === 'answered' && heard.status >= 200 && heard.status < 300) return no(found)
  return heard.kind === 'answered' && heard.status === wanted ? yes(found) : other(found)
}
