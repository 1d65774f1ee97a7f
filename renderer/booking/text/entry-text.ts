import { assertNever } from '../../../shared/result.ts'
import type { Mismatch } from '../../../shared/move/mismatch.ts'
import type { BookedMoves, WaitReason } from '../../../shared/move/move.ts'
import type { HoldReason } from '../../../shared/outbox/machine.ts'
import type { FieldValue, Fields } from '../../../shared/outbox/fields.ts'
import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { provider, providerByPhone, providerFirst, providerToCall } from './phone-text.ts'
import type { LabeledBooking } from './field-labels.ts'
import { describeRejection, withFieldLabels } from './rejection-text.ts'

/** Sentences made of the code and the fields of an outbox entry. */

type Entry = BookedMoves['entry']

/** Describes what brought the entry to its state; null if the state itself says enough. */
export function entryReason(
  booking: Pick<BookedMoves, 'state' | 'entry' | 'time' | 'kind' | 'action'>,
  now: UtcInstant,
): string | null {
  const { state, entry } = booking
  switch (state) {
    case 'waiting':
    case 'sending':
    case 'booked':
    case 'withdrawn':
    case 'placed-by-phone':
      return null
    case 'booked-awaiting-number':
      if (entry.code === 'half-found') return describeHalfFound()
      if (entry.code === 'move-duplication') return describeProvedByDuplicate()
      return entry.code === 'number-wrong' ? describeWrongNumber(entry, booking.time.zone) : null
    case 'refused':
      return entry.code === 'refused' ? describeRejection(entry, booking) : null
    case 'in-doubt':
      return inDoubtReason(entry, booking)
    case 'held':
      return heldReason(entry, booking.time.zone, now)
    default:
      return assertNever(state)
  }
}

const describeHalfFound = () =>
  `Booked with ${provider()}. The number of the other move is missing: ask for it and enter it here.`
const describeProvedByDuplicate = () =>
  `${providerFirst()} already has this booking and refused a second one. Ask for its number and enter it here.`

/** Describes why a waiting booking is not sent. */
export function describeWait(wait: WaitReason): string {
  switch (wait.code) {
    case 'other-provider':
      return `It was made for another provider (${wait.address}) and goes to no other. Withdraw it, or connect to that one again.`
    case 'blocked':
      return 'Waits for another booking with the same vehicle or RO to be resolved.'
    case 'claim':
      return 'Sends when the board is back, unless another desk took this over.'
    case 'handed-over':
      return 'Waits for another desk to take this over.'
    default:
      return assertNever(wait)
  }
}

function askByPhone(): string {
  return `It may already be booked, so don't book it again. Ask ${providerByPhone()} and give the reference.`
}

function inDoubtReason(entry: Entry, booking: LabeledBooking & Pick<BookedMoves, 'time'>): string | null {
  const { code, fields } = entry
  if (fields['resent'] === true) return `${STILL_UNRESOLVED} ${askByPhone()}`
  if (code === 'number-wrong') return describeWrongNumber(entry, booking.time.zone)
  if (code === 'unverified' || (code === 'interrupted' && fields['recovered'] === true))
    return `${RECOVERED} ${askByPhone()}`
  const happened = describeLastAttempt(entry, booking)
  return happened === null ? null : `${happened} ${askByPhone()}`
}

const STILL_UNRESOLVED = 'We tried once more and it was rejected, but the first try may still have worked.'
const RECOVERED = "The bookings on this computer were restored, and we can't tell whether this one was sent."
const describeDuplicateInProgress = () =>
  `${providerFirst()} already has a move in progress with this reference. Compare the two before booking it again.`

