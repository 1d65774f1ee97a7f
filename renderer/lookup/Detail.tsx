import { memo, useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { bookingDifferences } from '../../shared/move/provider-differences.ts'
import { assertNever } from '../../shared/result.ts'
import { statusOf } from '../../shared/outbox/booking-status.ts'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { StatePill } from '../ui/StatePill.tsx'
import { useStore } from '../ui/use-store.ts'
import { AddedFacts } from '../booking/AddedFacts.tsx'
import { AddFactDialog } from '../booking/AddFactDialog.tsx'
import type { AddFactStore } from '../booking/state/add-fact.ts'
import type { AmendmentDialogStore } from '../booking/state/amendments.ts'
import { factSaved } from '../booking/text/added-fact-text.ts'
import type { LookupStore } from './state/lookup-store.ts'
import type { Navigation } from '../app/state/navigation.ts'
import { BookingActions } from './BookingActions.tsx'
import type { BookingAct } from '../booking/state/booking-acts.ts'
import { KeyFacts, LiveLine, Reason } from './BookingHead.tsx'
import { bookingFacts } from './text/booking-facts.ts'
import { describeCallInstead, describeUpdated, kindLabel } from './text/page-text.ts'
import { actionLabel } from './text/row-text.ts'
import { describeBooking } from '../booking/text/booking-text.ts'
import { describeState } from '../booking/text/outcome-text.ts'
import { describeLaterTime } from '../booking/text/earliest-text.ts'
import { CancelDialog } from '../booking/CancelDialog.tsx'
import { ChangeDialog } from '../booking/ChangeDialog.tsx'
import { LastEvents } from './LastEvents.tsx'
import { OtherDesk } from '../booking/OtherDesk.tsx'
import { PhoneDialog } from '../booking/PhoneDialog.tsx'
import { ProviderHas } from '../booking/ProviderHas.tsx'
import { RescheduleNotes } from '../booking/RescheduleNotes.tsx'
import type { RescheduleStore } from '../booking/state/reschedule.ts'
import { MoveDetails } from './MoveDetails.tsx'
import { useResolve } from '../app/use-resolve.ts'
import css from './Detail.module.css'

type DetailProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly lookup: LookupStore
  readonly amendmentDialog: AmendmentDialogStore
  readonly addFact: AddFactStore
  readonly reschedule: RescheduleStore
  readonly navigation: Navigation
  readonly onChange: (booking: BookedMoves) => void
  /** Fills the form with a copy of this booking, or with the return of this pickup. */
  readonly onCopy: (booking: BookedMoves, how: 'like' | 'return') => void
}

/**
 * Details of the selected booking; a fact that the provider has not given yet is marked as such. `memo` keeps the
 * details from rendering again with each new result list.
 */
