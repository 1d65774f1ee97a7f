import type { BookedMoves } from '../../shared/move/move.ts'
import { describeOtherDesk } from './text/desk-text.ts'
import css from './WithDesk.module.css'

/** The line in place of the actions that a booking of another desk does not have here. */
export function OtherDesk({ booking }: { readonly booking: BookedMoves }) {
  const words = describeOtherDesk(booking)
  return (
    words !== null && (
      <p className={css['line']} data-testid="other-desk">
        {words}
      </p>
    )
  )
}
