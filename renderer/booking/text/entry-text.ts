import { assertNever } from '../../../shared/result.ts'
import type { Mismatch } from '../../../shared/move/mismatch.ts'
import type { BookedMoves, WaitReason } from '../../../shared/move/move.ts'
import type { HoldReason } from '../../../shared/outbox/machine.ts'
import type { FieldValue } from '../../../shared/outbox/fields.ts'
import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { fieldLabel } from './field-labels.ts'
import { providerByPhone, providerToCall } from './phone-text.ts'

/** Sentences made of the code and the fields of an outbox entry. */

type Entry = BookedMoves['entry']

/** Describes what brought the entry to its state; null if the state itself says enough. */
export function entryReason(booking: Pick<BookedMoves, 'state' | 'entry' | 'time'>, now: UtcInstant): string | null {
  const { state, entry } = booking
  switch (state) {
    case 'waiting':
    case 'sending':
    case 'booked':
    case 'withdrawn':
    case 'placed-by-phone':
      return null
    case 'booked-awaiting-number':
      if (entry.code === 'half-found') return HALF_FOUND
      if (entry.code === 'move-duplication') return PROVED_BY_DUPLICATE
      return entry.code === 'number-wrong' ? describeWrongNumber(entry, booking.time.zone) : null
    case 'refused':
      return entry.code === 'refused' ? describeRejection(entry) : null
    case 'in-doubt':
      return inDoubtReason(entry, booking.time.zone)
    case 'held':
      return heldReason(entry, booking.time.zone, now)
    default:
      return assertNever(state)
  }
}

const HALF_FOUND = 'The provider has it. The number of its other move is not known yet: ask for it and enter it here.'
const PROVED_BY_DUPLICATE = 'The provider has it: it refused to take it twice. Ask for its number and enter it here.'

/** Describes why a waiting booking is not sent. */
export function describeWait(wait: WaitReason): string {
  switch (wait.code) {
    case 'other-provider':
      return `It was made for another provider (${wait.address}), and is sent to no other. Withdraw it, or connect that one again.`
    case 'blocked':
      return 'Waits until another booking for the same vehicle or repair order is settled.'
    default:
      return assertNever(wait)
  }
}

function askByPhone(): string {
  return `It may be booked: do not book it again. Ask ${providerByPhone()}, with the reference below.`
}

function inDoubtReason(entry: Entry, zone: string): string | null {
  const { code, fields } = entry
  if (fields['resent'] === true) return `${STILL_UNRESOLVED} ${askByPhone()}`
  if (code === 'number-wrong') return describeWrongNumber(entry, zone)
  if (code === 'unverified' || (code === 'interrupted' && fields['recovered'] === true))
    return `${RECOVERED} ${askByPhone()}`
  const happened = describeLastAttempt(entry)
  return happened === null ? null : `${happened} ${askByPhone()}`
}

const STILL_UNRESOLVED = 'It was asked for once more and not taken, which says nothing of the first time.'
const RECOVERED =
  'The bookings on this PC were damaged or gone and were brought back, and it cannot be told whether this one was sent.'
const DUPLICATE_IN_PROGRESS =
  'The provider already has a move in progress with this reference. Compare the two before booking it again.'

