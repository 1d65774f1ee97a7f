import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { fail, type Failure, type FailureDetail } from '../result.ts'
import type { UtcInstant } from '../time/time.ts'
import type { Amendment } from '../outbox/amendment.ts'
import { canWithdraw, type OutboxEntry } from '../outbox/machine.ts'
import { optionalNote, requiredLine } from '../text-schema.ts'
import { vehicleParts, type Vehicle } from './vehicle.ts'

/*
 * The facts that persons add to a booking after it has left. The sent values never change, so `effectiveReference` and
 * `effectiveVehicle` are the one place that says what holds now.
 */

const loanerParts = z
  .strictObject(vehicleParts)
  .check(z.refine((parts) => Object.values(parts).some((value) => value !== null), issueCode('missing')))

export const newFactSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('repair-order'),
    reference: requiredLine(40),
    /** The ids of the duplicate candidates that the window showed before. */
    alike: z._default(
      z.readonly(z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(20))),
      [],
    ),
  }),
  /** The whole loaner: a part that is null is not known. */
  z.strictObject({ kind: z.literal('loaner'), loaner: loanerParts }),
  z.strictObject({ kind: z.literal('note'), text: z.pipe(optionalNote(1000), z.string(issueCode('missing'))) }),
])

export type NewFact = z.output<typeof newFactSchema>

export type FactKind = NewFact['kind']

export const FACT_KINDS: readonly FactKind[] = ['repair-order', 'loaner', 'note']

export type AddedFact = NewFact & {
  readonly at: UtcInstant
  /** Name of the person who added the fact. */
  readonly who: string
  /** The change request that brings a loaner to the provider; null for a fact that stays on this desk. */
  readonly amendmentId: string | null
  /** Why a loaner stays on this desk; null for every other fact. */
  readonly keptBecause: FailureDetail | null
  /** A later change of the booking, which was waiting again by then, took the place of the fact. */
  readonly isReplaced: boolean
}

type WithFacts = { readonly addedFacts: readonly AddedFact[] }

function latest<K extends FactKind>({ addedFacts }: WithFacts, kind: K): Extract<AddedFact, { kind: K }> | null {
  const isOfKind = (fact: AddedFact): fact is Extract<AddedFact, { kind: K }> => fact.kind === kind && !fact.isReplaced
  return addedFacts.filter(isOfKind).at(-1) ?? null
}

/** Returns the repair order of a booking: the latest that was added, else the sent one. */
export function effectiveReference(booking: WithFacts & { readonly reference: string | null }): string | null {
  return latest(booking, 'repair-order')?.reference ?? booking.reference
}

/** A move as `effectiveVehicle` needs it; a `Move` has all of it. */
export type VehicleOfMove = {
  readonly role: string
  readonly vehicle: Vehicle | null
  readonly amendments: readonly Pick<Amendment, 'id' | 'kind' | 'state' | 'madeAt'>[]
}

/**
 * Returns the vehicle of a move; null while not known. The loaner that was added last holds until its change or a later
 * one took effect, because the values of such a change become those of the move.
 */
export function effectiveVehicle(booking: WithFacts, move: VehicleOfMove): Vehicle | null {
  const added = move.role === 'loaner' ? latest(booking, 'loaner') : null
  if (added === null) return move.vehicle
  const isTaken = move.amendments.some(
    ({ id, kind, state, madeAt }) =>
      kind === 'change' && state === 'completed' && (id === added.amendmentId || madeAt > added.at),
  )
  return isTaken ? move.vehicle : { ...added.loaner, manual: move.vehicle?.manual ?? false }
}

/** Returns the latest note that was added; null for none. */
export function latestNote(booking: WithFacts): string | null {
  return latest(booking, 'note')?.text ?? null
}

/**
 * Returns why a person cannot add a fact of `kind` (`not-possible`); null if possible. A booking that has certainly not
 * left is changed instead.
 */
export function notAddableReason(
  booking: {
    readonly entry: Pick<OutboxEntry, 'state' | 'unresolvedAttempt'>
    readonly moves: readonly Pick<VehicleOfMove, 'role'>[]
  },
  kind: FactKind,
): { readonly ok: false; readonly failure: Failure } | null {
  if (booking.entry.state === 'withdrawn') return fail('not-possible', 'withdrawn')
  if (canWithdraw(booking.entry)) return fail('not-possible', 'fact-before-sending')
  return kind === 'loaner' && !booking.moves.some(({ role }) => role === 'loaner')
    ? fail('not-possible', 'no-loaner')
    : null
}