export const Detail = memo(function Detail(props: DetailProps) {
  const { booking, status, lookup, amendmentDialog, addFact, reschedule, navigation, onChange, onCopy } = props
  const arrival = useStore(navigation, (state) => state.arrival)
  const withdrawing = useStore(lookup, (state) => state.withdrawing)
  const outcome = useStore(lookup, (state) => state.outcome)
  const isAskedFor = useStore(lookup, (state) => state.bookingId === booking.id)
  const resolve = useResolve()
  /** The booking whose telephone script is shown. */
  const [callingId, setCallingId] = useState<string | null>(null)
  // The script closes with the page of its booking, and stays closed when that page is shown again.
  if (callingId !== null && callingId !== booking.id) setCallingId(null)
  const title = useRef<HTMLHeadingElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  const { flag, label } = statusOf(booking)
  const callInstead = describeCallInstead(booking)
  const later = describeLaterTime(booking, status.now)
  const copy = (text: string) => void lookup.copying.copy(text)

  const act = (chosen: BookingAct) => {
    switch (chosen) {
      case 'resolve':
        return resolve(booking.id)
      case 'return':
        return onCopy(booking, 'return')
      case 'duplicate':
        return onCopy(booking, 'like')
      case 'reschedule':
        return reschedule.open(booking)
      case 'edit':
        return onChange(booking)
      case 'withdraw':
        return void lookup.withdraw()
      case 'cancel':
        return amendmentDialog.openCancel(booking)
      case 'add':
        return addFact.open(booking)
      case 'call':
        return setCallingId(booking.id)
      case 'supportData':
        return void lookup.copySupportDump()
      default:
        return assertNever(chosen)
    }
  }

  useEffect(() => {
    // The pressed button may be far from the message, so a failure scrolls into view.
    if (outcome?.good === false) message.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])

  useEffect(() => {
    // The previous booking may still be on the screen while the requested booking is being read.
    if (arrival.focus !== 'detail' || !isAskedFor) return
    title.current?.focus()
    navigation.focusArrived()
  }, [arrival, isAskedFor, navigation])

  return (
    <section
      aria-labelledby="booking-title"
      className={css['detail']}
      data-testid="booking"
      data-booking-id={booking.id}
      data-state={booking.state}
    >
      <p className={css['kind']}>
        <StatePill state={flag ?? booking.state} label={label} />
        {kindLabel(booking)}
        <span className={css['updated']}>{describeUpdated(booking, status.rooftop.zone, status.now)}</span>
      </p>
      <h2 id="booking-title" ref={title} tabIndex={-1}>
        {booking.kind === 'pair' && <span className="unseen">{actionLabel(booking.action)}, </span>}
        {booking.kind === 'pair' ? booking.customerName : describeBooking(booking)}
      </h2>
      <KeyFacts booking={booking} status={status} onCopy={copy} />
      <Reason booking={booking}>{describeState(booking, status)}</Reason>
      {later !== null && (
        <p className={css['attention']} role="alert" data-testid="later-time">
          {later}
        </p>
      )}
      <RescheduleNotes
        booking={booking}
        now={status.now}
        reschedule={reschedule}
        onOpen={(bookingId) => {
          lookup.open(bookingId)
          navigation.go('lookup', 'detail')
        }}
      />
      <BookingActions booking={booking} status={status} isWithdrawing={withdrawing} onAct={act} />
      <OtherDesk booking={booking} status={status} />
      {callInstead !== null && (
        <p className={css['reason']} data-testid="call-instead">
          {callInstead}
        </p>
      )}
      <p
        ref={message}
        className={classNames(css['outcome'], outcome?.good === false && css['bad'])}
        data-testid="outcome"
      >
        {outcome?.words}
      </p>
      <Announced>{outcome?.words}</Announced>
      <LiveLine booking={booking} />
      <ProviderHas differences={bookingDifferences(booking)} zone={booking.time.zone} />
      <DescriptionList facts={bookingFacts(booking, status)} columns={2} onCopy={copy} />
      <AddedFacts booking={booking} status={status} />
      {booking.moves.map((move) => (
        <MoveDetails
          // The next booking changes the texts of these elements instead of creating new elements.
          key={move.role}
          booking={booking}
          move={move}
          status={status}
          amendmentDialog={amendmentDialog}
          onCopy={copy}
          onOpenLink={(url) => void lookup.openLink(url)}
        />
      ))}
      <LastEvents booking={booking} status={status} store={lookup.history} />
      {callingId !== null && <PhoneDialog booking={booking} status={status} onClose={() => setCallingId(null)} />}
      <AddFactDialog
        booking={booking}
        status={status}
        addFact={addFact}
        onSaved={(after) => lookup.settled(after, factSaved(after.addedFacts.at(-1), after))}
        onOpen={(bookingId) => {
          addFact.close()
          lookup.open(bookingId)
          navigation.go('lookup', 'detail')
        }}
      />
      <CancelDialog booking={booking} amendmentDialog={amendmentDialog} />
      <ChangeDialog booking={booking} status={status} amendmentDialog={amendmentDialog} />
    </section>
  )
})
