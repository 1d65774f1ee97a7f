import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import { describeAsOf } from '../text/board-text.ts'
import css from './BoardAge.module.css'

/** Beside the title of a list: from when the bookings of other desks are, while the desk does not reach the hub. */
export function BoardAge({ status: { board, now, rooftop } }: { readonly status: DeskStatus }) {
  const words = describeAsOf(board, { zone: rooftop.zone, now })
  return (
    words !== null && (
      <span className={css['age']} data-testid="board-age">
        {words}
      </span>
    )
  )
}
