import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Inbox, InboxItem } from '../../shared/views/inbox.ts'
import { formatTime } from '../../shared/time/format.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { useBooking } from '../booking/use-booking.ts'
import { useAllStores } from '../stores-context.ts'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorMessage } from '../ui/ErrorMessage.tsx'
import { useStore } from '../ui/use-store.ts'
import { DayCounters } from './DayCounters.tsx'
import { OpenRow, SettledRow } from './InboxRow.tsx'
import { ResolvePane } from './ResolvePane.tsx'
import { describeLookedUp, INBOX_TEXT as TEXT } from './text.ts'
import css from './InboxScreen.module.css'

type InboxScreenProps = { readonly status: DeskStatus; readonly onOpen: (bookingId: string) => void }

/** The inbox: what needs a person, what leaves by itself and what was settled, beside what the shown booking needs. */
export function InboxScreen({ status, onOpen }: InboxScreenProps) {
  const { inbox, navigation } = useAllStores()
  const { data: read, errorMessage } = useStore(inbox.list, (state) => state)
  const { outcome: said, checking, chosenId, view } = useStore(inbox, (state) => state)
  const checked = useBooking(checking?.bookingId ?? null)
  const outcome =
    (checking === null || checked === null ? null : describeLookedUp(checking.kind, checked, status)) ?? said
  const arrival = useStore(navigation, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  const rows = read === null ? [] : view === 'open' ? read.bookings : read.settled
  /** Place of the shown booking in the list, so that the next booking follows a settled one. */
  const [place, setPlace] = useState(0)
  const shownId = chosenId ?? rows[Math.min(place, rows.length - 1)]?.booking.id ?? null
  const chosen = useBooking(shownId)
  const shown = chosen ?? rows.find(({ booking }) => booking.id === shownId)?.booking ?? null

  useEffect(() => {
    inbox.enter()
    return inbox.leave
  }, [inbox])

  useEffect(() => {
    if (arrival.focus === 'attention' || arrival.focus === 'resolve') {
      // The focus waits for the list.
      if (read === null && errorMessage === null) return
      if (arrival.focus === 'attention') (nextNeedingPerson(list.current) ?? title.current)?.focus()
      else (firstControl(pane.current) ?? title.current)?.focus()
    } else if (arrival.focus === 'heading') title.current?.focus()
    else return
    navigation.focusArrived()
  }, [arrival, navigation, read, errorMessage])

  const listed = rows.length
  useEffect(() => {
    // The focused control went, because its booking was settled or its answer was given. Neither a heading nor a row
    // settles anything.
    if (said?.good === false || document.activeElement !== document.body) return
    const isEmpty = listed === 0 && shownId === null
    const heading = isEmpty ? title.current : pane.current?.querySelector<HTMLElement>('h2')
    ;(rowButton(list.current, shownId) ?? heading)?.focus()
  }, [listed, shownId, said])

  const step = (rowsDown: number) => {
    const buttons = rowButtons(list.current)
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.min(Math.max(at + rowsDown, 0), buttons.length - 1)]?.focus()
  }

  const rowOf = (bookingId: string) => ({
    status,
    isShown: bookingId === shownId,
    onShow: (id: string) => {
      if (id !== shownId) inbox.choose(id)
      setPlace(rows.findIndex(({ booking }) => booking.id === id))
    },
    onStep: step,
    onEnter: () => firstControl(pane.current)?.focus(),
  })

  return (
    <div
      className={classNames(css['inbox'], shown === null && css['alone'])}
      data-testid="inbox"
      data-count={read?.bookings.length ?? ''}
    >
      <section aria-label={TEXT.title} className={css['side']}>
        <div className={css['head']}>
          <h1 ref={title} tabIndex={-1}>
            {TEXT.title}
          </h1>
          <ViewSwitch read={read} view={view} onShow={inbox.show} />
          <span className={css['order']}>{view === 'open' && listed > 1 ? TEXT.order : ''}</span>
        </div>
        <p className={classNames(css['outcome'], outcome?.good === false && css['bad'])} data-testid="outcome">
          {outcome?.words}
        </p>
        <Announced>{outcome?.words}</Announced>
        <ErrorMessage title={TEXT.unreadable} message={errorMessage} onAgain={inbox.list.refresh} />
        <div ref={list} className={css['list']}>
          {read !== null && listed === 0 && errorMessage === null && (
            <Empty status={status} view={view} onNew={() => navigation.go('schedule', 'first-field')} />
          )}
          {view === 'open' && (
            <>
              <Group title={TEXT.needsYou} items={attentionIn(read, true)} row={rowOf} isUrgent />
              <Group title={TEXT.sending} items={attentionIn(read, false)} row={rowOf} />
              {read?.more === true && <p className={css['more']}>{TEXT.more}</p>}
            </>
          )}
          {view === 'settled' && (
            <ul aria-label={TEXT.settledToday}>
              {read?.settled.map((item) => (
                <SettledRow key={item.booking.id} item={item} {...rowOf(item.booking.id)} />
              ))}
            </ul>
          )}
        </div>
        {read !== null && <DayCounters tally={read.tally} />}
      </section>
      {shown !== null && (
        <ResolvePane
          key={`${shown.id} ${shown.state} ${shown.entry.notBookedReportedAt ?? ''}`}
          ref={pane}
          booking={shown}
          item={read?.bookings.find(({ booking }) => booking.id === shown.id) ?? null}
          settledAt={read?.settled.find(({ booking }) => booking.id === shown.id)?.at ?? null}
          status={status}
          onOpen={onOpen}
          onLeave={() =>
            (rowButton(list.current, shownId) ?? rowButtons(list.current)[place] ?? title.current)?.focus()
          }
        />
      )}
    </div>
  )
}

