import { useEffect, useRef, type FocusEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { QueuedBooking } from '../../shared/queue.ts'
import { sayTime } from '../../shared/time-words.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { names } from '../parts/class-names.ts'
import { useStore } from '../parts/use-store.ts'
import { KEYS } from '../state/keys.ts'
import type { QueueStore } from '../state/queue.ts'
import { sayQueued, sayTally } from '../state/queue-words.ts'
import type { Screens } from '../state/screens.ts'
import { DoubtGuide } from './DoubtGuide.tsx'
import { QueuedRow } from './QueuedRow.tsx'
import css from './Queue.module.css'

export type QueueActs = {
  /** Shows the booking's page, where everything about it is decided. */
  readonly onOpen: (bookingId: string) => void
  readonly onChange: (booking: BookedMoves) => void
}

type QueueProps = QueueActs & { readonly status: DeskStatus; readonly queue: QueueStore; readonly screens: Screens }

/** The screen of what is not settled: what a person must look at, then what leaves by itself; and the day's tally. */
export function Queue({ status, queue, screens, onOpen, onChange }: QueueProps) {
  const { queue: read, trouble, outcome, busy, guidedId } = useStore(queue, (state) => state)
  const arrival = useStore(screens, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** The place of the row that last had the focus, -1 for none. */
  const row = useRef(-1)
  const guided = read?.bookings.find(({ booking }) => booking.id === guidedId && booking.state === 'in-doubt')?.booking

  useEffect(() => {
    queue.enter()
    return queue.leave
  }, [queue])

  useEffect(() => {
    if (arrival.landing === 'attention') {
      // The list is still on its way.
      if (read === null && trouble === null) return
      ;(nextWanting(list.current) ?? title.current)?.focus()
    } else if (arrival.landing === 'heading') title.current?.focus()
    else return
    screens.landed()
  }, [arrival, screens, read, trouble])

  const listed = read?.bookings.length
  useEffect(() => {
    if (listed === undefined || document.activeElement !== document.body) return
    // The row that held the focus is gone: it was settled. The first button of the next one settles nothing.
    const rows = rowsIn(list.current)
    const next = rows[Math.min(row.current, rows.length - 1)]?.querySelector('button')
    ;(next ?? title.current)?.focus()
  }, [listed])

  const noteRow = ({ target }: FocusEvent) => {
    row.current = rowsIn(list.current).findIndex((one) => one.contains(target))
  }

  const act = {
    status,
    busy,
    onOpen,
    onChange,
    onWithdraw: (id: string) => void queue.withdraw(id),
    onFindOut: queue.guide,
  }
  return (
    <div
      ref={list}
      className={css['queue']}
      data-fact="queue"
      data-count={read?.bookings.length ?? ''}
      onFocus={noteRow}
    >
      <div className={css['head']}>
        <h1 ref={title} tabIndex={-1}>
          Queue
        </h1>
        {read !== null && <span className={css['count']}>{sayQueued(read)}</span>}
      </div>
      {read !== null && (
        <p className={css['tally']} data-fact="tally" data-tally={JSON.stringify(read.tally)}>
          {sayTally(read.tally)}
        </p>
      )}
      <Trouble title="The queue could not be read" words={trouble} onAgain={queue.again} />
      <p role="status" className={names(css['outcome'], outcome?.good === false && css['bad'])}>
        {outcome?.words}
      </p>
      {read?.bookings.length === 0 && trouble === null && (
        <EmptyState
          title="Nothing is waiting"
          words={
            status.lastSentAt === null
              ? 'What is booked here stands in this place until the provider has it.'
              : `Every booking is settled. Last sent ${sayTime(status.lastSentAt, status.rooftop.zone, status.now)}.`
          }
          action="New booking"
          keys={KEYS.newBooking}
          onAction={() => screens.go('schedule', 'first-field')}
        />
      )}
      <Group title="Needs attention" bookings={read?.bookings.filter((one) => one.attention) ?? []} {...act} />
      <Group title="Leaves by itself" bookings={read?.bookings.filter((one) => !one.attention) ?? []} {...act} />
      {guided !== undefined && (
        <DoubtGuide
          booking={guided}
          ways={queue.ways}
          now={status.now}
          onSettled={(_after, words) => queue.settled(words)}
          onClose={() => queue.guide(null)}
        />
      )}
      {read?.more === true && <p className={css['more']}>There are more. They are listed as these are settled.</p>}
    </div>
  )
}

/** The first button of the next row that needs a person after the one with the focus; of the first one after the last. */
function nextWanting(list: HTMLElement | null): HTMLElement | null | undefined {
  const rows = rowsIn(list).filter((row) => row.getAttribute('data-attention') === 'true')
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  return rows[(at + 1) % rows.length]?.querySelector('button')
}

function rowsIn(list: HTMLElement | null): readonly Element[] {
  return [...(list?.querySelectorAll('[data-fact="queued"]') ?? [])]
}

type GroupProps = Omit<Parameters<typeof QueuedRow>[0], 'queued'> & {
  readonly title: string
  readonly bookings: readonly QueuedBooking[]
}

function Group({ title, bookings, ...act }: GroupProps) {
  if (bookings.length === 0) return null
  return (
    <section aria-label={title} className={css['group']}>
      <h2>{title}</h2>
      <ul>
        {bookings.map((queued) => (
          <QueuedRow key={queued.booking.id} queued={queued} {...act} />
        ))}
      </ul>
    </section>
  )
}
