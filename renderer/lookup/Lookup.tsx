import { useCallback, useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { BoardAge } from '../app/board/BoardAge.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { ErrorMessage } from '../ui/ErrorMessage.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'
import { Detail } from './Detail.tsx'
import { Filters } from './Filters.tsx'
import { countUpdates } from './state/result-list.ts'
import { describeCount, describeUpdates, LOOKUP } from './text/lookup-text.ts'
import { NoResults } from './NoResults.tsx'
import { Results } from './Results.tsx'
import { ExternalMoves } from './ExternalMoves.tsx'
import css from './Lookup.module.css'

/** Screen with the results of the global search and the selected booking beside them. */
export function Lookup({ status }: { readonly status: DeskStatus }) {
  const { lookup, amendmentDialog, addFact, reschedule, navigation, rebook, appearance } = useAllStores()
  // Each field has a subscription of its own, because a typed letter changes only `text` and must not render this
  // screen.
  const answer = useStore(lookup, (state) => state.answer)
  const newer = useStore(lookup, (state) => state.newer)
  const bookingId = useStore(lookup, (state) => state.bookingId)
  const booking = useBooking(useStore(lookup, (state) => state.readId))
  const shownId = booking?.id
  const errorMessage = useStore(lookup, (state) => state.errorMessage)
  const unreadable = useStore(lookup, (state) => state.unreadable)
  const copied = useStore(lookup.copying, (state) => state.outcome)
  const arrival = useStore(navigation, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const facts = useRef<HTMLDivElement>(null)
  const isScrolled = useRef(false)
  const count = answer === null ? '' : describeCount(answer)
  const announced = useDebounced(count)

  useEffect(() => {
    lookup.enter()
    return () => {
      amendmentDialog.close()
      addFact.close()
      lookup.leave()
    }
  }, [lookup, amendmentDialog, addFact])

  useEffect(() => {
    // If the booking that should take the focus could not be read, the heading takes the focus.
    const isLost = arrival.focus === 'detail' && unreadable !== null
    if (arrival.focus !== 'heading' && !isLost) return
    title.current?.focus()
    navigation.focusArrived()
  }, [arrival, navigation, unreadable])

  useLayoutEffect(() => {
    // The next booking has the same elements. A scroll without need would force a layout at each key.
    if (shownId !== undefined && isScrolled.current) facts.current?.scrollTo({ top: 0 })
    isScrolled.current = false
  }, [shownId])

  const enter = useCallback(() => navigation.go('lookup', 'detail'), [navigation])
  const escape = useCallback(() => navigation.go('lookup', 'find'), [navigation])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') document.getElementById('results')?.focus()
    const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea, [role="spinbutton"]')
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.defaultPrevented && !isTyped
    // The key works only while the page of the booking has the focus, and opens no second dialog.
    const isOpen = booking === null || amendmentDialog.getState().question !== null
    if (event.key !== 'x' || !isPlain || isOpen || !appearance.getState().appearance.singleKeys) return
    // The default action of the key would type the letter into the dialog, which has the focus by then.
    event.preventDefault()
    amendmentDialog.openCancel(booking)
  }

  return (
    <div className={css['work']}>
      <div className={css['column']}>
        <div className={css['head']}>
          <h1 ref={title} tabIndex={-1}>
            {LOOKUP.title}
          </h1>
          <span className={css['count']} data-testid="count">
            {count}
          </span>
          <BoardAge status={status} />
          <Announced>{announced}</Announced>
          <CopyStatus outcome={copied} />
          {newer !== null && (
            <ActionButton look="quiet" onPress={lookup.showNewer}>
              {describeUpdates(answer === null ? 1 : countUpdates(answer, newer))}
            </ActionButton>
          )}
        </div>
        <ErrorMessage title={LOOKUP.unreadable} message={errorMessage} onAgain={lookup.reload} />
        <Filters lookup={lookup} />
        {answer !== null && answer.count === 0 && errorMessage === null && (
          <NoResults answer={answer} status={status} lookup={lookup} navigation={navigation} />
        )}
        {answer !== null && answer.count > 0 && (
          <Results
            answer={answer}
            selected={bookingId}
            now={status.now}
            zone={status.rooftop.zone}
            lookup={lookup}
            onEnter={enter}
            onEscape={escape}
          />
        )}
        {answer !== null && <ExternalMoves answer={answer} status={status} lookup={lookup} />}
      </div>
      {booking === null && unreadable !== null && (
        <div className={css['side']}>
          <ErrorMessage title={LOOKUP.bookingUnreadable} message={unreadable} onAgain={lookup.reload} />
        </div>
      )}
      {booking !== null && (
        <div role="presentation" className={css['side']} onKeyDown={keys}>
          {/* The details scroll, so the keyboard must be able to focus them. */}
          <div
            ref={facts}
            className={css['facts']}
            role="region"
            aria-label={LOOKUP.selected}
            tabIndex={0}
            onScroll={() => (isScrolled.current = true)}
          >
            <Detail
              booking={booking}
              status={status}
              lookup={lookup}
              amendmentDialog={amendmentDialog}
              addFact={addFact}
              reschedule={reschedule}
              navigation={navigation}
              onChange={rebook.change}
              onCopy={rebook.copy}
            />
          </div>
        </div>
      )}
    </div>
  )
}
