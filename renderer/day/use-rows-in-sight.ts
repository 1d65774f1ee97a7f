import { useCallback, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { IndexRange } from '../lookup/state/row-window.ts'

/** Rows that are drawn beyond each edge of the sight. */
const BEYOND_ROWS = 12
/** The drawn rows change by so many at a time, so that most steps of a scroll draw nothing. */
const STEP_ROWS = 4

type Drawn = IndexRange & {
  /** The height of a row in pixels; all rows of a list have the same. */
  readonly height: number
}

const FIRST_ROWS: Drawn = { first: 0, last: BEYOND_ROWS, height: 0 }

type RowsInSight = Drawn & {
  /** Looks again which rows are in sight. */
  readonly look: () => void
}

/**
 * Follows which rows of `list` are near the part of `scroller` that the window shows. A low window scrolls as a whole,
 * so that the edges of the window count too.
 */
export function useRowsInSight(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): RowsInSight {
  const [drawn, setDrawn] = useState(FIRST_ROWS)
  const look = useCallback(() => {
    const next = rowsInSight(list.current, scroller.current)
    if (next === null) return
    setDrawn((before) => {
      const isSame = before.first === next.first && before.last === next.last && before.height === next.height
      return isSame ? before : next
    })
  }, [list, scroller])

  useLayoutEffect(() => {
    const observer = new ResizeObserver(look)
    for (const { current } of [list, scroller]) if (current !== null) observer.observe(current)
    // Without `flushSync` a fast scroll would show blank rows for a frame.
    const scrolled = () => flushSync(look)
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [look, list, scroller])

  return { ...drawn, look }
}

function rowsInSight(list: HTMLElement | null, scroller: HTMLElement | null): Drawn | null {
  const row = list?.firstElementChild
  if (list === null || scroller === null || row === null || row === undefined) return null
  const { height } = row.getBoundingClientRect()
  if (height === 0) return null
  const { top } = list.getBoundingClientRect()
  const box = scroller.getBoundingClientRect()
  const from = (Math.max(box.top, 0) - top) / height
  const to = (Math.min(box.bottom, window.innerHeight) - top) / height
  return {
    first: Math.floor(from / STEP_ROWS) * STEP_ROWS - BEYOND_ROWS,
    last: Math.ceil(to / STEP_ROWS) * STEP_ROWS + BEYOND_ROWS,
    height,
  }
}
