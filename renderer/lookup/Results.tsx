import { useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { searchWords } from '../../shared/lookup.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { copiesRow } from '../state/keys.ts'
import type { Answer, LookupStore } from '../state/lookup.ts'
import { Row, rowId } from './Row.tsx'
import css from './Results.module.css'

type ResultsProps = {
  readonly answer: Answer
  readonly selected: string | null
  readonly now: UtcInstant
  readonly lookup: LookupStore
  readonly onEnter: () => void
  readonly onEscape: () => void
}

/** Rows that Page Up and Page Down pass over. */
const PAGE = 10

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -Infinity,
  End: Infinity,
}

/** The list: one stop for Tab, arrows move the selection, Enter goes to the booking's facts. */
export function Results({ answer, selected, now, lookup, onEnter, onEscape }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  const words = useMemo(() => searchWords(answer.text), [answer.text])
  const shown = answer.moves.some((move) => move.moveId === selected)

  useEffect(() => {
    if (selected !== null) document.getElementById(rowId(selected))?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  const keys = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) lookup.step(step)
    else if (event.key === 'Enter') onEnter()
    else if (event.key === 'Escape') onEscape()
    else if (copiesRow(event, event.target)) lookup.copyRow()
    else return
    event.preventDefault()
  }

  const click = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[role="option"]') : null
    const move = answer.moves.find(({ moveId }) => rowId(moveId) === row?.id)
    if (move !== undefined) lookup.select(move)
  }

  return (
    <div className={css['frame']}>
      <div className={css['titles']} aria-hidden="true">
        <span className={css['pill']}>State</span>
        <span className={css['time']}>Time</span>
        <span className={css['who']}>Customer</span>
        <span className={css['what']}>Reference and vehicle</span>
        <span className={css['phone']}>Phone</span>
        <span className={css['role']}>Trip</span>
        <span className={css['number']}>Move</span>
      </div>
      <div
        ref={list}
        id="results"
        role="listbox"
        aria-label="Moves"
        tabIndex={0}
        {...(shown && selected !== null ? { 'aria-activedescendant': rowId(selected) } : {})}
        className={css['rows']}
        data-fact="results"
        data-text={answer.text}
        data-filters={answer.filters.join(' ')}
        data-count={answer.moves.length}
        onClick={click}
        onKeyDown={keys}
      >
        {answer.moves.map((move) => (
          <Row key={move.moveId} move={move} words={words} isSelected={move.moveId === selected} now={now} />
        ))}
      </div>
    </div>
  )
}
