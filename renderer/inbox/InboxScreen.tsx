import { useEffect, useRef, useState, type FocusEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { InboxItem } from '../../shared/views/inbox.ts'
import { formatTime } from '../../shared/time/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorMessage } from '../ui/ErrorMessage.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { cancelableMoves, describeInboxItem, describeTally } from './text.ts'
import { useStores } from '../stores-context.ts'
import { PhoneDialog } from '../booking/PhoneDialog.tsx'
import { ResolutionDialog, type DialogResolution } from '../booking/ResolutionDialog.tsx'
import { InDoubtGuide } from '../booking/InDoubtGuide.tsx'
import { InboxRow, type InboxActions } from './InboxRow.tsx'
import css from './InboxScreen.module.css'

type InboxScreenProps = Pick<InboxActions, 'onOpen'> & { readonly status: DeskStatus }

/** The inbox: bookings that need a person, then bookings that leave automatically, and the tally of the day. */
export function InboxScreen({ status, onOpen }: InboxScreenProps) {
  const { inbox, navigation, rebook, amendmentDialog } = useStores()
  const { data: read, errorMessage } = useStore(inbox.list, (state) => state)
  const { outcome, busy, guidedId } = useStore(inbox, (state) => state)
  const arrival = useStore(navigation, (state) => state.arrival)
  const [asked, setAsked] = useState<{ readonly dialog: DialogResolution | 'call'; readonly bookingId: string } | null>(
    null,
  )
  const title = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Index of the row that last had the focus; -1 for none. */
  const row = useRef(-1)
  const guided = read?.bookings.find(({ booking }) => booking.id === guidedId && booking.state === 'in-doubt')?.booking

  const asking = read?.bookings.find(({ booking }) => booking.id === asked?.bookingId)?.booking
  const close = () => setAsked(null)

  useEffect(() => {
    inbox.enter()
    return inbox.leave
  }, [inbox])

  useEffect(() => {
    if (arrival.focus === 'attention') {
      // The focus waits for the list.
      if (read === null && errorMessage === null) return
      ;(nextNeedingAttention(list.current) ?? title.current)?.focus()
    } else if (arrival.focus === 'heading') title.current?.focus()
    else return
    navigation.focusArrived()
  }, [arrival, navigation, read, errorMessage])

  const listed = read?.bookings.length
  useEffect(() => {
    if (listed === undefined || document.activeElement !== document.body) return
    // No element has the focus after the focused row is gone, because its booking was settled. The first button of the
    // next row is safe to focus, because that button settles nothing.
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
    onChange: rebook.change,
    onWithdraw: (id: string) => void inbox.withdraw(id),
    onFindOut: inbox.guide,
    onResolve: (bookingId: string, dialog: DialogResolution) => setAsked({ dialog, bookingId }),
    onCancel: (booking: BookedMoves) => {
      const moves = cancelableMoves(booking)
      const [first] = moves
      if (first === undefined) return setAsked({ dialog: 'call', bookingId: booking.id })
      // The page of the booking shows what becomes of the request.
      onOpen(booking.id)
      amendmentDialog.openCancel(booking, first, moves.length === 1)
    },
  }
  return (
    <div
      ref={list}
      className={css['inbox']}
      data-testid="inbox"
      data-count={read?.bookings.length ?? ''}
      onFocus={noteRow}
    >
      <div className={css['head']}>
        <h1 ref={title} tabIndex={-1}>
          Inbox
        </h1>
        {read !== null && <span className={css['count']}>{describeInboxItem(read)}</span>}
      </div>
      {read !== null && (
        <p className={css['tally']} data-testid="tally" data-tally={JSON.stringify(read.tally)}>
          {describeTally(read.tally)}
        </p>
      )}
      <ErrorMessage title="The inbox could not be read" message={errorMessage} onAgain={inbox.list.refresh} />
      <p role="status" className={classNames(css['outcome'], outcome?.good === false && css['bad'])}>
        {outcome?.words}
      </p>
      {read?.bookings.length === 0 && errorMessage === null && (
        <EmptyState
          title="Nothing is waiting"
          text={
            status.lastSentAt === null
              ? 'What is booked here stands in this place until the provider has it.'
              : `Every booking is settled. Last sent ${formatTime(status.lastSentAt, status.rooftop.zone, status.now)}.`
          }
          action="New booking"
          keys={KEYS.newBooking}
          onAction={() => navigation.go('schedule', 'first-field')}
        />
      )}
      <Group title="Needs attention" bookings={read?.bookings.filter((one) => one.attention) ?? []} {...act} />
      <Group title="Leaves by itself" bookings={read?.bookings.filter((one) => !one.attention) ?? []} {...act} />
      {guided !== undefined && (
        <InDoubtGuide
          booking={guided}
          resolutions={inbox.resolutions}
          now={status.now}
          onSettled={(_after, words) => inbox.settled(words)}
          onClose={() => inbox.guide(null)}
        />
      )}
      {asking !== undefined && asked !== null && asked.dialog !== 'call' && (
        <ResolutionDialog
          kind={asked.dialog}
          booking={asking}
          resolutions={inbox.resolutions}
          now={status.now}
          onSettled={inbox.settled}
          onClose={close}
        />
      )}
      {asking !== undefined && asked?.dialog === 'call' && (
        <PhoneDialog booking={asking} status={status} onClose={close} />
      )}
      {read?.more === true && <p className={css['more']}>There are more. They are listed as these are settled.</p>}
    </div>
  )
}

/** Returns the first button of the next row that needs a person, and starts over after the last such row. */
function nextNeedingAttention(list: HTMLElement | null): HTMLElement | null | undefined {
  const rows = rowsIn(list).filter((row) => row.getAttribute('data-attention') === 'true')
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  return rows[(at + 1) % rows.length]?.querySelector('button')
}

function rowsIn(list: HTMLElement | null): readonly Element[] {
  return [...(list?.querySelectorAll('[data-testid="inbox-row"]') ?? [])]
}

type GroupProps = Omit<Parameters<typeof InboxRow>[0], 'queued'> & {
  readonly title: string
  readonly bookings: readonly InboxItem[]
}

function Group({ title, bookings, ...act }: GroupProps) {
  if (bookings.length === 0) return null
  return (
    <section aria-label={title} className={css['group']}>
      <h2>{title}</h2>
      <ul>
        {bookings.map((queued) => (
          <InboxRow key={queued.booking.id} queued={queued} {...act} />
        ))}
      </ul>
    </section>
  )
}
