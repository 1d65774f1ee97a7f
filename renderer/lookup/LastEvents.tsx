import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { formatTime } from '../../shared/time/format.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import { describeEvent } from './text/history-text.ts'
import { LAST_EVENTS, PAGE_WORDS } from './text/page-text.ts'
import type { HistoryStore } from './state/history.ts'
import { byPerson } from '../booking/text/dialog-text.ts'
import css from './LastEvents.module.css'

type LastEventsProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly store: HistoryStore
}

/** A person who walks through the list by key passes a booking faster, and reads no events there. */
const REST_MS = 100

/** The last events of a booking, newest first; all of them once the user has asked for all activity. */
export function LastEvents({ booking, status, store }: LastEventsProps) {
  const { open, bookingId, history, errorMessage } = useStore(store, (state) => state)
  const { now, rooftop } = status

  useEffect(() => {
    // Each reply brings a new `booking` object, so this effect reads the history again after every change.
    const timer = setTimeout(() => void store.look(booking.id), REST_MS)
    return () => clearTimeout(timer)
  }, [store, booking])

  const events = bookingId === booking.id && history !== null ? history.events.toReversed() : []
  const shown = open ? events : events.slice(0, LAST_EVENTS)
  return (
    <section aria-label={PAGE_WORDS.events} className={css['activity']}>
      {errorMessage !== null && <p role="alert">{errorMessage}</p>}
      <ol className={css['events']} data-testid="history" data-count={events.length}>
        {shown.map((event, at) => {
          const { text, who, more } = describeEvent(event, rooftop.zone, now)
          return (
            <li key={at} data-event={event.kind}>
              <time dateTime={event.at}>{formatTime(event.at, rooftop.zone, now)}</time>
              <span>
                {who === null ? text : byPerson(text, who)}
                {open &&
                  more.map((line) => (
                    <span key={line} className={css['more']}>
                      {line}
                    </span>
                  ))}
              </span>
            </li>
          )
        })}
        {open && history?.more === true && <li>{PAGE_WORDS.earlierLeftOut}</li>}
      </ol>
      <ActionButton look="quiet" isExpanded={open} onPress={() => store.unfold(!open)}>
        {open ? PAGE_WORDS.lastActivity : PAGE_WORDS.allActivity}
      </ActionButton>
    </section>
  )
}
