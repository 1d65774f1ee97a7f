import { z } from 'zod'
import { endsMove, readCancelStatus } from './cancel.ts'
import { never } from './failure.ts'
import { type UtcInstant } from './time.ts'
import { zonedTimeSchema } from './zoned-time.ts'
import { vehicleParts } from './vehicle.ts'

/*
 * What a person asks of a move that is booked, or may be: to be canceled (provider.md 8), or changed (provider.md 7). It
 * is kept as a wish beside the move, so that nothing that the provider says of the move can take its place.
 */

/**
 * New values of a move; null where it stays as it is. `PATCH` takes no more than these, and no field can be emptied
 * (provider.md 7). Our reference is never among them: by it alone a move is known again.
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

export const WISH_STATES = [
  /** Saved here and certainly not with the provider; goes out by itself. */
  'waiting',
  /** It may be with the provider: nobody knows until the move is read. */
  'sending',
  /** The provider has it and has not decided. */
  'asked',
  /** It holds; or there was nothing to ask for, because nothing was booked. */
  'done',
  /** The provider said no, at once or later, or it was too late to ask. */
  'refused',
  /** Taken back before it was asked. */
  'withdrawn',
] as const

export type WishState = (typeof WISH_STATES)[number]

export const WISH_KINDS = ['cancel', 'change'] as const

export type WishKind = (typeof WISH_KINDS)[number]

/** A wish as it is shown. */
export type Wish = {
  readonly id: string
  readonly kind: WishKind
  /** Null for a cancellation. */
  readonly change: Change | null
  readonly state: WishState
  /** How it came to its state, for programs; null where the state says it all. */
  readonly code: string | null
  /** The same in words; null where the state says it all. */
  readonly reason: string | null
  /** Who asked for it. */
  readonly who: string
  readonly madeAt: UtcInstant
  readonly changedAt: UtcInstant
}

/** True while something may still come of a wish. A move has at most one open wish of a kind. */
export function isOpenWish({ state }: Pick<Wish, 'state'>): boolean {
  return state === 'waiting' || state === 'sending' || state === 'asked'
}

/** What can be asked of the provider that a booking was made for. */
export type Takes = { readonly cancel: boolean; readonly change: boolean }

/** What stands in the place of "Confirmed" for a move of which something was asked, or that was canceled. */
export const MOVE_MARKS = [
  'canceled',
  'moved',
  'gone',
  'cancel-asked',
  'cancel-refused',
  'change-asked',
  'change-refused',
] as const

export type MoveMark = (typeof MOVE_MARKS)[number]

/**
 * The mark of a move by the provider's `cancel_status`, by whether it is delivered and still shown, and by the states of the last wish of
 * each kind. What was refused is marked until the move is over, since it goes on as if nobody had asked.
 */
export function markOf(move: {
  readonly cancelStatus: string | null
  readonly isDelivered: boolean
  readonly isGone: boolean
  readonly cancel: WishState | null
  readonly change: WishState | null
}): MoveMark | null {
  const standing = readCancelStatus(move.cancelStatus)
  if (standing === 'rescheduled') return 'moved'
  if (endsMove(standing)) return 'canceled'
  if (move.isDelivered) return null
  if (move.isGone) return 'gone'
  if (standing === 'pending' || isOpen(move.cancel)) return 'cancel-asked'
  if (move.cancel === 'refused') return 'cancel-refused'
  if (isOpen(move.change)) return 'change-asked'
  return move.change === 'refused' ? 'change-refused' : null
}

function isOpen(state: WishState | null): boolean {
  return state !== null && isOpenWish({ state })
}

/** How a mark is said on the screen. */
export function sayMark(mark: MoveMark): string {
  switch (mark) {
    case 'canceled':
      return 'Canceled'
    case 'moved':
      return 'New number'
    case 'gone':
      return 'Not shown'
    case 'cancel-asked':
      return 'Cancel asked'
    case 'cancel-refused':
      return 'Not canceled'
    case 'change-asked':
      return 'Change asked'
    case 'change-refused':
      return 'Not changed'
    default:
      return never(mark)
  }
}
