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
 * What a person asks of a move that is booked, or may be: to be canceled, or changed
 * (test/spec/reliability.md#amendments). It is kept as an amendment beside the move, so that nothing that the provider says
 * of the move can take its place.
 */

/**
 * New values of a move; null where it stays as it is. `PATCH` takes no more than these, and no field can be emptied
 * (test/spec/provider.md#changes). Our reference is never among them: by it alone a move is known again.
 */
export const changeSchema = z
  .strictObject({ readyBy: zonedTimeSchema.nullable().default(null), ...vehicleParts })
  .refine((change) => Object.values(change).some((value) => value !== null), {
    error: 'Nothing was changed. Change at least one thing.',
  })

export type Change = Readonly<z.output<typeof changeSchema>>

/** The parts of a vehicle that a change can name, in the order in which they are shown. */
export const CHANGED_PARTS = ['stock', 'vin', 'year', 'make', 'model', 'color'] as const

export type ChangedPart = (typeof CHANGED_PARTS)[number]

/** An amendment as it is shown. */
export type Amendment = {
  readonly id: string
  readonly kind: AmendmentKind
  /** Null for a cancellation. */
  readonly change: Change | null
  readonly state: AmendmentState
  /** How it came to its state, for programs; null where the state says it all. */
  readonly code: AmendmentCode | null
  /** The values of which the window makes a sentence with `code`. */
  readonly fields: Fields
  /** The provider's own words; null where it gave none. */
  readonly providerMessage: string | null
  /** Who asked for it. */
  readonly who: string
  readonly madeAt: UtcInstant
  readonly changedAt: UtcInstant
}

/** True while something may still come of an amendment. A move has at most one open amendment of a kind. */
export function isOpenAmendment({ state }: Pick<Amendment, 'state'>): boolean {
  return AMENDMENT_FACTS[state].open
}

/** What can be asked of the provider that a booking was made for. */
export type ProviderCapabilities = { readonly cancel: boolean; readonly change: boolean }

/** What stands in the place of "Confirmed" for a move of which something was asked, or that was canceled. */
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
 * The mark of a move by the provider's `cancel_status`, by whether it is delivered and still shown, and by the states of the last amendment of
 * each kind. What was refused is marked until the move is over, since it goes on as if nobody had asked.
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

/** How a mark is said on the screen. */
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
