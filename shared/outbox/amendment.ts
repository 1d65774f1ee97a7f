import { z } from 'zod'
import { endsMove, parseCancelStatus } from '../move/cancel-status.ts'
import { assertNever } from '../result.ts'
import type { Fields } from './fields.ts'
import type { AmendmentCode } from './outcome-code.ts'
import { type UtcInstant } from '../time/time.ts'
import { zonedTimeSchema } from '../time/zoned-time.ts'
import { vehicleParts } from '../booking/vehicle.ts'
import { AMENDMENT_FACTS } from './amendment-machine.ts'
import type { AmendmentKind, AmendmentState } from './amendment-state.ts'

/*
 * Cancellation and change requests for a booked or in-doubt move (test/spec/reliability.md#amendments). An amendment
 * is stored apart from the move, so that no response about the move can overwrite it.
 */

/**
 * New values of a move; null leaves a value unchanged. `PATCH` accepts only these fields and cannot empty one
 * (test/spec/provider.md#changes), and our reference is never changed because matching relies on it.
 */
export const changeSchema = z
  .strictObject({ readyBy: zonedTimeSchema.nullable().default(null), ...vehicleParts })
  .refine((change) => Object.values(change).some((value) => value !== null), {
    error: 'Nothing was changed. Change at least one thing.',
  })

export type Change = Readonly<z.output<typeof changeSchema>>

/** The vehicle parts that a change can set, in display order. */
export const CHANGED_PARTS = ['stock', 'vin', 'year', 'make', 'model', 'color'] as const

export type ChangedPart = (typeof CHANGED_PARTS)[number]

/** An amendment for display. */
export type Amendment = {
  readonly id: string
  readonly kind: AmendmentKind
  /** Null for a cancellation. */
  readonly change: Change | null
  readonly state: AmendmentState
  /** How the amendment came to its state; null if the state says everything. */
  readonly code: AmendmentCode | null
  /** The values from which the window makes a sentence with `code`. */
  readonly fields: Fields
  /** The provider's own words, or null. */
  readonly providerMessage: string | null
  /** The name of the requester. */
  readonly who: string
  readonly madeAt: UtcInstant
  readonly changedAt: UtcInstant
}

/** True while an amendment is not settled. A move has at most one open amendment of a kind. */
export function isOpenAmendment({ state }: Pick<Amendment, 'state'>): boolean {
  return AMENDMENT_FACTS[state].open
}

/** The amendments that the booking's provider supports. */
export type ProviderCapabilities = { readonly cancel: boolean; readonly change: boolean }

/** The flag that replaces "Confirmed" for a move with an amendment or a cancellation. */
export const MOVE_FLAGS = [
  'canceled',
  'moved',
  'missing',
  'cancel-requested',
  'cancel-refused',
  'change-requested',
  'change-refused',
] as const

export type MoveMark = (typeof MOVE_FLAGS)[number]

/**
 * The flag of a move, from the provider's `cancel_status`, delivery, visibility, and the state of the last amendment
 * of each kind. A refused amendment stays flagged until the move is over, because the move goes on unchanged.
 */
export function moveFlag(move: {
  readonly cancelStatus: string | null
  readonly isDelivered: boolean
  readonly isGone: boolean
  readonly cancel: AmendmentState | null
  readonly change: AmendmentState | null
}): MoveMark | null {
  const standing = parseCancelStatus(move.cancelStatus)
  if (standing === 'rescheduled') return 'moved'
  if (endsMove(standing)) return 'canceled'
  if (move.isDelivered) return null
  if (move.isGone) return 'missing'
  if (standing === 'pending' || isPending(move.cancel)) return 'cancel-requested'
  if (move.cancel === 'refused') return 'cancel-refused'
  if (isPending(move.change)) return 'change-requested'
  return move.change === 'refused' ? 'change-refused' : null
}

function isPending(state: AmendmentState | null): boolean {
  return state !== null && isOpenAmendment({ state })
}

/** The label of a flag on the screen. */
export function moveFlagLabel(mark: MoveMark): string {
  switch (mark) {
    case 'canceled':
      return 'Canceled'
    case 'moved':
      return 'New number'
    case 'missing':
      return 'Not shown'
    case 'cancel-requested':
      return 'Cancel asked'
    case 'cancel-refused':
      return 'Not canceled'
    case 'change-requested':
      return 'Change asked'
    case 'change-refused':
      return 'Not changed'
    default:
      return assertNever(mark)
  }
}
