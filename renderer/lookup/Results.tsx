import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { searchWords } from '../../shared/views/lookup.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { copiesRow } from '../app/state/keyboard.ts'
import { placeOf, type ResultPage } from './state/result-list.ts'
import type { LookupStore } from './state/lookup.ts'
import { COLUMNS, ResultRow, rowId, rowIndex, ResultRowPlaceholder } from './ResultRow.tsx'
import { RowMeasurer, useRowHeights } from './RowMeasurer.tsx'
import css from './Results.module.css'

type ResultsProps = {
  readonly answer: ResultPage
  readonly selected: string | null
  readonly now: UtcInstant
  readonly lookup: LookupStore
  readonly onEnter: () => void
  readonly onEscape: () => void
}

/** Rows that are rendered above and below the visible rows. */
const OVERSCAN_ROWS = 2

/** Rows by which each key moves the selection; `page` is the number of visible rows. */
const STEPS: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => -Infinity,
  End: () => Infinity,
}

/**
 * The result list as a grid with one tab stop: arrow keys move the selection, Enter goes to the details. The document
 * has only the rows near the visible range and the selected row, which `aria-activedescendant` names and which must
 * therefore exist.
 */
export const Results = memo(function Results({ answer, selected, now, lookup, onEnter, onEscape }: ResultsProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [heights, ruler, titles] = useRowHeights()
  const words = useMemo(() => searchWords(answer.text), [answer.text])
  const place = placeOf(answer, selected)

  const rangeExtractor = useCallback(
    (range: Range) => {
      const places = defaultRangeExtractor(range)
      return place === null || places.includes(place) ? places : [...places, place].sort((one, other) => one - other)
    },
    [place],
  )
  // The rule warns about the React Compiler, which this project does not use.
  // eslint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: answer.count,
    getScrollElement: () => grid.current,
    estimateSize: () => heights.row,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
    scrollMargin: heights.titles,
    scrollPaddingStart: heights.titles,
  })

  useLayoutEffect(() => virtual.measure(), [virtual, heights])

  /** True from a programmatic scroll until the `scroll` event. In between, `virtual.scrollOffset` is out of date. */
  const isMoving = useRef(false)

  /**
   * Scrolls to a row that is not visible. The check uses cached values, because a read from the DOM would force a
   * layout that most keys do not need.
   */
  const reveal = useCallback(
    (at: number) => {
      const top = at * heights.row - (virtual.scrollOffset ?? 0)
      const isSeen = top >= 0 && top + heights.row <= (virtual.scrollRect?.height ?? 0) - heights.titles
      if (isSeen && !isMoving.current) return
      isMoving.current = true
      virtual.scrollToIndex(at)
    },
    [virtual, heights],
  )

  useLayoutEffect(() => {
    if (place !== null) reveal(place)
  }, [reveal, place, selected, answer.text, answer.filters])

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useEffect(() => {
    lookup.see({ from: Math.max(startIndex - OVERSCAN_ROWS, 0), to: endIndex + 1 + OVERSCAN_ROWS })
  }, [lookup, startIndex, endIndex])

  const keys = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      const seen = (grid.current?.clientHeight ?? 0) - heights.titles
      lookup.step(step(Math.max(Math.floor(seen / heights.row), 1)))
      // At an end of the list the selection stays the same and the effect does not run, but the selected row may be out
      // of view.
      if (place !== null) reveal(placeOf(lookup.getState().answer, lookup.getState().moveId) ?? place)
    } else if (event.key === 'Enter') onEnter()
    else if (event.key === 'Escape') onEscape()
    else if (copiesRow(event, event.target)) lookup.copyRow()
    else return
    event.preventDefault()
  }

  const click = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null
    const move = [...answer.rows.values()].find(({ moveId }) => rowId(moveId) === row?.id)
    if (move !== undefined) lookup.select(move)
  }

  return (
    <div className={css['frame']}>
      <div
        ref={grid}
        id="results"
        role="grid"
        aria-label="Moves"
        aria-readonly="true"
        aria-rowcount={rowIndex(answer.count - 1)}
        tabIndex={0}
        {...(place !== null && selected !== null ? { 'aria-activedescendant': rowId(selected) } : {})}
        className={css['rows']}
        data-testid="results"
        data-text={answer.text}
        data-filters={answer.filters.join(' ')}
        data-count={answer.count}
        onClick={click}
        onKeyDown={keys}
        onScroll={() => (isMoving.current = false)}
      >
        <div ref={titles} role="row" aria-rowindex={1} className={css['titles']}>
          {COLUMNS.map(([name, title]) => (
            <span key={name} role="columnheader" className={css[name]} title={title}>
              {title}
            </span>
          ))}
        </div>
        <div
          role="rowgroup"
          className={css['body']}
          style={{ height: virtual.getTotalSize(), backgroundSize: `100% ${heights.row}px` }}
        >
          <RowMeasurer ref={ruler} />
          {virtual.getVirtualItems().map(({ index, start }) => {
            const move = answer.rows.get(index)
            const at = { place: index, top: start - heights.titles, height: heights.row }
            // The key is the place, so a new list changes the text of existing rows instead of creating new rows.
            return move === undefined ? (
              <ResultRowPlaceholder key={index} {...at} />
            ) : (
              <ResultRow
                key={index}
                move={move}
                {...at}
                words={words}
                isSelected={move.moveId === selected}
                now={now}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
})
