import { atPhone, providerToCall } from './phone-text.ts'
import { describeReplacement } from './replacement-text.ts'
import { amendmentContext } from '../../../shared/outbox/amendment-rules.ts'
import { isTransient, type ConnectionState } from '../../../shared/desk/connection.ts'
import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { type UtcInstant } from '../../../shared/time/time.ts'
import { CHANGED_PARTS, type ChangedPart, type Amendment } from '../../../shared/outbox/amendment.ts'

/** Sentences about cancellation and change requests. A sentence says "canceled" only after the provider has said so. */

/** Describes the cancellation of a move; null if there is no request and the provider reports no cancellation. */
export function describeCancellation(booking: BookedMoves, move: Move, connection: ConnectionState): string | null {
  const amendment = latestCancellation(move)
  if (amendment !== undefined && (amendment.state === 'waiting' || amendment.state === 'sending'))
    return describeUnderWay(booking, amendment, connection)
  const cancelStatus = amendmentContext(move)
  switch (cancelStatus) {
    case 'free':
      return 'Canceled, free of charge.'
    case 'partial':
      return 'Stopped before the delivery, not canceled entirely. A part is usually charged.'
    case 'canceled':
      return 'Canceled. The provider does not say whether it is charged.'
    case 'rescheduled':
      return describeReplacement(move, booking.time.zone)
    case 'pending':
      if (amendment?.state === 'refused') return describeAmendment(amendment)
      return amendment === undefined ? describeForeignRequest(move) : PENDING
    case 'other':
      return amendment === undefined
        ? `The provider says "${describeProviderWord(move)}".`
        : `Asked. The provider says "${describeProviderWord(move)}".`
    case 'failed':
    case 'none':
      return amendment === undefined ? (cancelStatus === 'failed' ? TOO_LATE : null) : describeEnd(amendment)
    default:
      return assertNever(cancelStatus)
  }
}

/** Describes what brought an amendment to its state; null if the state itself says enough. */
export function describeAmendment({
  kind,
  state,
  code,
  fields,
  providerMessage,
}: Pick<Amendment, 'kind' | 'state' | 'code' | 'fields' | 'providerMessage'>): string | null {
  switch (state) {
    case 'waiting':
    case 'submitted':
      return null
    case 'sending':
      return code === null ? null : describeUnknownOutcome(providerMessage)
    case 'completed':
      return code === 'booking-not-made' ? BOOKING_NOT_MADE : null
    case 'withdrawn':
      return code === 'superseded' ? SUPERSEDED : null
    case 'refused':
      break
    default:
      return assertNever(state)
  }
  switch (code) {
    case 'refused': {
      const what = kind === 'cancel' ? 'does not cancel this move' : 'did not take this change'
      return `The provider ${what}${providerMessage === null ? '.' : `: ${providerMessage}`}`.slice(0, 1000)
    }
    case 'failed':
      return TOO_LATE
    case 'delivered':
      return DELIVERED
    case 'collected':
      return COLLECTED
    case 'canceled':
      return CANCELED_BEFORE
    case 'placed-by-phone':
      return `The booking was placed by phone. Cancel it by phone${atPhone()}, too.`
    case 'too-late':
      return TIME_PASSED
    case 'unreadable': {
      const sentNote = fields['possiblySent'] === true ? 'and it may have been asked for' : 'so it was not asked for'
      return `What was to be changed cannot be read any more on this PC, ${sentNote}. Look at the move, and ask again.`
    }
    case 'applied':
    case 'applied-differently':
    case 'not-sent':
    case 'unreachable':
    case 'token-refused':
    case 'provider-busy':
    case 'redirect':
    case 'no-answer':
    case 'unclear':
    case 'pending':
    case 'free':
    case 'partial':
    case 'rescheduled':
    case 'move-unreadable':
    case 'other-number':
    case 'booking-not-made':
    case 'withdrawn':
    case 'superseded':
    case null:
      return null
    default:
      return assertNever(code)
  }
}

function describeUnknownOutcome(words: string | null): string {
  const answer =
    words === null
      ? 'Asked, and no answer came that can be believed.'
      : `The provider answered “${words}”, which does not say for certain whether it was taken.`
  return `${answer} The desk looks whether it was taken and asks again by itself. If it is urgent, call ${providerToCall()}.`
}
const BOOKING_NOT_MADE = 'It had not been booked, so there was nothing to cancel. Nothing will be sent to the provider.'
const SUPERSEDED = 'Not asked for any more, because the move is to be canceled.'
const DELIVERED = 'It was delivered before the provider decided: nothing was canceled.'
const COLLECTED = 'The vehicle was collected before the change reached the provider. It holds what it had before.'
const CANCELED_BEFORE = 'The move was canceled before the change reached the provider.'
const TIME_PASSED =
  'The new ready-by time had passed before it could be asked for, so it was not. Ask again with a later one.'