function describeLastAttempt({ code, fields, providerMessage }: Entry): string | null {
  const words = providerMessage?.split('\n').join('; ') ?? ''
  const quoted = words === '' ? '' : `“${words.slice(0, MAX_QUOTE_CHARACTERS)}”`
  switch (code) {
    case 'no-answer':
    case 'connection-lost':
      return 'Sent, and no answer came.'
    case 'redirect':
      return 'The provider sends us to another address. Call support.'
    case 'server-error':
      return 'Sent, and the provider had a fault.'
    case 'answer-unreadable': {
      const numbers = listOf(fields['numbers'])
      const named = numbers.length === 0 ? '' : ` It names move ${numbers.join(' and ')}.`
      return `Sent, and the answer could not be believed.${named}`
    }
    case 'request-timeout':
      return `Sent, and the provider stopped listening${quoted === '' ? '' : `: ${quoted}`}.`
    case 'intermediary-response':
      if (fields['page'] === true) {
        return `A web page${quoted === '' ? '' : ` (${quoted})`} answered in place of the provider: probably not booked.`
      }
      return quoted === ''
        ? 'The provider answered with an error that does not say whether it is booked.'
        : `The provider answered ${quoted}, which does not say for certain whether it is booked.`
    case 'move-duplication':
      return DUPLICATE_IN_PROGRESS
    case 'interrupted':
      return 'Lanekeeper ended while this was being sent.'
    case 'unknown': {
      const status = fields['status']
      const isClientError = typeof status === 'number' && status >= 400 && status < 500
      if (!isClientError) return 'Sent, and the answer made no sense.'
      return quoted === ''
        ? 'The provider answered with an error that this desk does not know.'
        : `The provider answered ${quoted}, which does not say for certain whether it is booked.`
    }
    case 'booked':
    case 'refused':
    case 'forbidden':
    case 'endpoint-not-found':
    case 'not-sent':
    case 'token-refused':
    case 'provider-busy':
    case 'misdirected-request':
    case 'unverified':
    case 'too-late':
    case 'zone-changed':
    case 'send-by-passed':
    case 'clock-disputed':
    case 'possible-duplicate':
    case 'unreadable':
    case 'crashed':
    case 'save-unacknowledged':
    case 'withdrawn':
    case 'found':
    case 'half-found':
    case 'number-reported':
    case 'number-wrong':
    case 'placed-by-phone':
    case null:
      return null
    default:
      return assertNever(code)
  }
}

const MAX_QUOTE_CHARACTERS = 300

function listOf(value: FieldValue | undefined): readonly (string | number | null)[] {
  return Array.isArray(value) ? value : []
}

/** Meanings of the provider's error codes, worded to follow a colon. */
const REJECTIONS: Readonly<Record<string, string>> = {
  address_invalid: 'an address cannot be used',
  outside_region: 'it does not drive there: both addresses lie outside its regions',
  field_invalid: 'something in it cannot be used',
  field_missing: 'something in it is missing',
  google_place_id_invalid: 'a place is not known',
  move_invalid: 'a move number cannot be used',
  pickup_location_required: 'the place of the pickup is missing',
  request_invalid: 'it calls the request invalid',
}

/**
 * Describes each error code with its field and the provider's own message. `codes`, `params` and the lines of
 * `providerMessage` share one order.
 */
function describeRejection({ fields, providerMessage }: Entry): string {
  const params = listOf(fields['params'])
  const messages = (providerMessage ?? '').split('\n')
  const words = listOf(fields['codes']).map((code, place) => {
    const param = params[place]
    const details = [typeof param === 'string' ? fieldLabel(param) : '', messages[place] ?? ''].filter(
      (part) => part !== '',
    )
    return `${REJECTIONS[String(code)] ?? String(code)}${details.length === 0 ? '' : ` (${details.join(': ')})`}`
  })
  const sentence = `The provider did not accept this booking: ${words.join('; ')}`.slice(0, 1000)
  return sentence.endsWith('.)') ? sentence : `${sentence}.`
}

function heldReason({ code, fields }: Entry, zone: string, now: UtcInstant): string | null {
  switch (code) {
    case 'forbidden':
      return 'This account may not book. Ask your administrator.'
    case 'endpoint-not-found':
      return 'The provider does not know this kind of booking. The app or its settings are out of date.'
    case 'move-duplication':
      return DUPLICATE_IN_PROGRESS
    case 'send-by-passed': {
      const by = fields['sendBy']
      return `Should have left by ${typeof by === 'string' ? formatTime(by, zone, now) : 'now'} and was not sent late. Ask ${providerToCall()} whether there is still time: then send it all the same, place it by phone, or withdraw it.`
    }
    case 'save-unacknowledged':
      return fields['recovered'] === true ? UNACKNOWLEDGED_AND_RECOVERED : HOLD_TEXT[code]
    case 'too-late':
    case 'zone-changed':
    case 'clock-disputed':
    case 'possible-duplicate':
    case 'unreadable':
    case 'crashed':
      return HOLD_TEXT[code]
    case 'booked':
    case 'refused':
    case 'not-sent':
    case 'token-refused':
    case 'provider-busy':
    case 'misdirected-request':
    case 'no-answer':
    case 'connection-lost':
    case 'redirect':
    case 'answer-unreadable':
    case 'server-error':
    case 'request-timeout':
    case 'intermediary-response':
    case 'interrupted':
    case 'unverified':
    case 'unknown':
    case 'withdrawn':
    case 'found':
    case 'half-found':
    case 'number-reported':
    case 'number-wrong':
    case 'placed-by-phone':
    case null:
      return null
    default:
      return assertNever(code)
  }
}

