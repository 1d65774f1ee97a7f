import type { ElementType } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { describeHistory, ticksOf } from './text/connection-history-text.ts'
import css from './ConnectionHistory.module.css'

type TicksProps = {
  readonly status: DeskStatus
  /** The button of react-aria, inside the dialog that the ticks open. */
  readonly as?: ElementType
}

/** A button with one tick for each of the last hours. */
export function ConnectionTicks({ status: { connectionHistory: changes, now }, as: Ticks = Button }: TicksProps) {
  const summary = describeHistory(changes)
  return (
    <Ticks
      aria-label={summary}
      data-tip={summary}
      className={classNames(css['ticks'])}
      data-testid="connection-history"
      data-changes={changes.length}
    >
      {ticksOf(changes, now).map((tick, at) => (
        <i key={at} data-tick={tick} />
      ))}
    </Ticks>
  )
}
