import { fullPair, REFERENCE_FIELD, sentHalf, sentPair, sparePair } from './bodies.ts'
import { book, judgeBooked, PAIRS, type Booked } from './book.ts'
import { CHANGING } from './forms.ts'
import { differences, valueAt, type Json } from './json.ts'
import { fetchMove, formOf, seeLinks, seeOwn, seePair, seeSingle, seeWithoutVersion } from './read.ts'
import { daysAhead, nextReference, type Round } from './round.ts'
import { notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { readTime, wireOf } from './times.ts'

/** Makes a pair for each action (4.3), reads both moves of each, and holds every answer against what was sent. */
export async function makePairs(round: Round): Promise<{ readonly full: Booked; readonly spare: Booked }> {
  const speech = { profile: round.spoken, at: wireOf(daysAhead(round)) }
  const full = await makePair(round, (references) => fullPair(speech, references))
  const spare = await makePair(round, (references) => sparePair(speech, references))
  const { see } = round.sheet
  see('4.3', 'POST /v1/concierge-loaner-moves, pickup', judgeBooked(full, round))
  see('4.3', 'POST /v1/concierge-loaner-moves, return', judgeBooked(spare, round))
  seeLeftOut(round, spare)
  return { full, spare }
}

type References = { readonly loaner: string; readonly customer: string }

async function makePair(round: Round, write: (references: References) => object): Promise<Booked> {
  const references = { loaner: nextReference(round), customer: nextReference(round) }
  const sent = write(references)
  const booked = await book(round, PAIRS, JSON.stringify(sent), [references.loaner, references.customer])
  if (booked.kind !== 'booked') return booked
  const { body } = booked
  seePair(round, body, sentPair(sent))
  seeReferences(round, body, references)
  round.sheet.see('2.5', 'ready_by_time_utc before appointment_time_utc', judgeOrder(body))
  for (const path of ['loaner_move', 'customer_move'] as const) {
    const id = valueAt(body, `${path}.move_id`)
    if (typeof id === 'number') await readHalf(round, { id, path, sent, created: body })
  }
  return booked
}

/** Each move carries its own reference (4.3, provider.md 5.2): by it a booking is known again. */
function seeReferences({ sheet, spoken }: Round, body: Json, { loaner, customer }: References): void {
  const section = spoken === 'baseline' ? '4.3' : 'hopdrive 5.2'
  for (const [holder, sent] of [
    ['loaner_move', loaner],
    ['customer_move', customer],
  ] as const) {
    const path = `${holder}.${REFERENCE_FIELD[spoken]}`
    sheet.see(section, path, valueAt(body, path) === sent ? yes('as sent') : otherAndBreaks('other than was sent'))
  }
}

function judgeOrder(body: Json): Judged {
  const [ready, appointment] = ['ready_by_time_utc', 'appointment_time_utc'].map((name) => {
    const value = body[name]
    return typeof value === 'string' ? readTime(value) : null
  })
  if (!ready || !appointment) return other('no times')
  return ready.ms < appointment.ms ? yes('before') : otherAndBreaks('not before')
}

type Half = {
  readonly id: number
  readonly path: 'loaner_move' | 'customer_move'
  readonly sent: object
  readonly created: Json
}

/** A move of a pair is read by itself (2.4), or as the pair that it belongs to (provider.md 6.1). */
async function readHalf(round: Round, { id, path, sent, created }: Half): Promise<void> {
  const { see } = round.sheet
  const body = await fetchMove(round, id)
  if (body === null) return
  const form = formOf(body)
  see(
    '4.1',
    'a move of a pair is read by itself',
    form === 'single' ? yes('2.4') : other(form === null ? 'neither form' : 'the pair'),
  )
  see('hopdrive 6.1', 'a move of a pair is read as the pair', form === 'pair' ? yes('2.5') : other('by itself'), [])
  if (form === null) see('4.1', 'a move is read as 2.4 or 2.5 has it', otherAndBreaks('neither'))
  if (form === 'single') seeSingle(round, body, { id, sent: sentHalf(sent, path) })
  if (form === 'pair') {
    seePair(round, body, sentPair(sent))
    const differ = differences(body, created, CHANGING)
    see(
      'hopdrive 6.1',
      'a pair is read as it was answered',
      differ.length === 0 ? yes('the same') : other(round.say(differ.join(', '))),
    )
  }
  const move = seeOwn(round, body, id)
  if (move === null || path === 'loaner_move') return
  await seeLinks(round, move)
  await seeWithoutVersion(round, id, body)
}

/** The optional fields of 4.3, by what became of a pair that left them out. */
const OPTIONAL = ['loaner_move', 'customer_move'].flatMap((holder) => [
  ...['dealer_contact', 'special_instructions', 'pickup_location.address_two'].map((name) => `${holder}.${name}`),
  ...['stock', 'vin', 'year', 'color'].map((name) => `${holder}.vehicle.${name}`),
])
const OF_LOANER = ['', '.make', '.model', '.manual'].map((name) => `loaner_move.vehicle${name}`)

function seeLeftOut({ sheet, say }: Round, spare: Booked): void {
  for (const path of [...OPTIONAL, ...OF_LOANER]) {
    const judged =
      spare.kind === 'booked' ? yes('taken') : spare.kind === 'untried' ? notTried(say(spare.why)) : other('not taken')
    sheet.see('4.3', `without ${path}`, judged)
  }
}
