import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import type { BookedMoves } from '../move/move.ts'
import { optionalLine } from '../text-schema.ts'
import { toMillis } from '../time/time.ts'
import { bookingSchema, type Booking } from './booking.ts'
import { candidateIds, promisedSchema } from './duplicate-override.ts'

/* A pickup and its return, saved in one commit: both or none. Each is a booking of its own with its own reference. */

const half = z.strictObject({
  booking: bookingSchema,
  /** The ids of the duplicate candidates of this half that the window showed. */
  alike: candidateIds,
})

export const visitSchema = z
  .strictObject({ pickup: half, back: half, promised: promisedSchema, who: optionalLine(80) })
  .check(
    z.superRefine(({ pickup, back }, check) => {
      if (!isPair(pickup.booking, 'pickup')) {
        check.addIssue({ code: 'custom', path: ['pickup', 'booking', 'action'], ...issueCode('action-missing') })
      } else if (!isPair(back.booking, 'return')) {
        check.addIssue({ code: 'custom', path: ['back', 'booking', 'action'], ...issueCode('action-missing') })
      } else if (toMillis(back.booking.appointment.utc) <= toMillis(pickup.booking.appointment.utc)) {
        const path = ['back', 'booking', 'appointment']
        check.addIssue({ code: 'custom', path, ...issueCode('return-before-pickup') })
      }
    }),
  )

export type VisitRequest = z.output<typeof visitSchema>

export type Visit = { readonly pickup: BookedMoves; readonly back: BookedMoves }

function isPair<A extends 'pickup' | 'return'>(
  booking: Booking,
  action: A,
): booking is Extract<Booking, { kind: 'pair' }> & { readonly action: A } {
  return booking.kind === 'pair' && booking.action === action
}
