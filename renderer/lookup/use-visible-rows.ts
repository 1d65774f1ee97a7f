import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { heightAt, indexesBetween, topOf, type IndexRange, type ShownList } from './state/row-window.ts'

/** The scroll position and the inner height of the grid in pixels. */
type View = { readonly offset: number; readonly height: number }

type VisibleRows = IndexRange & {
  /** The view at the last scroll or resize. A read from the DOM would force a layout. */
  readonly view: RefObject<View>
  /** Scrolls as little as brings the row or head at an index into sight. */
  readonly scrollTo: (index: number) => void
}

/**
 * Follows which rows of a list are visible in the scrolling `grid`, whose titles cover its upper `titles` pixels. The
 * component renders again when other rows become visible, not at each scrolled pixel.
 */
export function useVisibleRows(grid: RefObject<HTMLElement | null>, list: ShownList, titles: number): VisibleRows {
  const view = useRef<View>({ offset: 0, height: 0 })
  const [rendered, setRendered] = useState<View>({ offset: 0, height: 0 })
  const rangeOf = ({ offset, height }: View) => indexesBetween(offset, offset + height - titles, list)
  const range = rangeOf(rendered)

  const update = () => {
    const { scrollTop, clientHeight } = grid.current ?? { scrollTop: 0, clientHeight: 0 }
    view.current = { offset: scrollTop, height: clientHeight }
    const { first, last } = rangeOf(view.current)
    return first !== range.first || last !== range.last
  }
  const latest = useRef(update)
  useLayoutEffect(() => {
    latest.current = update
  })

  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return undefined
    // Without `flushSync` a fast scroll would show blank rows for a frame.
    const scrolled = () => latest.current() && flushSync(() => setRendered(view.current))
    const resized = () => latest.current() && setRendered(view.current)
    const observer = new ResizeObserver(resized)
    observer.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    resized()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [grid])

  const scrollTo = useCallback(
    (index: number) => {
      const element = grid.current
      if (element === null) return
      const top = topOf(index, list)
      const lowest = top + heightAt(index, list) - (element.clientHeight - titles)
      if (top < element.scrollTop) element.scrollTo({ top })
      else if (lowest > element.scrollTop) element.scrollTo({ top: lowest })
    },
    [grid, list, titles],
  )
  return { ...range, view, scrollTo }
}
