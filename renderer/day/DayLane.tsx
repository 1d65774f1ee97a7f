import { ClockAlert, TriangleAlert } from 'lucide-react'
import { positionOf, type Axis } from '../../shared/views/day-axis.ts'
import type { Bars } from '../../shared/views/day-progress.ts'
import { classNames } from '../ui/class-names.ts'
import { DayBars } from './DayBars.tsx'
import type { Fact } from './text/facts-text.ts'
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
 * The bars with the loaner's name before them and the fact behind them, or before them where more room is. Only the
 * names and the fact are text.
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
  return (
    <span className={css['lane']}>
      <span className={css['before']} style={{ right: `${100 - begin}%` }}>
        {loaner !== null && (
          <span className={css['loanerName']}>
            <span className={css['label']}>Loaner </span>
            {loaner}
          </span>
        )}{' '}
        {isBefore && words}
      </span>
      {bars !== null && <DayBars bars={bars} axis={axis} />}{' '}
      {!isBefore && (
        <span className={css['behind']} style={{ left: `${end}%` }}>
          {words}
        </span>
      )}
    </span>
  )
}

/** What a character takes of the lane in a window of 1366 pixels, in percent; a narrower lane may cut the words. */
const PERCENT_PER_CHARACTER = 0.85
const ICON_CHARACTERS = 5
/** A note is cut at its width. */
const MAX_CHARACTERS = 80

/** True if the words of a lane do not fit behind its bars and have more room before them; places are in percent. */
function standsBefore({ begin, end }: { readonly begin: number; readonly end: number }, words: string): boolean {
  const needed = Math.min(words.length + ICON_CHARACTERS, MAX_CHARACTERS) * PERCENT_PER_CHARACTER
  return 100 - end < needed && begin > 100 - end
}

function FactIcon({ fact }: { readonly fact: Fact }) {
  const Icon = fact.tone === 'bad' ? ClockAlert : fact.tone === 'warn' ? TriangleAlert : null
  return Icon === null ? null : <Icon size={13} aria-hidden="true" />
}
