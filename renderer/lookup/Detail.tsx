import { Navigation as Arrow } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { effectiveReference, notAddableReason } from '../../shared/booking/added-facts.ts'
import { sendBy } from '../../shared/booking/send-by.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { hasReached, stateLabel, type BookedMoves, type ReadyBy } from '../../shared/move/move.ts'
import { bookingDifferences } from '../../shared/move/provider-differences.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import { assertNever } from '../../shared/result.ts'
import { formatPhone } from '../../shared/booking/phone.ts'
import { formatTime } from '../../shared/time/format.ts'
import { cancelableMoves } from '../../shared/outbox/amendment-rules.ts'
import { moveFlagLabel } from '../../shared/outbox/amendment.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { DescriptionList, type Fact } from '../ui/DescriptionList.tsx'
import { StatePill } from '../ui/StatePill.tsx'
import { useStore } from '../ui/use-store.ts'
import { AddedFacts } from '../booking/AddedFacts.tsx'
import { AddFactDialog } from '../booking/AddFactDialog.tsx'
import type { AddFactStore } from '../booking/state/add-fact.ts'
import type { AmendmentDialogStore } from '../booking/state/amendments.ts'
import { factSaved } from '../booking/text/added-fact-text.ts'
import type { LookupStore } from './state/lookup-store.ts'
import type { Navigation } from '../app/state/navigation.ts'
import { describeLive, kindLabel } from './text/page-text.ts'
import { actionLabel } from './text/row-text.ts'
import { bookingBadge, describeBooking, describeState } from '../booking/text/booking-text.ts'
import { describeLaterTime, earliestFacts } from '../booking/text/earliest-text.ts'
import { CancelDialog } from '../booking/CancelDialog.tsx'
import { ChangeDialog } from '../booking/ChangeDialog.tsx'
import { HistorySection } from './HistorySection.tsx'
import { PhoneDialog } from '../booking/PhoneDialog.tsx'
import { phonePurposes } from '../booking/text/phone-text.ts'
import { ProviderHas } from '../booking/ProviderHas.tsx'
import { RescheduleNotes } from '../booking/RescheduleNotes.tsx'
import type { RescheduleStore } from '../booking/state/reschedule.ts'
import { RESCHEDULE_WORDS } from '../booking/text/reschedule-text.ts'
import { MoveDetails } from '../booking/MoveDetails.tsx'
import { availableResolutions } from '../booking/state/resolutions.ts'
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
  const [calling, setCalling] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  const mark = bookingBadge(booking)
  const later = describeLaterTime(booking, status.now)
  const copy = (text: string) => void lookup.copying.copy(text)
  const withdrawable = canWithdraw(booking.entry)

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
        <StatePill
          state={mark ?? booking.state}
          label={mark === null ? stateLabel(booking.state) : moveFlagLabel(mark)}
        />
        {kindLabel(booking)}
      </p>
      <h2 id="booking-title" ref={title} tabIndex={-1}>
        {booking.kind === 'pair' && <span className="unseen">{actionLabel(booking.action)}, </span>}
        {booking.kind === 'pair' ? booking.customerName : describeBooking(booking)}
      </h2>
      <Reason state={booking.state}>{describeState(booking, status)}</Reason>
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
      <div className={css['links']}>
        {canChange(booking.entry) && <ActionButton onPress={() => onChange(booking)}>Edit</ActionButton>}
        {(canChange(booking.entry) || booking.state === 'booked') && (
          <ActionButton onPress={() => reschedule.open(booking)}>{RESCHEDULE_WORDS.open}</ActionButton>
        )}
        {withdrawable && (
          <ActionButton isDisabled={withdrawing} onPress={() => void lookup.withdraw()}>
            Withdraw
          </ActionButton>
        )}
        {availableResolutions(booking).length > 0 && (
          <ActionButton look="go" onPress={() => resolve(booking.id)}>
            Resolve…
          </ActionButton>
        )}
        {/* No button here offers to book an in-doubt booking again, because the provider may have that booking. */}
        {booking.action === 'pickup' && booking.state !== 'in-doubt' && (
          <ActionButton look="go" onPress={() => onCopy(booking, 'return')}>
            Book return
          </ActionButton>
        )}
        {booking.state !== 'in-doubt' && <ActionButton onPress={() => onCopy(booking, 'like')}>Duplicate</ActionButton>}
        {notAddableReason(booking, 'note') === null && (
          <ActionButton onPress={() => addFact.open(booking)}>Add…</ActionButton>
        )}
        {phonePurposes(booking, status).length > 0 && (
          <ActionButton onPress={() => setCalling(true)}>Call…</ActionButton>
        )}
        {cancelableMoves(booking).length > 0 && (
          <span className={css['grave']}>
            <ActionButton onPress={() => amendmentDialog.openCancel(booking)}>Cancel…</ActionButton>
          </span>
        )}
      </div>
      {needsSupport(booking) && (
        <div className={css['links']}>
          <ActionButton onPress={() => void lookup.copySupportDump()}>Copy data for support</ActionButton>
        </div>
      )}
      <p ref={message} role="status" className={classNames(css['outcome'], outcome?.good === false && css['bad'])}>
        {outcome?.words}
      </p>
      <LiveLine booking={booking} zone={status.rooftop.zone} />
      <ProviderHas differences={bookingDifferences(booking)} zone={booking.time.zone} />
      <DescriptionList facts={factsOf(booking, status)} onCopy={copy} />
      <AddedFacts booking={booking} status={status} />
      {booking.moves.map((move) => (
        <MoveDetails
          key={move.id}
          booking={booking}
          move={move}
          status={status}
          amendmentDialog={amendmentDialog}
          onCopy={copy}
          onOpenLink={(url) => void lookup.openLink(url)}
        />
      ))}
      <HistorySection booking={booking} status={status} store={lookup.history} />
      {calling && <PhoneDialog booking={booking} status={status} onClose={() => setCalling(false)} />}
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

