import { z } from 'zod/mini'
import { endsMove, isStarted, parseCancelStatus } from '../move/cancel-status.ts'
import { issueCode } from '../field-issues.ts'
import { assertNever } from '../result.ts'
import type { Fields } from './fields.ts'
import type { AmendmentCode } from './outcome-code.ts'
import { type UtcInstant } from '../time/time.ts'
import { zonedTimeSchema } from '../time/zoned-time.ts'
import { vehicleParts } from '../booking/vehicle.ts'
import { AMENDMENT_FACTS } from './amendment-machine.ts'
import type { AmendmentKind, AmendmentState } from './amendment-state.ts'

/*
 * A cancellation or change request for a move that is or may be booked (test/spec/reliability.md#amendments). The store
 * keeps an amendment beside its move, so that no provider update overwrites the request.
 */

/**
 * New values of a move; null leaves a value as it is, and `PATCH` cannot empty a field (test/spec/provider.md#changes).
 * `PATCH` also takes our reference, which the desk never changes because matching relies on the reference.
 */
export const changeSchema = z
  .strictObject({ readyBy: z._default(z.nullable(zonedTimeSchema), null), ...vehicleParts })
  .check(z.refine((change) => Object.values(change).some((value) => value !== null), issueCode('nothing-changed')))

export type Change = Readonly<z.output<typeof changeSchema>>

/** The fields of a vehicle that a change can set, in display order. */
export const CHANGED_PARTS = ['stock', 'vin', 'year', 'make', 'model', 'color'] as const

export type ChangedPart = (typeof CHANGED_PARTS)[number]

/** An amendment as the window shows it. */
export type Amendment = {
  readonly id: string
  readonly kind: AmendmentKind
  /** Null for a cancellation, and for a change that cannot be read. */
  readonly change: Change | null
  readonly state: AmendmentState
  /** Why the amendment is in its state; null if the state alone says so. */
  readonly code: AmendmentCode | null
  /** Values for the sentence that the window makes of `code`. */
  readonly fields: Fields
  /** The provider's own words; null if the provider gave none. */
  readonly providerMessage: string | null
  /** Name of the person who requested the amendment. */
  readonly who: string
  readonly madeAt: UtcInstant
  readonly changedAt: UtcInstant
}

/** True while an amendment is not settled. A move has at most one open amendment of each kind. */
export function isOpenAmendment({ state }: Pick<Amendment, 'state'>): boolean {
  return AMENDMENT_FACTS[state].open
}

/** Which amendments this desk can request from the provider of a booking. */
export type ProviderCapabilities = { readonly cancel: boolean; readonly change: boolean }

/** Flags that the window shows instead of "Confirmed" for a move that was amended, canceled, replaced or is missing. */
export const MOVE_FLAGS = [
  'canceled',
  'stopped',
  'moved',
  'missing',
  'cancel-requested',
  'cancel-started',
  'cancel-refused',
  'change-requested',
  'change-refused',
] as const

export type MoveFlag = (typeof MOVE_FLAGS)[number]

/**
 * Returns the flag of a move; null for no flag. The flag of a refused amendment stays until the move is delivered or
 * canceled, unless a later amendment of the kind or another flag takes its place.
 */
export function moveFlag(move: {
  readonly cancelStatus: string | null
  readonly isDelivered: boolean
  /** The provider says that no such move exists. */
  readonly isMissing: boolean
  /** State of the newest cancellation request; null for none. */
  readonly cancel: AmendmentState | null
  /** State of the newest change request; null for none. */
  readonly change: AmendmentState | null
}): MoveFlag | null {
  const status = parseCancelStatus(move.cancelStatus)
  if (status === 'rescheduled') return 'moved'
  // A partial cancellation prevents the delivery and usually has a charge, so "canceled" would promise too much.
  if (status === 'partial') return 'stopped'
  if (endsMove(status)) return 'canceled'
  if (move.isDelivered) return null
  if (move.isMissing) return 'missing'
  if (isStarted(move.cancelStatus) && (move.cancel === null || move.cancel === 'withdrawn')) return 'cancel-started'
  if (status === 'pending' || isPending(move.cancel)) return 'cancel-requested'
  if (move.cancel === 'refused') return 'cancel-refused'
  if (isPending(move.change)) return 'change-requested'
  return move.change === 'refused' ? 'change-refused' : null
}

function isPending(state: AmendmentState | null): boolean {
  return state !== null && isOpenAmendment({ state })
}

export function moveFlagLabel(mark: MoveFlag): string {
  switch (mark) {
    case 'canceled':
      return 'Canceled'
    case 'stopped':
      return 'Stopped'
    case 'moved':
      return 'Rescheduled'
    case 'missing':
      return 'Missing'
    case 'cancel-requested':
      return 'Cancel requested'
    case 'cancel-started':
      return 'Cancel started'
    case 'cancel-refused':
      return 'Not canceled'
    case 'change-requested':
      return 'Change requested'
    case 'change-refused':
      return 'Not changed'
    default:
      return assertNever(mark)
  }
}
