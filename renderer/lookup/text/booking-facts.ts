import { effectiveReference, effectiveVehicle } from '../../../shared/booking/added-facts.ts'
import { formatLoaner } from '../../../shared/booking/loaners.ts'
import { formatPlace, type Place } from '../../../shared/booking/place.ts'
import { formatVehicle, type Vehicle } from '../../../shared/booking/vehicle.ts'
import { sendBy } from '../../../shared/booking/send-by.ts'
import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import {
  hasLoaner,
  STAGES,
  type BookedMoves,
  type Move,
  type MovePlace,
  type ReadyBy,
} from '../../../shared/move/move.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatClock, formatTime } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import { earliestFacts } from '../../booking/text/earliest-text.ts'
import { spellReference } from '../../booking/text/phone-text.ts'
import { moveNewsFacts } from '../../booking/text/move-news-text.ts'
import { formatLane, formatProviderPlace } from '../../booking/text/provider-text.ts'
import { describeFormerNumbers } from '../../booking/text/replacement-text.ts'

/** Facts on the page of a booking, in the zone of the rooftop. */

const LAST_LINE = 'last line of the note for the driver'
const NOTE = 'Note for driver'
/** A longer note takes the width of the page. */
const SHORT_NOTE_CHARACTERS = 24
const PROVIDER_ADDRESS = "Provider's address"

/** A fact for a list of terms and values; `copy` is the text of its copy button. */
type Fact = {
  readonly term: string
  readonly value: string
  readonly copy?: string
  readonly look?: 'code' | 'wide'
}

type Shown = Pick<DeskStatus, 'rooftop' | 'now'>

/** Facts of the booking that its head does not show. An earliest time that equals the ready-by time is left out. */
export function bookingFacts(booking: BookedMoves, { rooftop, now }: Shown): readonly Fact[] {
  const { zone } = rooftop
  const { providerValues, readyBy } = booking
  const time = (utc: UtcInstant) => timeBeside(utc, booking.time.utc, zone, now)
  const isAsReady = providerValues.earliest === readyBy.utc
  return [
    { term: 'Ready by', value: `${time(readyBy.utc)} ${describeSource(readyBy)}` },
    ...copied('RO number', effectiveReference(booking)),
    ...(isUnsent(booking) ? [{ term: 'Send by', value: time(sendBy(booking, rooftop.noticeMinutes)) }] : []),
    ...optional('Loaner', booking.kind === 'pair' && !hasLoaner(booking) ? 'none' : null),
    ...optional('Bill to', booking.payerNumber === null ? null : `payer ${booking.payerNumber}`),
    ...earliestFacts(isAsReady ? { ...providerValues, earliest: null } : providerValues, booking.time.zone, now),
  ]
}

/** Facts of one move. Facts of the loaner that equal those of the customer's car are left out. */
export function moveFacts(
  booking: BookedMoves,
  move: Move,
  { rooftop, now, supportsDestination }: Shown & Pick<DeskStatus, 'supportsDestination'>,
): readonly Fact[] {
  const vehicle = effectiveVehicle(booking, move)
  const { delivery_successful: delivery } = move.stages
  const car = move.role === 'loaner' ? booking.moves.find(({ role }) => role === 'customer') : undefined
  const mirrored = car !== undefined && isMirrored(move, car, rooftop.address)
  const lane = laneOf(move)
  const note = car?.specialInstructions === move.specialInstructions ? null : move.specialInstructions
  const word = move.status.known ? move.status.value : null
  return [
    { term: move.role === 'loaner' ? 'Loaner' : 'Vehicle', value: formatMoveVehicle(vehicle, move.role) },
    ...copied('VIN', vehicle?.vin ?? null, 'code'),
    ...(move.role === 'loaner' ? [] : copied('Stock', vehicle?.stock ?? null)),
    ...optional('As sent', vehicle === move.vehicle ? null : formatMoveVehicle(move.vehicle, move.role)),
    ...(mirrored ? [] : placesOf(move, rooftop.address)),
    { term: 'Reference', value: ownPart(move.reference), copy: move.reference, look: 'code' },
    ...optional("Provider's lane", car !== undefined && laneOf(car) === lane ? null : lane),
    ...optional('Status', isStageWord(word) ? null : word),
    ...moveNewsFacts(move.news, { delivered: delivery.known ? delivery.value : null, zone: rooftop.zone, now }),
    ...optional('Was', describeFormerNumbers(move)),
    ...optional('Driver asks for', move.dealerContact),
    ...(note === null || note.length > SHORT_NOTE_CHARACTERS ? wide(NOTE, note) : optional(NOTE, note)),
    ...optional('Destination', move.role === 'single' && !supportsDestination ? LAST_LINE : null),
  ]
}