const PENDING = 'Asked; the provider has not decided.'
const TOO_LATE = 'Too late to cancel: the provider goes on with this move.'

function describeProviderWord({ cancelStatus }: Move): string {
  return cancelStatus.known ? (cancelStatus.value ?? '') : ''
}

/** Describes a cancellation under way that nobody asked for on this desk. The meaning of `started` is not published. */
function describeForeignRequest(move: Move): string {
  const word = describeProviderWord(move)
  return word.toLowerCase() === 'pending'
    ? 'Asked for, but not from this desk; the provider has not decided.'
    : `The provider says "${word}", and nobody asked from this desk. If that is a surprise, call ${providerToCall()}.`
}

function describeEnd(amendment: Amendment): string | null {
  switch (amendment.state) {
    case 'waiting':
    case 'sending':
      return null
    case 'submitted':
      return PENDING
    case 'completed':
      return describeAmendment(amendment)
    case 'refused':
      return describeAmendment(amendment) ?? TOO_LATE
    case 'withdrawn':
      return null
    default:
      return assertNever(amendment.state)
  }
}

function describeUnderWay({ state }: BookedMoves, amendment: Amendment, connection: ConnectionState): string {
  if (amendment.state === 'sending') return describeAmendment(amendment) ?? 'Asking the provider.'
  const what = amendment.kind === 'cancel' ? 'to cancel' : 'for the change'
  if (state !== 'booked') return `Saved on this PC. Will ask ${what} as soon as we know whether it is booked.`
  if (connection.kind !== 'down') return `Saved on this PC. Will ask ${what} by itself.`
  return isTransient(connection.cause)
    ? `Saved on this PC. Will ask ${what} when the link is back.`
    : `Saved on this PC. Will ask ${what} when the provider takes requests again.`
}

/** Describes the last change request; null if there is none, or if it is withdrawn or applied as requested. */
export function describeChange(booking: BookedMoves, move: Move, connection: ConnectionState): string | null {
  const amendment = latestChange(move)
  if (amendment === undefined) return null
  switch (amendment.state) {
    case 'withdrawn':
      return null
    case 'waiting':
    case 'sending':
      return describeUnderWay(booking, amendment, connection)
    case 'submitted':
      return PENDING
    case 'completed':
      return amendment.code === 'applied-differently'
        ? 'The provider took the change and made something else of it.'
        : null
    case 'refused':
      return describeAmendment(amendment) ?? 'The provider did not take this change.'
    default:
      return assertNever(amendment.state)
  }
}

/** Returns the newest cancellation request that was not withdrawn. */
export function latestCancellation({ amendments }: Move): Amendment | undefined {
  return amendments.find(({ kind, state }) => kind === 'cancel' && state !== 'withdrawn')
}

export function latestChange(move: Move): Amendment | undefined {
  return move.amendments.find(({ kind }) => kind === 'change')
}

/** A requested value (`asked`) and the value that the provider has (`has`); `has` is null if unknown. */
export type RequestedValue = { readonly label: string; readonly asked: string; readonly has: string | null }

/**
 * Lists the values of the newest change request while it is open or refused, each with the value that the provider
 * last reported, or with the value of this desk before any report.
 */
export function requestedValues(
  booking: BookedMoves,
  move: Move,
  zone: string,
  now: UtcInstant,
): readonly RequestedValue[] {
  const amendment = latestChange(move)
  if (
    amendment === undefined ||
    amendment.change === null ||
    amendment.state === 'completed' ||
    amendment.state === 'withdrawn'
  )
    return []
  const { change } = amendment
  const time = change.readyBy
  const parts = CHANGED_PARTS.flatMap((part) => {
    const asked = change[part]
    if (asked === null) return []
    return [{ label: FIELD_LABELS[part], asked, has: (move.providerVehicle ?? move.vehicle)?.[part] ?? null }]
  })
  if (time === null) return parts
  return [
    { label: 'Ready by', asked: formatTime(time.utc, zone, now), has: formatTime(booking.readyBy.utc, zone, now) },
    ...parts,
  ]
}

export const FIELD_LABELS: Readonly<Record<ChangedPart, string>> = {
  stock: 'Stock',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
}