function describeLastAttempt({ code, fields, providerMessage }: Entry, booking: LabeledBooking): string | null {
  const lines = providerMessage?.split('\n') ?? []
  const words = lines.map((line) => withFieldLabels(line, booking)).join('; ')
  const quoted = words === '' ? '' : `“${words.slice(0, MAX_QUOTE_CHARACTERS)}”`
  switch (code) {
    case 'no-answer':
    case 'connection-lost':
      return "We didn't get a reply."
    case 'redirect':
      return `${providerFirst()} pointed us to another address. Call support.`
    case 'server-error':
      return `Sent, and ${provider()} had an error.`
    case 'answer-unreadable': {
      const numbers = listOf(fields['numbers'])
      const named = numbers.length === 0 ? '' : ` It names move ${numbers.join(' and ')}.`
      return `Sent, and the reply could not be read.${named}`
    }
    case 'request-timeout':
      return `Sent, and ${provider()} stopped listening${quoted === '' ? '' : `: ${quoted}`}.`
    case 'intermediary-response':
      if (fields['page'] === true) {
        return `A web page${quoted === '' ? '' : ` (${quoted})`} answered instead of ${provider()}: probably not booked.`
      }
      return quoted === ''
        ? `${providerFirst()} replied with an error that doesn't say whether it is booked.`
        : `${providerFirst()} replied ${quoted}, which doesn't say for certain whether it is booked.`
    case 'move-duplication':
      return describeDuplicateInProgress()
    case 'interrupted':
      return 'Lanekeeper closed while this was being sent.'
    case 'taken-over':
      return 'Another desk may have sent this already.'
    case 'unknown': {
      const status = fields['status']
      const isClientError = typeof status === 'number' && status >= 400 && status < 500
      if (!isClientError) return 'Sent, and the reply made no sense.'
      return quoted === ''
        ? `${providerFirst()} replied with an error that Lanekeeper doesn't know.`
        : `${providerFirst()} replied ${quoted}, which doesn't say for certain whether it is booked.`
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
    case 'changed-elsewhere':
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

function heldReason({ code, fields }: Entry, zone: string, now: UtcInstant): string | null {
  switch (code) {
    case 'forbidden':
      return 'This account may not book. Ask your administrator.'
    case 'endpoint-not-found':
      return `${providerFirst()} doesn't know this kind of booking. Lanekeeper or its settings are out of date.`
    case 'move-duplication':
      return describeDuplicateInProgress()
    case 'send-by-passed': {
      const by = fields['sendBy']
      return `Missed its send time${typeof by === 'string' ? `, ${formatTime(by, zone, now)}` : ''}. Ask ${providerToCall()} whether there is still time: then send anyway, book it by phone, or withdraw it.`
    }
    case 'changed-elsewhere':
      return describeActElsewhere(fields)
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
    case 'taken-over':
    case null:
      return null
    default:
      return assertNever(code)
  }
}

/** What the desk of before did to the booking while this desk had it. */
function describeActElsewhere({ desk, isWithdrawn }: Fields): string {
  const name = typeof desk === 'string' && desk !== '' ? desk : 'Another desk'
  return isWithdrawn === true
    ? `${name} withdrew this before it knew of the takeover. Ask there, then withdraw it or send anyway.`
    : `${name} changed this before it knew of the takeover, and the change is not in it. Ask there, then change it, send anyway or withdraw it.`
}

const HOLD_TEXT: Readonly<Record<Exclude<HoldReason, 'send-by-passed' | 'changed-elsewhere'>, string>> = {
  'too-late': 'Not sent in time. Book it again with a new time, or withdraw it.',
  'zone-changed':
    'The rules of its time zone changed after this was booked, so its time may be off. It was not sent. Book it again with its time, and withdraw this one.',
  'clock-disputed':
    "This computer's clock and the driver service's differ, and by one of them this booking is late. It was not sent. If this computer's clock is right, send it. Otherwise book it by phone or withdraw it.",
  'possible-duplicate': 'Same vehicle or RO and same time as another booking. Withdraw this one or send both.',
  unreadable:
    'This booking could not be read and was not sent. Other bookings still send. Call support: its data is kept.',
  crashed:
    'Lanekeeper closed three times while sending this booking, so it is on hold. Other bookings still send. Call support, or send it once more.',
  'save-unacknowledged':
    'The disk failed or Lanekeeper closed while this was being saved, so the screen may have said “Not saved”. It was not sent. ' +
    'Check whether it was booked again since: if so, withdraw this one; if not, send anyway.',
}

const UNACKNOWLEDGED_AND_RECOVERED =
  'Lanekeeper closed while this was being saved, and the bookings on this computer were damaged. It was not sent. ' +
  'Check whether it was booked again since: if so, withdraw this one; if not, send anyway.'

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
  'swapped',
  'other-booking',
  'hidden',
  'unknown-number',
]

/** Describes why the move with this number is not the move of the booking. */
export function describeMismatch({ mismatch, number, value }: Mismatch, zone: string): string {
  const differs = (what: string) => `Move ${number} is a different one: ${what}.`
  switch (mismatch) {
    case 'vin':
      return differs(`it is for the vehicle with VIN ${value ?? ''}`)
    case 'reference':
      return differs(`its reference is ${value ?? ''}`)
    case 'unmarked':
      return `Move ${number} shows neither our reference nor the VIN, so we can't tell whether it is this booking. Ask ${providerToCall()} for the number that goes with our reference.`
    case 'time':
      return differs(value === null ? 'it shows no time' : `it is ready by ${formatTime(value, zone)}`)
    case 'pickup':
      return differs(`it is picked up at ${value ?? 'a place that is not shown'}`)
    case 'delivery':
      return differs(`it goes to ${value ?? ''}`)
    case 'swapped':
      return `These two look swapped: move ${number} is the other vehicle of this booking.`
    case 'other-booking':
      return `Move ${number} is another booking of yours.`
    case 'hidden':
      return `${providerFirst()} doesn't show you move ${number}.`
    case 'unknown-number':
      return `${providerFirst()} has no move ${number}.`
    default:
      return assertNever(mismatch)
  }
}
