import { useEffect, useRef, type ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { drawn } from '../parts/drawn.ts'
import { useStore } from '../parts/use-store.ts'
import type { Advice } from '../state/advice.ts'
import type { Distance } from '../state/distance.ts'
import type { Draft } from '../state/draft.ts'
import type { Saved } from '../state/saved.ts'
import type { WaysStore } from '../state/ways.ts'
import type { Screens } from '../state/screens.ts'
import { isEmpty, type BookingForm as Form } from '../state/form.ts'
import { sayOutcome } from '../state/words.ts'
import { BesideQuestion } from './BesideQuestion.tsx'
import { BookingForm } from './BookingForm.tsx'
import { focusField } from './booking-form.ts'
import { Confirmation } from './Confirmation.tsx'
import { DriverCard } from './DriverCard.tsx'
import css from './Scheduler.module.css'

type SchedulerProps = {
  readonly status: DeskStatus
  readonly draft: Draft
  readonly distance: Distance
  readonly advice: Advice
  readonly saved: Saved
  readonly screens: Screens
  readonly ways: WaysStore
  readonly onOpen: (bookingId: string) => void
  /** What else stands beside the form. */
  readonly beside: ReactNode
}

/** The screen that books: the form in speaking order, and the driver's trip beside it. */
export function Scheduler({ status, draft, distance, advice, saved, screens, ways, onOpen, beside }: SchedulerProps) {
  const round = useStore(draft, (state) => state.round)
  const changes = useStore(draft, (state) => state.form.changes !== '')
  const booking = useStore(saved, (state) => state.booking)
  // "Saved" of the last booking beside "Not saved" of this one would be read as one.
  const refused = useStore(draft, (state) => state.refusals > 0)
  const arrival = useStore(screens, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const seenRound = useRef(round)

  useEffect(() => {
    if (arrival.landing === 'heading') title.current?.focus()
    else if (arrival.landing === 'first-field') focusFirst(draft)
    else if (arrival.landing === 'when') focusField('said')
    else return
    screens.landed()
  }, [arrival, draft, screens])

  useEffect(() => {
    if (seenRound.current === round) return
    seenRound.current = round
    // Who has gone on to search meanwhile is typing there.
    if (document.activeElement?.closest('header, nav, footer') === null) focusFirst(draft)
    scroller.current?.scrollTo({ top: 0 })
  }, [round, draft])

  const save = async () => {
    const { form } = draft.getState()
    // The second Enter of the same hand finds the form already cleared: it is not a refused booking.
    if (isEmpty(form) && saved.getState().booking !== null) return
    await draft.save(showing(form))
  }

  /** What stands first when a booking is saved: to draw an empty form takes as long as the rest together. */
  const showing = (form: Form) => (booking: BookedMoves) => {
    saved.show(booking, form)
    return drawn()
  }

  const openOther = (bookingId: string) => {
    draft.goBack()
    onOpen(bookingId)
  }

  return (
    <div ref={scroller} className={css['scroller']}>
      <div className={css['work']}>
        <div className={css['column']}>
          <h1 ref={title} tabIndex={-1} className={css['title']}>
            {changes ? 'Change a booking' : 'New booking'}
          </h1>
          <p role="status" className="unseen">
            {booking === null ? '' : sayOutcome(booking, status.link)}
          </p>
          {!refused && !changes && <Confirmation saved={saved} draft={draft} status={status} onOpen={onOpen} />}
          <BookingForm key={round} draft={draft} advice={advice} status={status} onSave={save} />
        </div>
        <aside className={css['aside']} aria-label="Beside the form">
          <DriverCard draft={draft} distance={distance} rooftop={status.rooftop} now={status.now} />
          {beside}
        </aside>
      </div>
      <BesideQuestion
        draft={draft}
        ways={ways}
        status={status}
        onAnyway={(who) => void draft.saveAnyway(who, showing(draft.getState().form))}
        onOpen={openOther}
      />
    </div>
  )
}

function focusFirst(draft: Draft): void {
  focusField(draft.getState().form.kind === 'one-way' ? 'vehicleVin' : 'customerPhone')
}
