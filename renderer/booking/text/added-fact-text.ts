import type { AddedFact, FactKind } from '../../../shared/booking/added-facts.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { notChangeableReason } from '../../../shared/outbox/amendment-rules.ts'
import { canWithdraw } from '../../../shared/outbox/machine.ts'
import { assertNever, type FailureDetail } from '../../../shared/result.ts'
import { formatLoaner } from '../../../shared/booking/loaners.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { provider, providerFirst } from './phone-text.ts'

export function factLabel(kind: FactKind): string {
  switch (kind) {
    case 'repair-order':
      return 'RO number'
    case 'loaner':
      return 'Loaner'
    case 'note':
      return 'Note for us'
    default:
      return assertNever(kind)
  }
}

/** Says whether the provider is told a fact of this kind. `loans` is true for a booking with a loaner. */
export function explainFact(kind: FactKind, loans: boolean): string {
  if (kind === 'loaner') {
    return `Sent to ${provider()} as a change of the loaner's move, while they still take it. To correct it later, add another.`
  }
  const toTell = loans ? ` To tell ${provider()} about the loaner, use Change.` : ''
  return `Kept here. ${providerFirst()} is not told.${toTell} To correct it later, add another.`
}

/** Returns the value of a fact, for example "LN-77 Kia Soul, 2022, Blue, VIN 1M8GDM9AXKP042788". */
export function formatFact(fact: AddedFact): string {
  switch (fact.kind) {
    case 'repair-order':
      return fact.reference
    case 'note':
      return fact.text
    case 'loaner': {
      const { loaner } = fact
      const { stock, vin, year, color } = loaner
      // A name with a stock number has no year, and a name without other parts is the end of the VIN.
      const name = formatLoaner({ ...loaner, vin: null }, '')
      const parts = [name, stock === null ? null : year, color, vin === null ? null : `VIN ${vin}`]
      return parts.filter((part) => part !== null && part !== '').join(', ')
    }
    default:
      return assertNever(fact)
  }
}

/** Describes what became of a fact; null if the fact needs no words. */
export function describeFact(fact: AddedFact, booking: BookedMoves): string | null {
  if (fact.isReplaced) return 'A later change replaced it.'
  if (fact.kind !== 'note' && canWithdraw(booking.entry))
    return 'The booking that is not sent yet does not have it. Edit the booking to send it.'
  if (fact.kind === 'loaner') return describeLoanerFact(fact, booking)
  const others = fact.kind === 'repair-order' ? fact.alike.length : 0
  if (others === 0) return null
  return `Added although ${others === 1 ? 'another booking of the day has' : `${others} other bookings of the day have`} it.`
}

/** Returns what the page says after a fact was saved; `fact` is the saved one. */
export function factSaved(fact: AddedFact | undefined, booking: BookedMoves): string {
  const loaner = fact?.kind === 'loaner' ? describeLoanerFact(fact, booking) : null
  return `Added. ${loaner ?? `It stays here. ${providerFirst()} is not told.`}`
}

function describeLoanerFact({ amendmentId, keptBecause }: AddedFact, booking: BookedMoves): string | null {
  const move = booking.moves.find(({ role }) => role === 'loaner')
  if (keptBecause !== null) {
    const isTaken = move !== undefined && notChangeableReason(booking, move) === null
    const how = isTaken ? 'Changes are accepted now: add the loaner again to send it.' : describeReason(keptBecause)
    return `It stays here, and ${provider()} doesn't have it. ${how}`
  }
  const amendment = move?.amendments.find(({ id }) => id === amendmentId)
  if (amendment === undefined) return null
  switch (amendment.state) {
    case 'waiting':
    case 'sending':
    case 'submitted':
      return `Sends to ${provider()} automatically, as a change of the loaner's move.`
    case 'completed':
      return `${providerFirst()} has it.`
    case 'refused':
      return `${providerFirst()} rejected it, so it stays here.`
    case 'withdrawn':
      return 'Its change was withdrawn before it was sent, so it stays here.'
    default:
      return assertNever(amendment.state)
  }
}

function describeReason(detail: FailureDetail): string {
  return describeFailure({ code: 'not-possible', detail, fields: { kind: 'change' }, issues: [] })
}
