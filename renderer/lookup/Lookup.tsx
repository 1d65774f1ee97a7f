import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Copied } from '../parts/Copied.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { useStore } from '../parts/use-store.ts'
import type { Asking } from '../state/asking.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { Answer } from '../state/list.ts'
import type { LookupStore } from '../state/lookup.ts'
import type { Screens } from '../state/screens.ts'
import { Detail } from './Detail.tsx'
import { Filters } from './Filters.tsx'
import { NothingFound } from './NothingFound.tsx'
import { Results } from './Results.tsx'
import { Strangers } from './Strangers.tsx'
import css from './Lookup.module.css'

type LookupProps = {
  readonly status: DeskStatus
  readonly lookup: LookupStore
  /** A booking that has not left is to be asked for otherwise. */
  readonly onChange: (booking: BookedMoves) => void
  readonly onCopy: (booking: BookedMoves, how: 'like' | 'return') => void
  readonly asking: Asking
  readonly screens: Screens
}

/** The screen that finds: the list that the find box asks for, and the selected booking beside it. */
export function Lookup({ status, lookup, asking, screens, onChange, onCopy }: LookupProps) {
  // One by one: a letter that is typed changes none of them yet.
  const answer = useStore(lookup, (state) => state.answer)
  const newer = useStore(lookup, (state) => state.newer)
  const moveId = useStore(lookup, (state) => state.moveId)
  const booking = useStore(lookup, (state) => state.booking)
  const trouble = useStore(lookup, (state) => state.trouble)
  const unreadable = useStore(lookup, (state) => state.unreadable)
  const copied = useStore(lookup.copying, (state) => state.outcome)
  const arrival = useStore(screens, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const count = answer === null ? '' : sayCount(answer)
  const announced = useSettled(count)

  useEffect(() => {
    lookup.enter()
    return () => {
      asking.close()
      lookup.leave()
    }
  }, [lookup, asking])

  useEffect(() => {
    // The facts that were to be shown are not there.
    const isLost = arrival.landing === 'detail' && unreadable !== null
    if (arrival.landing !== 'heading' && !isLost) return
    title.current?.focus()
    screens.landed()
  }, [arrival, screens, unreadable])

  const enter = useCallback(() => screens.go('lookup', 'detail'), [screens])
  const escape = useCallback(() => screens.go('lookup', 'find'), [screens])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') document.getElementById('results')?.focus()
  }

  return (
    <div className={css['work']}>
      <div className={css['column']}>
        <div className={css['head']}>
          <h1 ref={title} tabIndex={-1}>
            Lookup
          </h1>
          <span className={css['count']} data-fact="count">
            {count}
          </span>
          <span role="status" className="unseen">
            {announced}
          </span>
          <Copied outcome={copied} />
          {newer !== null && (
            <ActionButton look="quiet" onPress={lookup.showNewer}>
              Show the newer list
            </ActionButton>
          )}
        </div>
        <Trouble title="The moves could not be read" words={trouble} onAgain={lookup.again} />
        <Filters lookup={lookup} />
        {answer !== null && answer.count === 0 && trouble === null && (
          <NothingFound answer={answer} status={status} lookup={lookup} screens={screens} />
        )}
        {answer !== null && answer.count > 0 && (
          <Results
            answer={answer}
            selected={moveId}
            now={status.now}
            lookup={lookup}
            onEnter={enter}
            onEscape={escape}
          />
        )}
        {answer !== null && <Strangers answer={answer} status={status} lookup={lookup} />}
      </div>
      {booking === null && unreadable !== null && (
        <div className={css['side']}>
          <Trouble title="This booking could not be read" words={unreadable} onAgain={lookup.again} />
        </div>
      )}
      {booking !== null && (
        <div role="presentation" className={css['side']} onKeyDown={keys}>
          {/* The facts scroll by themselves, so the keyboard must be able to reach them. */}
          <div key={booking.id} className={css['facts']} role="region" aria-label="Selected booking" tabIndex={0}>
            <Detail
              booking={booking}
              status={status}
              lookup={lookup}
              asking={asking}
              screens={screens}
              onChange={onChange}
              onCopy={onCopy}
            />
          </div>
        </div>
      )}
    </div>
  )
}

function sayCount({ count, more, total }: Answer): string {
  if (total === 0) return ''
  const [rows, all] = [count.toLocaleString('en-US'), total.toLocaleString('en-US')]
  if (more && count === 0) return `None of the newest of ${all} moves, type more`
  if (more) return `More than ${rows} of ${all} moves, type more`
  return `${rows} of ${all} ${total === 1 ? 'move' : 'moves'}`
}
