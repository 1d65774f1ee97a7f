import { ClockAlert, TriangleAlert } from 'lucide-react'
import { positionOf, type Axis } from '../../shared/views/day-axis.ts'
import type { Bars } from '../../shared/views/day-progress.ts'
import { classNames } from '../ui/class-names.ts'
import { DayBars } from './DayBars.tsx'
import type { Fact } from './text/facts-text.ts'
import { TEXT } from './text/day-text.ts'
import css from './DayLane.module.css'

type DayLaneProps = {
  readonly bars: Bars | null
  readonly axis: Axis
  readonly at: number
  readonly loaner: string | null
  readonly fact: Fact
  readonly note: string | null
}

/**
 * The bars with the loaner's name before them and the fact behind them, each on the other side where more room is. Only
 * the names and the fact are text.
 */
export function DayLane({ bars, axis, at, loaner, fact, note }: DayLaneProps) {
  const begin = positionOf(bars?.from ?? at, axis)
  const end = positionOf(bars?.to ?? at, axis)
  const isBefore = standsBefore({ begin, end }, `${fact.text}${note ?? ''}`)
  const words = (
    <span
      className={classNames(css['fact'], fact.tone === 'swap' ? css['swapFact'] : css[fact.tone])}
      data-testid="fact"
      data-tone={fact.tone}
    >
      <FactIcon fact={fact} />
      {fact.text}
      {note !== null && <span className={css['note']}>{note}</span>}
    </span>
  )
  // A name before bars at the left edge would cover the columns of the row.
  const isNameBehind = loaner !== null && widthOf(loaner) > begin
  const name = loaner !== null && (
    <span className={css['loanerName']}>
      <span className={css['label']}>{`${TEXT.loaner} `}</span>
      {loaner}
    </span>
  )
  return (
    <span className={css['lane']}>
      <span className={css['before']} style={{ right: `${100 - begin}%` }}>
        {!isNameBehind && name} {isBefore && words}
      </span>
      {bars !== null && <DayBars bars={bars} axis={axis} />}{' '}
      <span className={css['behind']} style={{ left: `${end}%` }}>
        {isNameBehind && name} {!isBefore && words}
      </span>
    </span>
  )
}

/** What a character takes of the lane in a window of 1366 pixels, in percent; a narrower lane may cut the words. */
const PERCENT_PER_CHARACTER = 0.85
const ICON_PERCENT = 5 * PERCENT_PER_CHARACTER
/** A note is cut at its width. */
const MAX_PERCENT = 80 * PERCENT_PER_CHARACTER

function widthOf(words: string): number {
  return words.length * PERCENT_PER_CHARACTER
}

/** True if the words of a lane do not fit behind its bars and have more room before them; places are in percent. */
function standsBefore({ begin, end }: { readonly begin: number; readonly end: number }, words: string): boolean {
  const needed = Math.min(widthOf(words) + ICON_PERCENT, MAX_PERCENT)
  return 100 - end < needed && begin > 100 - end
}

function FactIcon({ fact }: { readonly fact: Fact }) {
  const Icon = fact.tone === 'bad' ? ClockAlert : fact.tone === 'warn' ? TriangleAlert : null
  return Icon === null ? null : <Icon size={13} aria-hidden="true" />
}
