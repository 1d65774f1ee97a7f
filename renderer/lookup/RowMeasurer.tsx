import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { StatePill } from '../ui/StatePill.tsx'
import { classNames } from '../ui/class-names.ts'
import { COLUMNS } from './ResultRow.tsx'
import css from './Results.module.css'

type RowHeights = { readonly row: number; readonly titles: number }

/** Invisible row whose measured height all rows take, so that rows fit in any density, width and text spacing. */
export function RowMeasurer({ ref }: { readonly ref: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={ref} aria-hidden="true" className={classNames(css['row'], css['ruler'])}>
      {COLUMNS.map(([name, title]) => (
        <span key={name} className={css[name]}>
          {name === 'pill' ? <StatePill state="booked" label={title} /> : title}
        </span>
      ))}
    </div>
  )
}

/** Heights of rows and titles in pixels, with the refs of the two measured elements. */
export function useRowHeights(): readonly [
  RowHeights,
  ruler: RefObject<HTMLDivElement | null>,
  titles: RefObject<HTMLDivElement | null>,
] {
  const ruler = useRef<HTMLDivElement>(null)
  const titles = useRef<HTMLDivElement>(null)
  const [heights, setHeights] = useState<RowHeights>({ row: 28, titles: 28 })

  useLayoutEffect(() => {
    const measure = () =>
      setHeights((before) => {
        // Fractional heights would blur the lines between rows.
        const row = Math.ceil(ruler.current?.getBoundingClientRect().height ?? before.row)
        const top = titles.current?.getBoundingClientRect().height ?? before.titles
        return row === before.row && top === before.titles ? before : { row, titles: top }
      })
    const observer = new ResizeObserver(measure)
    for (const { current } of [ruler, titles]) if (current !== null) observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [])

  return [heights, ruler, titles]
}
