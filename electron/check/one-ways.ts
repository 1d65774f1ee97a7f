import { DESTINATION_ZIP, flatOneWay, nestedOneWay } from './bodies.ts'
import { book, judgeBooked, ONE_WAYS, type Booked } from './book.ts'
import { CHANGING } from './forms.ts'
import { differences, leavesOf, valueAt, type Json } from './json.ts'
import { fetchMove, formOf, seeLinks, seeOwn, seeSingle, seeWithoutVersion } from './read.ts'
import { daysAhead, nextReference, type Round } from './round.ts'
import { BASELINE, HOPDRIVE, notTried, other, otherAndBreaks, yes, type Judged } from './sheet.ts'
import { readTime, wireOf } from './times.ts'

/** A one-way that was made, in the form that the remote takes. */
export type OneWay = { readonly form: 'flat' | 'nested'; readonly id: number; readonly body: Json }

/** Makes a one-way flat (4.2) and, when that is refused, nested (provider.md 5.1); null when neither was made. */
export async function makeOneWay(round: Round): Promise<OneWay | null> {
  const at = wireOf(daysAhead(round))
  const { see } = round.sheet
  const reference = nextReference(round)
  const flat = flatOneWay(at, reference)
  const booked = await book(round, ONE_WAYS, JSON.stringify(flat), [reference])
  see('4.2', 'POST /v1/one-way-moves, flat', judgeBooked(booked, round), BASELINE)
  if (booked.kind !== 'refused') {
    const why = booked.kind === 'booked' ? 'the flat one was taken' : 'the flat one was not refused'
    see('hopdrive 5.1', 'POST /v1/one-way-moves, nested', notTried(why))
    return seeMade(round, 'flat', booked, flat)
  }
  const second = nextReference(round)
  const nested = nestedOneWay(at, second)
  const again = await book(round, ONE_WAYS, JSON.stringify(nested), [second])
  see('hopdrive 5.1', 'POST /v1/one-way-moves, nested', judgeBooked(again, round), HOPDRIVE)
  return seeMade(round, 'nested', again, nested)
}

/** Where the answer has the fields of a flat body. */
const FLAT_AT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['dealer_contact', 'special_instructions', 'reference_id'].map((name) => [name, `move.${name}`]),
  ),
  ...Object.fromEntries(
    ['stock', 'vin', 'year', 'make', 'model', 'color', 'manual'].map((name) => [name, `move.vehicle.${name}`]),
  ),
  ...Object.fromEntries(
    ['name', 'address_one', 'address_two', 'city', 'state', 'zip'].map((name) => [name, `pickup_location.${name}`]),
  ),
}

/** Where an answer has a field of the request: a nested one's places stand beside `move` (provider.md 6.1). */
function placeOf(form: OneWay['form'], path: string): string {
  return form === 'flat' ? (FLAT_AT[path] ?? path) : path.replace(/^move\.(\w+_location\.)/, '$1')
}

const SECTION = { flat: '4.2', nested: 'hopdrive 5.1' } as const

async function seeMade(round: Round, form: OneWay['form'], booked: Booked, sent: object): Promise<OneWay | null> {
  if (booked.kind !== 'booked') return null
  const { body: created } = booked
  const { see } = round.sheet
  const [id] = booked.ids
  if (id === undefined) return null
  const places = new Map(leavesOf(sent).map(([path, value]) => [placeOf(form, path), value] as const))
  const isForm = formOf(created) === 'single'
  see(SECTION[form], 'the answer has the form of 2.4', isForm ? yes('2.4') : other('another'))
  if (isForm) seeSingle(round, created, { sent: places, id })
  const body = await fetchMove(round, id)
  if (body === null) return { form, id, body: created }
  seeSingle(round, body, { sent: places, id })
  const differ = differences(body, created, CHANGING)
  const same = differ.length === 0 ? yes('the same') : other(round.say(differ.join(', ')))
  see('4.1', 'a one-way is read as it was answered', same)
  seeSent(round, form, sent, body)
  const move = seeOwn(round, body, id)
  if (move !== null) {
    await seeLinks(round, move)
    await seeWithoutVersion(round, id, body)
  }
  return { form, id, body }
}

/** Each field of the request, by what a fetch shows of it. */
function seeSent({ sheet }: Round, form: OneWay['form'], sent: object, body: Json): void {
  const section = SECTION[form]
  const needs = form === 'flat' ? BASELINE : HOPDRIVE
  for (const [path, value] of leavesOf(sent)) {
    sheet.see(section, path, judgeSent(body, placeOf(form, path), value), needs)
  }
  const destination = valueAt(body, 'delivery_location.full_address')
  const arrives = typeof destination === 'string' && destination.includes(DESTINATION_ZIP)
  const what = form === 'flat' ? 'a last line Destination: in special_instructions' : 'the destination'
  sheet.see(section, what, arrives ? yes('delivery_location') : other('not in delivery_location'))
}

/** An address is answered as one line that the provider's map wrote (2.3), so its parts are looked for in that. */
function judgeSent(body: Json, place: string, sent: unknown): Judged {
  const [holder, name] = place.split('.')
  if (holder?.endsWith('_location') === true && name !== 'name') {
    const line = valueAt(body, `${holder}.full_address`)
    const isIn = typeof line === 'string' && line.toLowerCase().includes(String(sent).toLowerCase())
    return isIn ? yes('in full_address') : other('not in full_address')
  }
  const value = valueAt(body, place)
  const [one, two] = [value, sent].map((text) => (typeof text === 'string' ? readTime(text) : null))
  if (one && two) return one.ms === two.ms ? yes('the same time') : otherAndBreaks('another time')
  return value === sent ? yes('as sent') : otherAndBreaks(value === undefined ? 'absent' : 'other than was sent')
}
