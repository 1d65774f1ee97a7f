import { useEffect, type FocusEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorMessage } from '../ui/ErrorMessage.tsx'
import { useStore } from '../ui/use-store.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { useStores } from '../stores-context.ts'
import { DayBoard } from './DayBoard.tsx'
import { DayHead } from './DayHead.tsx'
import { filterBookings } from './state/groups.ts'
import { describeDstChange, TEXT } from './text/day-text.ts'
import { RunSheet } from './RunSheet.tsx'
import css from './DayScreen.module.css'

type DayScreenProps = { readonly status: DeskStatus; readonly onOpen: (bookingId: string) => void }

/** The day: a row for each booking beside a time axis, or the same rows as a list. */
export function DayScreen({ status, onOpen }: DayScreenProps) {
  const { day, navigation } = useStores()
  const copied = useStore(day.copying, (state) => state.outcome)
  const { data: shown, errorMessage } = useStore(day.list, (state) => state)
  const { outcome, filter, view, isPrinting } = useStore(day, (state) => state)

  useEffect(() => {
    day.enter()
    return day.leave
  }, [day])

  const noteRow = ({ target }: FocusEvent) => {
    // A button of the pane acts on the selected booking, which therefore stays selected.
    if (target.closest('aside') !== null) return
    day.select(target.closest('[data-testid="day-booking"]')?.getAttribute('data-booking-id') ?? null)
  }
  const bookings = shown === null ? [] : filterBookings(shown.bookings, filter)
  // The load strip shows the clock change of a day with bookings; an empty day has no load strip.
  const dst = shown === null ? null : describeDstChange(shown)
  const isEmpty = shown !== null && errorMessage === null && bookings.length === 0
  return (
    <div
      className={css['day']}
      data-testid="day"
      data-date={shown?.date ?? ''}
      data-count={shown?.bookings.length ?? ''}
      data-view={view}
      onFocus={noteRow}
    >
      {shown !== null && isPrinting && <RunSheet shown={shown} status={status} />}
      <DayHead status={status} shown={shown} />
      <div className={css['messages']}>
        <p className={classNames(css['outcome'], outcome?.good === false && css['bad'])} data-testid="outcome">
          {outcome?.message}
        </p>
        <Announced>{outcome?.message}</Announced>
        <CopyStatus outcome={copied} />
        <ErrorMessage title={TEXT.unreadable} message={errorMessage} onAgain={day.list.refresh} />
      </div>
      {isEmpty && (
        <div className={css['empty']}>
          {shown.bookings.length === 0 ? (
            <EmptyState
              title={TEXT.emptyTitle}
              text={[dst, TEXT.emptyText].filter((text) => text !== null).join(' ')}
              action={TEXT.newBooking}
              keys={KEYS.newBooking}
              onAction={() => navigation.go('schedule', 'first-field')}
            />
          ) : (
            <EmptyState
              title={TEXT.emptyFilter}
              text={dst ?? ''}
              action={TEXT.showAll}
              onAction={() => day.setFilter('all')}
            />
          )}
        </div>
      )}
      {shown !== null && bookings.length > 0 && (
        <DayBoard shown={shown} bookings={bookings} status={status} onOpen={onOpen} />
      )}
    </div>
  )
}
