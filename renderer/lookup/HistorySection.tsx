import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { formatTime } from '../../shared/time/format.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { describeEvent } from './text/history-text.ts'
import type { HistoryStore } from './state/history.ts'
import css from './HistorySection.module.css'

type HistorySectionProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly store: HistoryStore
}

/** History of a booking, newest event last; collapsed until the user expands the section. */
export function HistorySection({ booking, status, store }: HistorySectionProps) {
  const { open, bookingId, history, errorMessage } = useStore(store, (state) => state)
  const { now, rooftop } = status

  useEffect(() => {
    // Each reply brings a new `booking` object, so this effect reads the history again after every change.
    void store.look(booking.id)
  }, [store, booking])

  const unfold = (isOpen: boolean) => {
    store.unfold(isOpen)
    void store.look(booking.id)
  }

  return (
    <Disclosure isExpanded={open} onExpandedChange={unfold} className={classNames(css['fold'])}>
      <Heading level={3}>
        <Button slot="trigger" className={classNames(css['trigger'])}>
          <ChevronRight size={14} aria-hidden="true" />
          History
        </Button>
      </Heading>
      <DisclosurePanel>
        {errorMessage !== null && <p role="alert">{errorMessage}</p>}
        {bookingId === booking.id && history !== null && (
          <ol className={css['events']} data-testid="history" data-count={history.events.length}>
            {history.more && <li>What happened before is left out: it was tried very often.</li>}
            {history.events.map((event, at) => {
              const { text, who, more } = describeEvent(event, rooftop.zone, now)
              return (
                <li key={at} data-event={event.kind}>
                  <time dateTime={event.at}>{formatTime(event.at, rooftop.zone, now)}</time>
                  <span>
                    {text}
                    {who !== null && `, by ${who}`}
                    {more.map((line) => (
                      <span key={line} className={css['more']}>
                        {line}
                      </span>
                    ))}
                  </span>
                </li>
              )
            })}
          </ol>
        )}
      </DisclosurePanel>
    </Disclosure>
  )
}