/** The driver under way: name, stage, and when the provider last told of the move. */
function LiveLine({ booking, zone }: { readonly booking: BookedMoves; readonly zone: string }) {
  const move = booking.moves.find(
    ({ stages }) => hasReached(stages, 'pickup_started') && !hasReached(stages, 'delivery_successful'),
  )
  if (move === undefined || move.providerReadAt === null) return null
  const { title, updated } = describeLive(move, zone)
  return (
    <p className={css['live']} data-testid="live">
      <Arrow size={16} aria-hidden="true" />
      <span>
        <strong>{title}</strong>
        <span>{updated}</span>
      </span>
    </p>
  )
}

function Reason({ state, children }: { readonly state: BookedMoves['state']; readonly children: ReactNode }) {
  const tone =
    state === 'refused' ? css['refused'] : state === 'in-doubt' || state === 'held' ? css['attention'] : undefined
  return (
    <p className={classNames(css['reason'], tone)} data-testid="reason">
      {children}
    </p>
  )
}

function factsOf(booking: BookedMoves, status: DeskStatus): readonly Fact[] {
  const { now, rooftop } = status
  const reference = effectiveReference(booking)
  return [
    ...(booking.customerPhone === null
      ? []
      : [{ term: 'Phone', value: formatPhone(booking.customerPhone), copy: formatPhone(booking.customerPhone) }]),
    ...(booking.kind === 'pair'
      ? [{ term: 'Appointment', value: formatTime(booking.time.utc, booking.time.zone, now) }]
      : []),
    {
      term: 'Ready by',
      value: `${formatTime(booking.readyBy.utc, rooftop.zone, now)} ${describeSource(booking.readyBy)}`,
    },
    ...earliestFacts(booking.providerValues, booking.time.zone, now),
    ...(isUnsent(booking) ? [{ term: 'Send by', value: describeSendBy(booking, status) }] : []),
    ...(reference === null ? [] : [{ term: 'RO number', value: reference, copy: reference }]),
    ...(booking.payerNumber === null ? [] : [{ term: 'Bill to', value: `payer ${booking.payerNumber}` }]),
    { term: 'Booked', value: formatTime(booking.savedAt, rooftop.zone, now) },
  ]
}

/** True for a hold about which a person should call support; support needs the data of the booking. */
function needsSupport({ state, entry }: BookedMoves): boolean {
  return state === 'held' && (entry.code === 'unreadable' || entry.code === 'crashed')
}

/** True while the send-by time matters: the booking waits or is held. */
function isUnsent({ state }: BookedMoves): boolean {
  return state === 'waiting' || state === 'held'
}

function describeSendBy(booking: BookedMoves, { rooftop, now }: DeskStatus): string {
  return formatTime(sendBy(booking, rooftop.noticeMinutes), rooftop.zone, now)
}

function describeSource({ source }: ReadyBy): string {
  switch (source) {
    case 'estimate':
      return '(estimate)'
    case 'requested':
      return '(asked)'
    case 'provider':
      return '(from the provider)'
    default:
      return assertNever(source)
  }
}
