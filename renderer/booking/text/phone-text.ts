import { effectiveVehicle } from '../../../shared/booking/added-facts.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatVehicleOf } from '../../../shared/booking/loaners.ts'
import { formatPhone } from '../../../shared/booking/phone.ts'
import { formatPlace } from '../../../shared/booking/place.ts'
import type { Rooftop } from '../../../shared/booking/rooftop.ts'
import type { ProviderContact } from '../../../shared/desk/settings.ts'
import { endsMove } from '../../../shared/move/cancel-status.ts'
import { hasLoaner, type BookedMoves, type Move } from '../../../shared/move/move.ts'
import { amendmentContext } from '../../../shared/outbox/amendment-rules.ts'
import { canPlaceByPhone } from '../../../shared/outbox/machine.ts'
import { isOverdue } from '../../../shared/views/inbox.ts'
import { formatTime } from '../../../shared/time/format.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'

/*
 * Whom to call, and what to say. Each status sets the provider's name and phone for the whole window, and every
 * sentence about a call takes both from this file.
 */

let contact: ProviderContact = { name: null, phone: null }

/** Sets whom the sentences of this window name from now on. */
export function nameProvider(provider: ProviderContact): void {
  contact = provider
}

/** Returns the provider's name from the settings within a sentence, or "the driver service". */
export function provider(): string {
  return contact.name ?? DRIVER_SERVICE
}

/** Returns `provider` for the beginning of a sentence. */
export function providerFirst(): string {
  return contact.name ?? 'The driver service'
}

const DRIVER_SERVICE = 'the driver service'

/** The object of "call" or "ask" with the phone; `otherwise` stands for a provider without a name. */
export function providerToCall(otherwise = DRIVER_SERVICE): string {
  return `${contact.name ?? otherwise}${atPhone()}`
}

/** Returns the text of `providerToCall` with "by phone" after the name, for a question that must be asked by phone. */
export function providerByPhone(otherwise = DRIVER_SERVICE): string {
  return `${contact.name ?? otherwise} by phone${atPhone()}`
}

/** Returns the provider's phone as " at (804) 555-0100"; empty if the settings name no phone. */
export function atPhone(): string {
  return contact.phone === null ? '' : ` at ${formatPhone(contact.phone)}`
}

/** A reference with its unique part in groups of four, because people read it out. A copied reference is exact. */
export function spellReference(reference: string): string {
  return reference.replace(/\bLK-(\w+)$/, (_whole, unique: string) => `LK-${(unique.match(/.{1,4}/g) ?? []).join('-')}`)
}

export const PHONE_PURPOSES = ['place', 'find', 'cancel', 'change'] as const

export type PhonePurpose = (typeof PHONE_PURPOSES)[number]

/**
 * Returns what a call about this booking can be for. A booking that may be at the provider, or may leave during the
 * call, is not offered to be placed by phone, because the provider would then have the booking twice; neither is a
 * booking of another desk, which sends the booking without knowing of the call.
 */
export function phonePurposes(
  booking: BookedMoves,
  { rooftop, now }: { readonly rooftop: Rooftop; readonly now: UtcInstant },
): readonly PhonePurpose[] {
  const isOwn = booking.desk === null
  switch (booking.state) {
    case 'waiting':
      return isOwn && isOverdue(booking, rooftop.noticeMinutes, now) ? ['place'] : []
    case 'held':
    case 'refused':
      if (!isOwn) return []
      return canPlaceByPhone(booking.entry) ? ['place'] : ['find']
    case 'in-doubt':
      return ['find']
    case 'booked':
    case 'booked-awaiting-number':
    case 'placed-by-phone':
      return movesToAmend(booking).length === 0 ? ['find'] : ['find', 'cancel', 'change']
    case 'sending':
    case 'withdrawn':
      return []
    default:
      return assertNever(booking.state)
  }
}

/** Returns the heading of a script. */
export function phonePurposeLabel(purpose: PhonePurpose): string {
  switch (purpose) {
    case 'place':
      return 'To book it'
    case 'find':
      return 'To find it'
    case 'cancel':
      return 'To cancel it'
    case 'change':
      return 'To change it'
    default:
      return assertNever(purpose)
  }
}

