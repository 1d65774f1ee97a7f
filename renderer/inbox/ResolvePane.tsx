import { useEffect, useState, type RefObject } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { latestNote } from '../../shared/booking/added-facts.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { statusOf } from '../../shared/outbox/booking-status.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import { timeToTell } from '../../shared/outbox/time-to-tell.ts'
import type { InboxItem } from '../../shared/views/inbox.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { availableActs } from '../booking/state/booking-acts.ts'
import { availableResolutions } from '../booking/state/resolutions.ts'
import { phonePurposes } from '../booking/text/phone-text.ts'
import { useAllStores } from '../stores-context.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { StatePill } from '../ui/StatePill.tsx'
import { useStore } from '../ui/use-store.ts'
import { CallStep } from './CallStep.tsx'
import { DoubtTimeline } from './DoubtTimeline.tsx'
import { ResolutionForm } from './ResolutionForm.tsx'
import {
  cancelableMoves,
  cancelLabel,
  describeSendBy,
  describeSettlement,
  inboxReason,
  INBOX_TEXT as TEXT,
  paneFacts,
  paneTitle,
} from './text.ts'
import css from './ResolvePane.module.css'

type ResolvePaneProps = {
  readonly booking: BookedMoves
  /** The row of the booking in the list of open bookings; null for a booking that the list does not hold. */
  readonly item: InboxItem | null
  /** When the booking was settled, if that was today. */
  readonly settledAt: UtcInstant | null
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
  /** Called on Escape, to give the focus back to the row. */
  readonly onLeave: () => void
  readonly ref: RefObject<HTMLElement | null>
}

/** What the shown booking needs: why it is listed, the call with its script, the answers, and the other actions. */
export function ResolvePane({ booking, item, settledAt, status, onOpen, onLeave, ref }: ResolvePaneProps) {
  const { inbox } = useAllStores()
  const { flag, label } = statusOf(booking)
  const note = latestNote(booking)
  const offered = availableResolutions(booking, status)
  const isSettled = item === null && settledAt !== null
  // A call helps a settled booking only to answer what is still asked, for example its number.
  const calls = phonePurposes(booking, status).length > 0 && (!isSettled || offered.length > 0)
  // A call answers nothing about two bookings of this desk, or about what a person did at another desk.
  const callsLast = booking.state === 'held' && ASKED_HERE.has(booking.entry.code)
  useEffect(() => {
    const at = ref.current
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
    }
    at?.addEventListener('keydown', leave)
    return () => at?.removeEventListener('keydown', leave)
  }, [ref, onLeave])
  const sendBy = item === null ? null : describeSendBy(item, status)
  return (
    <section
      ref={ref}
      aria-labelledby="resolve-title"
      className={css['pane']}
      data-testid="resolve"
      data-booking-id={booking.id}
      data-state={booking.state}
    >
      <div>
        <StatePill state={flag ?? booking.state} label={label} />
        <h2 id="resolve-title" tabIndex={-1}>
          {paneTitle(booking)}
        </h2>
        <p className={css['facts']}>{paneFacts(booking, status.now)}</p>
      </div>
      <div className={classNames(css['notice'], noticeTone(booking, item))} data-testid="resolve-reason">
        {booking.state === 'in-doubt' && <strong>{TEXT.dontRebook}</strong>}
        {inboxReason(booking, status).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {note !== null && <p>{TEXT.note(note)}</p>}
        {isSettled && <p data-testid="settled-at">{describeSettlement(booking, settledAt, status)}</p>}
        {sendBy !== null && <p data-testid="send-by">{sendBy}</p>}
      </div>
      {isCuredByEdit(booking) && <Actions booking={booking} isSettled={isSettled} status={status} onOpen={onOpen} />}
      {booking.state === 'in-doubt' && <DoubtTimeline booking={booking} history={inbox.history} />}
      {calls && !callsLast && <CallStep booking={booking} status={status} isNumbered={offered.length > 0} />}
      {offered.length > 0 && (
        <ResolutionForm
          booking={booking}
          offered={offered}
          resolutions={inbox.resolutions}
          isNumbered={calls && !callsLast}
          onDone={inbox.settled}
        />
      )}
      {!isCuredByEdit(booking) && <Actions booking={booking} isSettled={isSettled} status={status} onOpen={onOpen} />}
      {calls && callsLast && <CallStep booking={booking} status={status} isNumbered={false} />}
    </section>
  )
}

/** The holds that a person of the rooftop answers, and the provider does not. */
const ASKED_HERE: ReadonlySet<BookedMoves['entry']['code']> = new Set(['possible-duplicate', 'changed-elsewhere'])

/** The provider named what it cannot take, so the actions with "Edit" come first. */
function isCuredByEdit({ state, entry }: BookedMoves): boolean {
  return state === 'refused' && canChange(entry)
}

function noticeTone({ state }: BookedMoves, item: InboxItem | null): string | undefined {
  if (state === 'refused') return css['bad']
  return item?.attention === true ? css['warn'] : undefined
}

type ActionsProps = Pick<ResolvePaneProps, 'booking' | 'status' | 'onOpen'> & { readonly isSettled: boolean }

/** The actions that settle nothing by an answer: edit, withdraw, cancel, open, and the pause of the reminder. */
function Actions({ booking, isSettled, status, onOpen }: ActionsProps) {
  const { inbox, rebook, reschedule, amendmentDialog, desk } = useAllStores()
  const busy = useStore(inbox, (state) => state.busy)
  const [refusal, setRefusal] = useState<string | null>(null)
  const moves = cancelableMoves(booking)
  const acts = isSettled ? availableActs(booking, status).buttons : []
  const cancel = () => {
    // The page of the booking shows what becomes of the request.
    onOpen(booking.id)
    amendmentDialog.openCancel(booking)
  }
  return (
    <div className={css['actions']} role="group" aria-label={paneTitle(booking)}>
      {canChange(booking.entry) && (
        <ActionButton look={isCuredByEdit(booking) ? 'go' : 'plain'} onPress={() => rebook.change(booking)}>
          {TEXT.edit}
        </ActionButton>
      )}
      {canWithdraw(booking.entry) && (
        <ActionButton isDisabled={busy} onPress={() => void inbox.withdraw(booking.id)}>
          {TEXT.withdraw}
        </ActionButton>
      )}
      {acts.includes('return') && (
        <ActionButton onPress={() => rebook.copy(booking, 'return')}>{TEXT.bookReturn}</ActionButton>
      )}
      {acts.includes('reschedule') && (
        <ActionButton onPress={() => reschedule.open(booking)}>{TEXT.reschedule}</ActionButton>
      )}
      {(isSettled || timeToTell(booking) !== null) && moves.length > 0 && (
        <ActionButton onPress={cancel}>{cancelLabel(booking)}</ActionButton>
      )}
      <ActionButton onPress={() => onOpen(booking.id)}>{TEXT.openBooking}</ActionButton>
      {status.reminder?.due === true && booking.state === 'in-doubt' && (
        <ActionButton look="quiet" onPress={() => void desk.snoozeReminder().then(setRefusal)}>
          {TEXT.remind}
        </ActionButton>
      )}
      {canWithdraw(booking.entry) && <p className={css['hint']}>{TEXT.withdrawMeans}</p>}
      <p role="alert" className={css['refusal']}>
        {refusal}
      </p>
    </div>
  )
}
