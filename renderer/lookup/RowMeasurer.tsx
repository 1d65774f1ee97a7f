import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { classNames } from '../ui/class-names.ts'
import { RowStatus } from './RowStatus.tsx'
import { COLUMNS } from './text/row-text.ts'
import css from './Results.module.css'

type RowHeights = { readonly row: number; readonly head: number; readonly titles: number }

type Measured = Readonly<Record<'ruler' | 'headRuler' | 'titles', RefObject<HTMLDivElement | null>>>

/** Invisible row whose measured height all rows take, so that rows fit in any density, width and text spacing. */
export function RowMeasurer({ ref }: { readonly ref: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={ref} aria-hidden="true" className={classNames(css['row'], css['ruler'])}>
      {COLUMNS.map(([name, title]) => (
        <span key={name} className={css[name]}>
          {name === 'status' ? <RowStatus look="late" label={title} /> : title}
        </span>
      ))}
    </div>
  )
}

/** Heights of rows, heads of groups and titles in pixels, with the refs of the measured elements. */
export function useRowHeights(): readonly [RowHeights, Measured] {
  const ruler = useRef<HTMLDivElement>(null)
  const headRuler = useRef<HTMLDivElement>(null)
  const titles = useRef<HTMLDivElement>(null)
  const [heights, setHeights] = useState<RowHeights>({ row: 29, head: 26, titles: 30 })

  useLayoutEffect(() => {
    const heightOf = ({ current }: RefObject<HTMLDivElement | null>) => current?.getBoundingClientRect().height
    const measure = () =>
      setHeights((before) => {
        // Fractional heights would blur the lines between rows.
        const row = Math.ceil(heightOf(ruler) ?? before.row)
        const head = Math.ceil(heightOf(headRuler) ?? before.head)
        const top = heightOf(titles) ?? before.titles
        const isSame = row === before.row && head === before.head && top === before.titles
        return isSame ? before : { row, head, titles: top }
      })
    const observer = new ResizeObserver(measure)
    for (const { current } of [ruler, headRuler, titles]) if (current !== null) observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [])

  return [heights, { ruler, headRuler, titles }]
}