const HOLD_TEXT: Readonly<Record<Exclude<HoldReason, 'send-by-passed'>, string>> = {
  'too-late': 'Was not sent in time and was not sent late. Book it again with a new time, or withdraw it.',
  'zone-changed':
    'The rules of its time zone changed after this was booked, so its time may mean another moment now. It was not sent. Book it again with its time, and take this one back.',
  'clock-disputed':
    "This PC's clock and the provider's differ, and by one of them this booking is late. It was not sent. If this PC's clock is right, send it. Otherwise place it by phone or withdraw it.",
  'possible-duplicate':
    'Another open booking is for the same vehicle or repair order at the same time. Compare the two: take this one back, or send it as a second move.',
  unreadable: 'This booking could not be read and was not sent. The others go on. Call support: its data is kept.',
  crashed:
    'Lanekeeper ended three times while it was about to send this booking, so it is set aside and the others go on. Call support, or send it once more.',
  'save-unacknowledged':
    'When this was being saved the disk failed or Lanekeeper ended, so it may have been called not saved. Nothing was sent since. ' +
    'Look whether it was booked again since: if so, take this one back; if not, send it all the same.',
}

const UNACKNOWLEDGED_AND_RECOVERED =
  'Lanekeeper ended while this was being saved, and the bookings on this PC were damaged. It was not sent. ' +
  'Look whether it was booked again since: if so, take this one back; if not, send it all the same.'

function describeWrongNumber({ fields }: Entry, zone: string): string {
  const { mismatch, number, value } = fields
  const known = MISMATCHES.find((one) => one === mismatch)
  const reason =
    known === undefined
      ? ''
      : describeMismatch(
          { mismatch: known, number: Number(number), value: typeof value === 'string' ? value : null },
          zone,
        )
  return `${reason} Nothing was changed.`.trim()
}

const MISMATCHES: readonly Mismatch['mismatch'][] = [
  'vin',
  'reference',
  'unmarked',
  'time',
  'pickup',
  'delivery',
  'other-booking',
  'hidden',
  'unknown-number',
]

/** Describes why the move with this number is not the move of the booking. */
export function describeMismatch({ mismatch, number, value }: Mismatch, zone: string): string {
  const differs = (what: string) => `Move ${number} at the provider is another one: ${what}.`
  switch (mismatch) {
    case 'vin':
      return differs(`it is for the vehicle with VIN ${value ?? ''}`)
    case 'reference':
      return differs(`its reference is ${value ?? ''}`)
    case 'unmarked':
      return `Move ${number} shows neither our reference nor the VIN, so it cannot be told whether it is this booking. Ask ${providerToCall()} for the number that stands beside the reference below.`
    case 'time':
      return differs(value === null ? 'it shows no time' : `it is ready by ${formatTime(value, zone)}`)
    case 'pickup':
      return differs(`it is collected at ${value ?? 'a place that is not shown'}`)
    case 'delivery':
      return differs(`it goes to ${value ?? ''}`)
    case 'other-booking':
      return `Move ${number} is another booking of this desk.`
    case 'hidden':
      return `The provider does not show move ${number} to this desk.`
    case 'unknown-number':
      return `The provider shows no move ${number}.`
    default:
      return assertNever(mismatch)
  }
}
