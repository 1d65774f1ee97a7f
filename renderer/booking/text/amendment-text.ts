import { atPhone, provider, providerFirst, providerToCall } from './phone-text.ts'
import { describeReplacement } from './replacement-text.ts'
import { amendmentContext } from '../../../shared/outbox/amendment-rules.ts'
import { isTransient, type ConnectionState } from '../../../shared/desk/connection.ts'
import { assertNever } from '../../../shared/result.ts'
import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { type UtcInstant } from '../../../shared/time/time.ts'
import { CHANGED_PARTS, isOpenAmendment, type ChangedPart, type Amendment } from '../../../shared/outbox/amendment.ts'

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
      return 'Stopped before the delivery, not fully canceled. A part is usually charged.'
    case 'canceled':
      return `Canceled. ${providerFirst()} doesn't say whether it is charged.`
    case 'rescheduled':
      return describeReplacement(move, booking.time.zone)
    case 'pending':
      if (amendment?.state === 'refused') return describeAmendment(amendment)
      return amendment === undefined ? describeForeignRequest(move) : describePending()
    case 'other':
      return amendment === undefined
        ? `${providerFirst()} says "${describeProviderWord(move)}".`
        : `Requested. ${providerFirst()} says "${describeProviderWord(move)}".`
    case 'failed':
    case 'none':
      return amendment === undefined ? (cancelStatus === 'failed' ? describeTooLate() : null) : describeEnd(amendment)
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
      if (code === 'asked-elsewhere') return ASKED_ELSEWHERE
      return code === 'superseded' ? SUPERSEDED : null
    case 'refused':
      break
    default:
      return assertNever(state)
  }
  switch (code) {
    case 'refused': {
      const what = kind === 'cancel' ? "didn't cancel this move" : 'rejected this change'
      return `${providerFirst()} ${what}${providerMessage === null ? '.' : `: ${providerMessage}`}`.slice(0, 1000)
    }
    case 'failed':
      return describeTooLate()
    case 'delivered':
      return DELIVERED
    case 'collected':
      return COLLECTED
    case 'canceled':
      return CANCELED_BEFORE
    case 'placed-by-phone':
      return `This was booked by phone. Cancel it by phone${atPhone()}, too.`
    case 'asked-elsewhere':
      return ASKED_TWICE
    case 'too-late':
      return TIME_PASSED
    case 'unreadable': {
      const sentNote = fields['possiblySent'] === true ? 'and it may have been sent' : 'so it was not sent'
      return `This change can't be read anymore on this computer, ${sentNote}. Check the move, and request it again.`
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
      ? "Requested, but we didn't get a reply."
      : `${providerFirst()} replied “${words}”, which doesn't say for certain whether it was accepted.`
  return `${answer} Lanekeeper checks and asks again automatically. If it is urgent, call ${providerToCall()}.`
}
const BOOKING_NOT_MADE = 'It had not been booked, so there was nothing to cancel. Nothing will be sent.'
const SUPERSEDED = 'Dropped, because the move is being canceled.'
const ASKED_ELSEWHERE = 'Not sent, because another desk asked first. Look at its request, and ask again if needed.'
const ASKED_TWICE = 'Another desk asked too, and both requests may have arrived. The move shows what counts.'
const DELIVERED = 'It was delivered first, so nothing was canceled.'
const COLLECTED = 'The vehicle was picked up before the change arrived. Nothing was changed.'
const CANCELED_BEFORE = 'The move was canceled before the change arrived.'
const TIME_PASSED = 'The new ready-by time passed before the change could be sent. Request it again with a later time.'
const describePending = () => `Requested. ${providerFirst()} hasn't decided yet.`
const describeTooLate = () => `Too late to cancel: ${provider()} continues with this move.`

function describeProviderWord({ cancelStatus }: Move): string {
  return cancelStatus.known ? (cancelStatus.value ?? '') : ''
}

/** Describes a cancellation under way that nobody asked for on this desk. The meaning of `started` is not published. */
function describeForeignRequest(move: Move): string {
  const word = describeProviderWord(move)
  return word.toLowerCase() === 'pending'
    ? `Requested, but not from here. ${providerFirst()} hasn't decided yet.`
    : `${providerFirst()} says "${word}", and nobody requested it here. If that is a surprise, call ${providerToCall()}.`
}

function describeEnd(amendment: Amendment): string | null {
  switch (amendment.state) {
    case 'waiting':
    case 'sending':
      return null
    case 'submitted':
      return describePending()
    case 'completed':
      return describeAmendment(amendment)
    case 'refused':
      return describeAmendment(amendment) ?? describeTooLate()
    case 'withdrawn':
      return null
    default:
      return assertNever(amendment.state)
  }
}

function describeUnderWay({ state }: BookedMoves, amendment: Amendment, connection: ConnectionState): string {
  if (amendment.state === 'sending') return describeAmendment(amendment) ?? `Asking ${provider()}.`
  const what = amendment.kind === 'cancel' ? 'Cancel request' : 'Change'
  if (state !== 'booked') return `${what} saved. Sends as soon as we know whether this is booked.`
  if (connection.kind !== 'down') return `${what} saved. Sends automatically.`
  return isTransient(connection.cause)
    ? `${what} saved. Sends when you're back online.`
    : `${what} saved. Sends when ${provider()} takes requests again.`
}

/** Describes the last change request; null if there is none, or if it is withdrawn or applied as requested. */
export function describeChange(booking: BookedMoves, move: Move, connection: ConnectionState): string | null {
  const amendment = latestChange(move)
  if (amendment === undefined) return null
  return join(describeLatest(booking, amendment, connection), describeOutrun(booking, move))
}

/**
 * "Desk 2 already asks for color Blue, so Dana R.'s change to color Red was not sent. Ask again if needed."; null
 * unless the change of one desk is under way instead of that of another.
 */
function describeOutrun(booking: BookedMoves, move: Move): string | null {
  const kept = openRequest(move, 'change')
  const outrun = move.amendments.find(({ state, code }) => state === 'withdrawn' && code === 'asked-elsewhere')
  if (kept === undefined || outrun?.kind !== 'change') return null
  const [asks, wanted] = [kept, outrun].map(({ change }) => valuesOf(change, booking.time.zone))
  const whose = outrun.who === '' ? 'the change' : `${outrun.who}'s change`
  return `${booking.desk ?? 'This computer'} already asks for ${asks}, so ${whose} to ${wanted} was not sent. Ask again if needed.`
}

function valuesOf(change: Amendment['change'], zone: string): string {
  if (change === null) return 'other values'
  const parts = CHANGED_PARTS.flatMap((part) => {
    const value = change[part]
    if (value === null) return []
    return [`${part === 'vin' ? FIELD_LABELS[part] : FIELD_LABELS[part].toLowerCase()} ${value}`]
  })
  return [...(change.readyBy === null ? [] : [formatTime(change.readyBy.utc, zone)]), ...parts].join(', ')
}

function join(...sentences: readonly (string | null)[]): string | null {
  const said = sentences.filter((sentence) => sentence !== null)
  return said.length === 0 ? null : said.join(' ')
}

function describeLatest(booking: BookedMoves, amendment: Amendment, connection: ConnectionState): string | null {
  switch (amendment.state) {
    case 'withdrawn':
      return amendment.code === 'asked-elsewhere' ? ASKED_ELSEWHERE : null
    case 'waiting':
    case 'sending':
      return describeUnderWay(booking, amendment, connection)
    case 'submitted':
      return describePending()
    case 'completed':
      return amendment.code === 'applied-differently'
        ? `${providerFirst()} accepted the change but entered something different.`
        : null
    case 'refused':
      return describeAmendment(amendment) ?? `${providerFirst()} rejected this change.`
    default:
      return assertNever(amendment.state)
  }
}

/** Returns the newest cancellation request that was not withdrawn. */
export function latestCancellation(move: Move): Amendment | undefined {
  return (
    openRequest(move, 'cancel') ?? move.amendments.find(({ kind, state }) => kind === 'cancel' && state !== 'withdrawn')
  )
}

export function latestChange(move: Move): Amendment | undefined {
  return openRequest(move, 'change') ?? move.amendments.find(({ kind }) => kind === 'change')
}

/** Returns the open request of a kind, also if another desk made a later one that was closed for that reason. */
function openRequest({ amendments }: Move, kind: Amendment['kind']): Amendment | undefined {
  return amendments.find((one) => one.kind === kind && isOpenAmendment(one))
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
