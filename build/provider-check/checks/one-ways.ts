import { DESTINATION_ZIP, ONE_WAY_FORMS, type OneWayForm } from '../fixtures.ts'
import { leavesOf, valueAt, type JsonObject } from '../json-paths.ts'
import { prefers, requires, skipped, type CheckResult } from '../report-table.ts'
import { bookingTime, nextReference, type RunContext } from '../run-context.ts'
import { parseTime } from '../times.ts'
import { book, checkBookedResponse, ONE_WAYS, type BookingResult } from './booking.ts'
import { checkFields, formOf, isSingleField } from './fields.ts'
import { checkOwnMove, checkSameAsCreated, fetchMove } from './read.ts'

/** A one-way of this check, in the form that the remote takes. */
export type OneWay = { readonly form: OneWayForm; readonly id: number }

/**
 * Books a one-way in the flat form and, when the remote refuses that, in the nested form; null when neither is booked.
 */
export async function createOneWay(run: RunContext): Promise<OneWay | null> {
  const flat = await bookAs(run, 'flat')
  if (flat.booking.kind === 'refused') return checkCreated(run, 'nested', await bookAs(run, 'nested'))
  const reason = flat.booking.kind === 'booked' ? 'the flat one was taken' : 'the flat one was not refused'
  run.table.add(ONE_WAY_FORMS.nested.section, `POST ${ONE_WAYS}, nested`, skipped(reason))
  return checkCreated(run, 'flat', flat)
}

type Attempt = { readonly booking: BookingResult; readonly sent: object }

async function bookAs(run: RunContext, form: OneWayForm): Promise<Attempt> {
  const { section, profile, write } = ONE_WAY_FORMS[form]
  const reference = nextReference(run)
  const sent = write(bookingTime(run), reference)
  const booking = await book(run, ONE_WAYS, sent, [reference])
  run.table.add(section, `POST ${ONE_WAYS}, ${form}`, checkBookedResponse(booking, run), [profile])
  return { booking, sent }
}

/** Returns the path at which an answer shows a field of the request. */
function placeOf(form: OneWayForm, path: string): string {
  // The locations are beside `move` in an answer, and inside `move` in a nested request.
  if (form === 'nested') return path.replace(/^move\.(\w+_location\.)/, '$1')
  const holder = ['', 'move.', 'move.vehicle.'].find((prefix) => isSingleField(prefix + path))
  return `${holder ?? 'pickup_location.'}${path}`
}

async function checkCreated(run: RunContext, form: OneWayForm, { booking, sent }: Attempt): Promise<OneWay | null> {
  const id = booking.kind === 'booked' ? booking.ids[0] : undefined
  if (booking.kind !== 'booked' || id === undefined) return null
  const expected = { sent: new Map(leavesOf(sent).map(([path, value]) => [placeOf(form, path), value])), id }
  const isSingle = formOf(booking.body) === 'single'
  run.table.add(ONE_WAY_FORMS[form].section, 'the answer has the form of 2.4', prefers(isSingle, '2.4', 'another'))
  if (isSingle) checkFields(run, 'single', booking.body, expected)
  const body = await fetchMove(run, id)
  if (body !== null) {
    checkFields(run, 'single', body, expected)
    checkSameAsCreated(run, '4.1', 'a one-way is read as it was answered', body, booking.body)
    checkSent(run, form, sent, body)
    await checkOwnMove(run, body, id)
  }
  return { form, id }
}

/** Adds a row for each field of the request, and one for the destination, that says whether a fetch shows the value. */
function checkSent({ table }: RunContext, form: OneWayForm, sent: object, body: JsonObject): void {
  const { section, profile } = ONE_WAY_FORMS[form]
  for (const [path, value] of leavesOf(sent)) {
    table.add(section, path, checkSentField(body, placeOf(form, path), value), [profile])
  }
  const arrives = String(valueAt(body, 'delivery_location.full_address')).includes(DESTINATION_ZIP)
  const what = form === 'flat' ? 'a last line Destination: in special_instructions' : 'the destination'
  table.add(section, what, prefers(arrives, 'delivery_location', 'not in delivery_location'))
}

/** The provider returns an address as one line, so the check looks for each part of the sent address in that line. */
function checkSentField(body: JsonObject, place: string, sent: unknown): CheckResult {
  const part = /^(\w+_location)\.(?!name$)/.exec(place)
  if (part !== null) {
    const line = String(valueAt(body, `${part[1]}.full_address`)).toLowerCase()
    return prefers(line.includes(String(sent).toLowerCase()), 'in full_address', 'not in full_address')
  }
  const value = valueAt(body, place)
  const wrong = value === undefined ? 'absent' : 'other than was sent'
  return requires(isSame(value, sent), parseTime(sent) === null ? 'as sent' : 'the same time', wrong)
}

/** Equal, or the same time in another form. */
export function isSame(one: unknown, other: unknown): boolean {
  const [left, right] = [parseTime(one), parseTime(other)]
  return left !== null && right !== null ? left.ms === right.ms : one === other
}