function attentionIn(read: Inbox | null, attention: boolean): readonly InboxItem[] {
  return read?.bookings.filter((item) => item.attention === attention) ?? []
}

type GroupProps = {
  readonly title: string
  readonly items: readonly InboxItem[]
  readonly row: (bookingId: string) => Omit<Parameters<typeof OpenRow>[0], 'item'>
  readonly isUrgent?: boolean
}

function Group({ title, items, row, isUrgent = false }: GroupProps) {
  if (items.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={classNames(css['group'], isUrgent && css['urgent'])}>
        {title} <span>{items.length}</span>
      </h2>
      <ul>
        {items.map((item) => (
          <OpenRow key={item.booking.id} item={item} {...row(item.booking.id)} />
        ))}
      </ul>
    </section>
  )
}

type ViewSwitchProps = {
  readonly read: Inbox | null
  readonly view: 'open' | 'settled'
  readonly onShow: (view: 'open' | 'settled') => void
}

function ViewSwitch({ read, view, onShow }: ViewSwitchProps) {
  if (read === null) return null
  const views = [
    { id: 'open', label: TEXT.open, count: read.bookings.length },
    { id: 'settled', label: TEXT.settledToday, count: read.settled.length },
  ] as const
  return (
    <div className={css['switch']} role="group" aria-label={TEXT.title}>
      {views.map(({ id, label, count }) => (
        <button key={id} type="button" aria-pressed={view === id} onClick={() => onShow(id)}>
          {label} {count}
        </button>
      ))}
    </div>
  )
}

type EmptyProps = { readonly status: DeskStatus; readonly view: 'open' | 'settled'; readonly onNew: () => void }

function Empty({ status: { lastSentAt, rooftop, now }, view, onNew }: EmptyProps) {
  return (
    <EmptyState
      title={view === 'open' ? TEXT.allDone : TEXT.nothingSettled}
      text={lastSentAt === null ? TEXT.nothingYet : TEXT.lastSent(formatTime(lastSentAt, rooftop.zone, now))}
      action={TEXT.newBooking}
      keys={KEYS.newBooking}
      onAction={onNew}
    />
  )
}

function rowButtons(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-testid="inbox-row"] > button') ?? [])]
}

function rowButton(list: HTMLElement | null, bookingId: string | null): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>(`[data-testid="inbox-row"][data-booking-id="${bookingId}"] > button`)
}

/** Returns the row of the next booking that needs a person, and starts over after the last such row. */
function nextNeedingPerson(list: HTMLElement | null): HTMLElement | undefined {
  const rows = rowButtons(list).filter(({ parentElement: row }) => row?.dataset['attention'] === 'true')
  const at = rows.findIndex((row) => row === document.activeElement)
  return rows[(at + 1) % rows.length]
}

/** The first field of an open answer, else the first control of the pane. */
function firstControl(pane: HTMLElement | null): HTMLElement | null | undefined {
  return (
    pane?.querySelector<HTMLElement>('form input[type="text"], form input:not([type])') ??
    pane?.querySelector<HTMLElement>('form input, button, [tabindex="0"]')
  )
}