/** Returns what to read out to the provider, with one sentence or one fact in each line. */
export function phoneScript(
  purpose: PhonePurpose,
  booking: BookedMoves,
  { rooftop, now }: { readonly rooftop: Rooftop; readonly now: UtcInstant },
): readonly string[] {
  switch (purpose) {
    case 'place':
      return placeScript(booking, rooftop, now)
    case 'find':
      return [findQuestion(booking, now), 'If so, what is its move number?']
    case 'cancel':
      return [
        `This is ${rooftop.name}. Please cancel ${nameMoves(booking)}.`,
        'Is it canceled now, and does that cost anything?',
        'Who am I speaking with?',
      ]
    case 'change':
      return [
        `This is ${rooftop.name}. Please change ${nameMoves(booking)}.`,
        `You have: ${formatWhen(booking, now)}; ${movesToAmend(booking).map(formatCar).join('; ')}.`,
        'It should be: (say what changes).',
        'Is it changed now, and does it keep its number?',
        'Who am I speaking with?',
      ]
    default:
      return assertNever(purpose)
  }
}

/** What to do on this desk after the call. */
export function afterCall(purpose: PhonePurpose): string {
  switch (purpose) {
    case 'place':
      return 'Then choose “Booked by phone…” and enter their reference. Lanekeeper won’t send it.'
    case 'find':
      return 'Don’t book it again until you know.'
    case 'cancel':
    case 'change':
      return 'The booking updates here once they show the change.'
    default:
      return assertNever(purpose)
  }
}

/** The question about a booking that the provider may have: reference, customer, time and address. */
function findQuestion(booking: BookedMoves, now: UtcInstant): string {
  const [first] = booking.moves
  const where = first === undefined ? '' : `, from ${first.pickup.addressOne}, ${first.pickup.city}`
  const who = booking.customerName === null ? '' : `, for ${booking.customerName}`
  return `Can you check reference ${referencesOf(booking)}${who}, ${formatTime(booking.time.utc, booking.time.zone, now)}${where}?`
}

function placeScript(booking: BookedMoves, rooftop: Rooftop, now: UtcInstant): readonly string[] {
  const { moves, customerName, customerPhone, payerNumber } = booking
  const what =
    booking.kind === 'one-way'
      ? 'a one-way'
      : `a ${booking.action ?? 'pickup'} ${hasLoaner(booking) ? 'with' : 'without'} a loaner`
  const contacts = distinct(moves.map((move) => move.dealerContact))
  const notes = distinct(moves.map((move) => move.specialInstructions))
  return [
    `This is ${rooftop.name}. I'd like to book ${what} by phone.`,
    `${formatWhen(booking, now)}.`,
    ...(customerName === null ? [] : [`Customer: ${customerName}${withPhone(customerPhone)}.`]),
    ...moves.map(
      (move) =>
        `${formatCar({ ...move, vehicle: effectiveVehicle(booking, move) })}, from ${formatPlace(move.pickup)} to ${formatPlace(move.delivery)}.`,
    ),
    ...contacts.map((one) => `Driver asks for: ${one}`),
    ...notes.map((one) => `Note for driver: ${one}`),
    ...(payerNumber === null ? [] : [`Bill payer number ${payerNumber}.`]),
    `Our reference is ${referencesOf(booking)}.`,
    'What is your reference number?',
  ]
}

function movesToAmend({ moves }: BookedMoves): readonly Move[] {
  return moves.filter((move) => {
    const { delivery_successful: delivered } = move.stages
    return !endsMove(amendmentContext(move)) && !(delivered.known && delivered.value !== null)
  })
}

function nameMoves(booking: BookedMoves): string {
  return movesToAmend(booking)
    .map(({ number, reference }) =>
      number.known
        ? `move ${number.value}, reference ${spellReference(reference)}`
        : `the move with the reference ${spellReference(reference)}`,
    )
    .join(', and ')
}

function formatWhen({ kind, time, readyBy }: BookedMoves, now: UtcInstant): string {
  return kind === 'pair'
    ? `Appointment ${formatTime(time.utc, time.zone, now)}`
    : `Ready by ${formatTime(readyBy.utc, time.zone, now)}`
}

function formatCar({ role, vehicle }: Move): string {
  const car = formatVehicleOf(role, vehicle, 'not assigned yet')
  const vin = vehicle?.vin === null || vehicle === null ? '' : `, VIN ${vehicle.vin}`
  return `${role === 'loaner' ? 'Loaner' : role === 'customer' ? "Customer's car" : 'Vehicle'}: ${car}${vin}`
}

function withPhone(phone: string | null): string {
  return phone === null ? '' : `, ${formatPhone(phone)}`
}

function referencesOf({ moves }: BookedMoves): string {
  return moves.map((move) => spellReference(move.reference)).join(' and ')
}

function distinct(texts: readonly (string | null)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== null))]
}
