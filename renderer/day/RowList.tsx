import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { BookedMoves } from '../../shared/move/move.ts'
import { drawnIndexes } from '../lookup/state/row-window.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'
import css from './RowList.module.css'

/** What a row tells a screen reader of a list that the page has only in part. */
export type RowPlace = {
  readonly position: number
  readonly size: number
  /** How far the row stands below the row that is drawn before it, in pixels. */
  readonly gap: number
}

type RowListProps = {
  readonly bookings: readonly BookedMoves[]
  readonly scroller: RefObject<HTMLElement | null>
  /** The row that stays in the page out of sight too, because it has the focus or is the Tab stop. */
  readonly kept: string | undefined
  readonly isDone?: boolean
  readonly row: (booking: BookedMoves, place: RowPlace) => ReactNode
}

/** The rows of one group, of which the page has those near the sight. */
export function RowList({ bookings, scroller, kept, isDone = false, row }: RowListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { height, look, ...range } = useRowsInSight(list, scroller)
  const keptAt = bookings.findIndex(({ id }) => id === kept)
  const drawn = drawnIndexes(range, keptAt < 0 ? null : keptAt, bookings.length)

  // Other rows above move this list, which changes the size of no element that the hook observes.
  useLayoutEffect(look)

  return (
    <ul
      ref={list}
      className={css['list']}
      data-done={isDone ? '' : undefined}
      style={{ paddingBottom: (bookings.length - 1 - (drawn.at(-1) ?? -1)) * height }}
    >
      {drawn.map((index, at) => {
        const booking = bookings[index]
        const gap = (index - (drawn[at - 1] ?? -1) - 1) * height
        return booking && row(booking, { position: index + 1, size: bookings.length, gap })
      })}
    </ul>
  )
}
