import { memo, useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { searchWords } from '../../shared/views/lookup.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { copiesRow } from '../app/state/keyboard.ts'
import { headsOf, indexOfPlace, placeOf, placeOfIndex, type ResultPage } from './state/result-list.ts'
import { drawnIndexes, heightAt, topOf } from './state/row-window.ts'
import type { LookupStore } from './state/lookup-store.ts'
import { ResultRow, rowId, rowIndex, ResultRowPlaceholder } from './ResultRow.tsx'
import { COLUMNS, groupLabel } from './text/row-text.ts'
import { classNames } from '../ui/class-names.ts'
import { RowMeasurer, useRowHeights } from './RowMeasurer.tsx'
import { useVisibleRows } from './use-visible-rows.ts'
import { LOOKUP } from './text/lookup-text.ts'
import css from './Results.module.css'

type ResultsProps = {
  readonly answer: ResultPage
  readonly selected: string | null
  readonly now: UtcInstant
  /** The rooftop's zone, whose day the groups follow. */
  readonly zone: string
  readonly lookup: LookupStore
  readonly onEnter: () => void
  readonly onEscape: () => void
}

/** Rows that are rendered above and below the visible rows. */
const OVERSCAN_ROWS = 1

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
export const Results = memo(function Results(props: ResultsProps) {
  const { answer, selected, now, zone, lookup, onEnter, onEscape } = props
  const grid = useRef<HTMLDivElement>(null)
  const [heights, { ruler, headRuler, titles }] = useRowHeights()
  const words = useMemo(() => searchWords(answer.text), [answer.text])
  const place = placeOf(answer, selected)
  const heads = useMemo(() => headsOf(answer.groups), [answer.groups])
  const rowAt = place === null ? null : indexOfPlace(heads, place)

  const list = useMemo(() => ({ count: answer.count + heads.length, heads, heights }), [answer.count, heads, heights])
  const { first, last, reveal } = useVisibleRows(grid, list, heights.titles, rowAt)
  const drawn = drawnIndexes({ first: first - OVERSCAN_ROWS, last: last + OVERSCAN_ROWS }, rowAt, list.count)

  useLayoutEffect(() => {
    if (rowAt !== null) reveal(rowAt)
  }, [reveal, rowAt, selected, answer.text, answer.filters])

  useEffect(() => {
    const from = placeOfIndex(heads, first) - OVERSCAN_ROWS
    lookup.see({ from: Math.max(from, 0), to: placeOfIndex(heads, last) + 1 + OVERSCAN_ROWS })
  }, [lookup, heads, first, last])

  const keys = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      const seen = (grid.current?.clientHeight ?? 0) - heights.titles
      lookup.step(step(Math.max(Math.floor(seen / heights.row), 1)))
      // At an end of the list the selection stays the same and the effect does not run, but the selected row may be out
      // of view.
      const at = placeOf(lookup.getState().answer, lookup.getState().bookingId)
      if (at !== null) reveal(indexOfPlace(heads, at))
    } else if (event.key === 'Enter') onEnter()
    else if (event.key === 'Escape') onEscape()
    else if (copiesRow(event, event.target)) lookup.copyRow()
    else return
    event.preventDefault()
  }

  const click = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[role="row"]') : null
    const booking = [...answer.rows.values()].find(({ bookingId }) => rowId(bookingId) === row?.id)
    if (booking !== undefined) lookup.select(booking.bookingId)
  }

  return (
    <div className={css['frame']}>
      <div
        ref={grid}
        id="results"
        role="grid"
        aria-label={LOOKUP.list}
        aria-readonly="true"
        aria-rowcount={rowIndex(answer.count + heads.length - 1)}
        tabIndex={0}
        {...(place !== null && selected !== null ? { 'aria-activedescendant': rowId(selected) } : {})}
        className={css['rows']}
        data-testid="results"
        data-text={answer.text}
        data-filters={answer.filters.join(' ')}
        data-count={answer.count}
        onClick={click}
        onKeyDown={keys}
      >
        <div ref={titles} role="row" aria-rowindex={1} className={css['titles']}>
          {COLUMNS.map(([name, title]) => (
            <span key={name} role="columnheader" className={css[name]} title={title}>
              {name === 'direction' ? <span className="unseen">{title}</span> : title}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={css['body']} style={{ height: topOf(list.count, list) }}>
          <RowMeasurer ref={ruler} />
          <div ref={headRuler} aria-hidden="true" className={classNames(css['group'], css['ruler'])}>
            {groupLabel('upcoming', zone, now)}
          </div>
          {drawn.map((index) => {
            const head = heads.find((one) => one.index === index)
            const at = { index, top: topOf(index, list), height: heightAt(index, list) }
            // The key is the index, so a new list changes the text of existing rows instead of creating new rows.
            if (head !== undefined) {
              return (
                <div
                  key={index}
                  role="row"
                  aria-rowindex={rowIndex(index)}
                  className={css['group']}
                  style={{ top: at.top, height: at.height }}
                  data-testid="group"
                  data-group={head.group}
                  data-count={head.count}
                >
                  <span role="gridcell" aria-colspan={COLUMNS.length}>
                    <strong>{groupLabel(head.group, zone, now)}</strong> {head.count.toLocaleString('en-US')}
                  </span>
                </div>
              )
            }
            const booking = answer.rows.get(placeOfIndex(heads, index))
            return booking === undefined ? (
              <ResultRowPlaceholder key={index} {...at} />
            ) : (
              <ResultRow
                key={index}
                booking={booking}
                group={heads.findLast((one) => one.index < index)?.group ?? 'earlier'}
                {...at}
                words={words}
                isSelected={booking.bookingId === selected}
                now={now}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
})
