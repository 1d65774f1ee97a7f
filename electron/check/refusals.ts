import { FLAT_REQUIRED, flatOneWay, fullPair, NESTED_REQUIRED, nestedOneWay, PAIR_REQUIRED } from './bodies.ts'
import { book, ONE_WAYS, PAIRS } from './book.ts'
import { textWithout } from './json.ts'
import type { OneWay } from './one-ways.ts'
import { daysAhead, nextReference, type Round } from './round.ts'
import { no, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { wireOf } from './times.ts'
import { errorsOf, sayHeard } from './words.ts'
import type { Heard } from './ask.ts'

/*
 * Bodies that a remote should refuse. One without a required field may be booked all the same by a remote that checks
 * less: each such move is a real one, so after a few of them the rest is left alone.
 */

const MOST_BOOKED = 3

/** Sends each body without one of its required fields: is it refused, how, and is the field named? */
export async function seeMissing(round: Round, pairs: boolean, oneWay: OneWay['form'] | null): Promise<void> {
  const at = wireOf(daysAhead(round))
  const { profile, begin } = { profile: round.spoken, begin: round.made.length }
  const send = async (
    section: string,
    path: string,
    fields: readonly string[],
    write: (reference: string) => object,
  ) => {
    for (const field of fields) {
      const what = `without ${field}`
      if (round.made.length - begin >= MOST_BOOKED) {
        round.sheet.see(section, what, notTried(`${MOST_BOOKED} moves were booked so`))
        continue
      }
      const reference = nextReference(round)
      const booked = await book(round, path, textWithout(write(reference), field), [reference])
      round.sheet.see(
        section,
        what,
        booked.kind === 'untried' ? notTried(booked.why) : judgeRefused(round, booked, field),
      )
    }
  }
  const both = (reference: string) => fullPair({ profile, at }, { loaner: reference, customer: reference })
  if (pairs) await send('4.3', PAIRS, PAIR_REQUIRED, both)
  if (oneWay === 'flat') await send('4.2', ONE_WAYS, FLAT_REQUIRED, (reference) => flatOneWay(at, reference))
  if (oneWay === 'nested')
    await send('hopdrive 5.1', ONE_WAYS, NESTED_REQUIRED, (reference) => nestedOneWay(at, reference))
}

function judgeRefused(
  { sheet, say }: Round,
  booked: { readonly kind: 'booked' | 'refused' | 'unclear'; readonly heard: Heard },
  field: string,
): Judged {
  const found = sayHeard(booked.heard, say)
  if (booked.kind === 'booked') return no(`${found}, booked`)
  if (booked.kind === 'unclear') return otherAndBreaks(`${found}: perhaps booked`)
  const errors = errorsOf(booked.heard)
  const last = field.split('.').at(-1) ?? field
  const names = errors.some(
    ({ param, message }) => param === field || (typeof message === 'string' && message.includes(last)),
  )
  const hasParam = errors.some(({ param }) => typeof param === 'string')
  sheet.see('hopdrive 3.2', 'errors[].param', hasParam ? yes('string') : no('absent'))
  return names ? yes(`${found}, names it`) : other(`${found}, does not name it`)
}

/** Requests that hold no booking at all, so that no remote can make one of them: type, JSON, size (sections 7 and 8). */
export async function seeBroken({ send, sheet, say }: Round): Promise<void> {
  const judge = (heard: Heard, wanted: number): Judged => {
    const found = sayHeard(heard, say)
    if (heard.kind !== 'answered' || heard.status >= 500) return other(found)
    if (heard.status >= 200 && heard.status < 300) return no(found)
    return heard.status === wanted ? yes(found) : other(found)
  }
  for (const url of [ONE_WAYS, PAIRS]) {
    const plain = await send('POST', url, '{}', 'text/plain')
    sheet.see('7', `POST ${url}, text/plain`, judge(plain, 415))
    sheet.see('7', `POST ${url}, broken JSON`, judge(await send('POST', url, '{"move": {'), 400))
    const large = JSON.stringify({ filler: ' '.repeat(1024 * 1024) })
    sheet.see('8', `POST ${url}, over 1 MB`, judge(await send('POST', url, large), 413))
  }
}
