import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { classNames } from '../ui/class-names.ts'
import { ConnectionTicks } from './ConnectionTicks.tsx'
import { HISTORY_TITLE, historyLines, NO_HISTORY } from './text/connection-history-text.ts'
import css from './ConnectionHistory.module.css'

/** The ticks of the last hours, and behind them each change of the connection with its cause. */
export function ConnectionHistory({ status }: { readonly status: DeskStatus }) {
  const { connectionHistory: changes, rooftop, now } = status
  const lines = historyLines(changes, rooftop.zone, now)
  return (
    <DialogTrigger>
      <ConnectionTicks status={status} as={Button} />
      <Popover placement="top start" className={classNames(css['popover'])}>
        <Dialog className={classNames(css['dialog'])}>
          <Heading slot="title" className={classNames(css['title'])}>
            {HISTORY_TITLE}
          </Heading>
          {lines.length === 0 ? (
            <p>{NO_HISTORY}</p>
          ) : (
            <ol className={css['lines']}>
              {lines.map(({ at, kind, text }, place) => (
                <li key={place} data-kind={kind}>
                  <time>{at}</time>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
