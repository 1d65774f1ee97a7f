import type { BookedMoves } from '../../shared/move/move.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import type { RescheduleStore } from './state/reschedule.ts'
import { RESCHEDULE_WORDS as WORDS, rescheduleNotes, settleLabel } from './text/reschedule-text.ts'
import css from './RescheduleNotes.module.css'

type RescheduleNotesProps = {
  readonly booking: BookedMoves
  readonly now: UtcInstant
  readonly reschedule: RescheduleStore
  readonly onOpen: (bookingId: string) => void
}

/** What became of a reschedule of this booking, with the way to the other booking and the end of an alarm. */
export function RescheduleNotes({ booking, now, reschedule, onOpen }: RescheduleNotesProps) {
  return rescheduleNotes(booking, now).map(({ text, isAlarm, link, of }) => {
    const [bookingId, replacementId] = of === 'old' ? [booking.id, link.bookingId] : [link.bookingId, booking.id]
    const times = of === 'old' ? { old: booking.time, next: link.time } : { old: link.time, next: booking.time }
    const { step } = link
    return (
      <div
        key={of}
        role={isAlarm ? 'alert' : 'note'}
        className={classNames(css['note'], isAlarm && css['alarm'])}
        data-testid="reschedule-note"
        data-step={step}
      >
        <p>{text}</p>
        <ActionButton look="quiet" onPress={() => onOpen(link.bookingId)}>
          {of === 'old' ? WORDS.openNew : WORDS.openOld}
        </ActionButton>
        {isAlarm && booking.desk === null && (
          <ActionButton look="quiet" onPress={() => reschedule.ask({ bookingId, replacementId, step, times })}>
            {settleLabel(step, times, now)}
          </ActionButton>
        )}
      </div>
    )
  })
}
