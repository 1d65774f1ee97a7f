import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { heightAt, indexesBetween, topOf, type IndexRange, type ShownList } from './state/row-window.ts'

/** The scroll position and the inner height of the grid in pixels. */
type View = { readonly offset: number; readonly height: number }

type VisibleRows = IndexRange & {
  /** Scrolls as little as brings the row or head at an index into sight. */
  readonly reveal: (index: number) => void
}

/**
 * Follows which rows of a list are visible in the scrolling `grid`, whose titles cover its upper `titles` pixels, and
 * renders the component again when other rows become visible. A row at `kept` that is in sight stays in sight when a
 * notice above the list makes the grid lower.
 */
export function useVisibleRows(
  grid: RefObject<HTMLElement | null>,
  list: ShownList,
  titles: number,
  kept: number | null,
): VisibleRows {
  /** The view at the last scroll or resize. A read from the DOM would force a layout. */
  const view = useRef<View>({ offset: 0, height: 0 })
  /** True from a programmatic scroll until the `scroll` event. In between, `view` is out of date. */
  const isMoving = useRef(false)
  const [rendered, setRendered] = useState<View>({ offset: 0, height: 0 })
  const rangeOf = ({ offset, height }: View) => indexesBetween(offset, offset + height - titles, list)
  const range = rangeOf(rendered)

  const reveal = useCallback(
    (index: number) => {
      const element = grid.current
      if (element === null || (isInSight(index, list, titles, view.current) && !isMoving.current)) return
      isMoving.current = true
      // The head of a group comes into sight with its first row.
      const from = list.heads.some((head) => head.index === index - 1) ? index - 1 : index
      const top = topOf(from, list)
      const lowest = top + heightAt(from, list) - (element.clientHeight - titles)
      if (top < element.scrollTop) element.scrollTo({ top })
      else if (lowest > element.scrollTop) element.scrollTo({ top: lowest })
    },
    [grid, list, titles],
  )

  const update = () => {
    const { scrollTop, clientHeight } = grid.current ?? { scrollTop: 0, clientHeight: 0 }
    view.current = { offset: scrollTop, height: clientHeight }
    const { first, last } = rangeOf(view.current)
    return first !== range.first || last !== range.last
  }
  const resize = () => {
    const isKept = kept !== null && (isMoving.current || isInSight(kept, list, titles, view.current))
    if (update()) setRendered(view.current)
    if (isKept) reveal(kept)
  }
  const latest = useRef({ update, resize })
  useLayoutEffect(() => {
    latest.current = { update, resize }
  })

  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return undefined
    const scrolled = () => {
      isMoving.current = false
      // Without `flushSync` a fast scroll would show blank rows for a frame.
      if (latest.current.update()) flushSync(() => setRendered(view.current))
    }
    const resized = () => latest.current.resize()
    const observer = new ResizeObserver(resized)
    observer.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    resized()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [grid])

  return { ...range, reveal }
}

function isInSight(index: number, list: ShownList, titles: number, { offset, height }: View): boolean {
  const top = topOf(index, list) - offset
  return top >= 0 && top + heightAt(index, list) <= height - titles
}