/** True for a status that names a stage, which the driver's steps show. */
function isStageWord(word: string | null): boolean {
  return STAGES.some((stage) => stage.replace('_', ' ') === word?.toLowerCase())
}

function laneOf({ laneUri }: Move): string | null {
  return laneUri.known && laneUri.value !== null ? formatLane(laneUri.value) : null
}

/** A time as a clock time on the day of `beside`, and as a whole time on any other day. */
function timeBeside(utc: UtcInstant, beside: UtcInstant, zone: string, now: UtcInstant): string {
  return dateOf(utc, zone) === dateOf(beside, zone) ? formatClock(utc, zone) : formatTime(utc, zone, now)
}

/** True while the send-by time matters: the booking waits or is held. */
function isUnsent({ state }: BookedMoves): boolean {
  return state === 'waiting' || state === 'held'
}

function describeSource({ source }: ReadyBy): string {
  switch (source) {
    case 'estimate':
      return '(estimate)'
    case 'requested':
      return '(asked)'
    case 'provider':
      return '(set by provider)'
    default:
      return assertNever(source)
  }
}

function optional(term: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ term, value }]
}

function wide(term: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ term, value, look: 'wide' }]
}

function copied(term: string, value: string | null, look?: 'code'): readonly Fact[] {
  return value === null ? [] : [{ term, value, copy: value, ...(look !== undefined && { look }) }]
}

/** The two ends of a move. The service lot is on every page, so only its name is shown. */
function placesOf(move: Pick<Move, 'pickup' | 'delivery'>, lot: Place): readonly Fact[] {
  const from = placeFacts('From', move.pickup, lot)
  const to = placeFacts('To', move.delivery, lot)
  // The lot takes half a row, so it stands last, beside the next fact.
  return isLot(move.pickup, lot) ? [...to, ...from] : [...from, ...to]
}

function placeFacts(term: string, place: MovePlace, lot: Place): readonly Fact[] {
  const { resolved } = place
  const read = resolved.known ? formatProviderPlace(resolved.value.fullAddress, resolved.value.locationId) : null
  const same = isSamePlace(resolved.known ? resolved.value.fullAddress : null, place)
  return [
    isLot(place, lot)
      ? { term, value: place.name }
      : { term, value: `${place.name}: ${formatPlace(place)}`, look: 'wide' },
    ...wide(PROVIDER_ADDRESS, same ? null : read),
  ]
}

function isLot(place: Place, lot: Place): boolean {
  return place.name === lot.name && formatPlace(place) === formatPlace(lot)
}

/** True for a loaner that goes between the same places as the customer's car, in reverse, also for the provider. */
function isMirrored(loaner: Move, car: Move, lot: Place): boolean {
  return (
    JSON.stringify(placesOf(loaner, lot)) ===
    JSON.stringify(placesOf({ pickup: car.delivery, delivery: car.pickup }, lot))
  )
}

/** True if the provider's address has the same words as ours, apart from the country and punctuation. */
function isSamePlace(address: string | null, place: MovePlace): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\bu\.?s\.?a\.?$/, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return address !== null && plain(address) === plain(formatPlace(place))
}

function formatMoveVehicle(vehicle: Vehicle | null, role: Move['role']): string {
  if (vehicle === null && role !== 'loaner') return formatVehicle(null)
  const name = role === 'loaner' ? formatLoaner(vehicle) : formatVehicle(vehicle)
  // A vehicle is automatic unless the booking says otherwise, so only the exception is shown.
  // The name of a loaner with a stock number has no year.
  const year = role === 'loaner' && vehicle !== null && vehicle.stock !== null ? vehicle.year : null
  return [name, year, vehicle?.color ?? null, vehicle?.manual === true ? 'manual' : null]
    .filter((part) => part !== null)
    .join(', ')
}

/** The part of a reference that no other move has. The repair order before that part stands on the page already. */
function ownPart(reference: string): string {
  return spellReference(reference).replace(/^.* (?=LK-)/, '')
}
