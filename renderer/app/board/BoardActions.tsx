import { X } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { BoardQuestion, Hidden, TakeoverStore } from '../state/takeover.ts'
import type { BoardSubject } from '../strip-messages.ts'
import { HANDOVER } from '../text/handover-text.ts'
import { TAKEOVER } from '../text/takeover-text.ts'
import { useOpenBooking } from '../use-open-booking.ts'
import css from '../Strip.module.css'

type BoardActionsProps = {
  readonly subject: BoardSubject
  readonly takeover: TakeoverStore
  /** Called before a dialog or a booking opens. */
  readonly onOpen: () => void
  /** Called after an act without a dialog; with the reason if that failed. */
  readonly onDone: (refusal: string | null) => void
}

/** The buttons of a message about the board: take over, hand over, take back, open a booking, or hide the message. */
export function BoardActions({ subject, takeover, onOpen, onDone }: BoardActionsProps) {
  const openBooking = useOpenBooking()
  const ask = (question: BoardQuestion) => () => {
    onOpen()
    takeover.open(question)
  }
  const hide = (what: Hidden, label: string = TAKEOVER.hide) => (
    <Button
      aria-label={label}
      className={classNames(css['hide'])}
      onPress={() => void takeover.hide(what).then(onDone)}
    >
      <X size={16} aria-hidden="true" />
    </Button>
  )
  const quiet = (label: string, onPress: () => void) => (
    <ActionButton look="quiet" onPress={onPress}>
      {label}
    </ActionButton>
  )
  const takeBack = async () => {
    if (!takeover.knowsWho()) return ask('take-back')()
    await takeover.act('take-back')
    onDone(takeover.getState().alert)
  }
  if (subject === 'hand-over') return quiet(HANDOVER.open, ask(subject))
  if (subject === 'handed-over') return quiet(HANDOVER.back, () => void takeBack())
  if (typeof subject !== 'object') return hide(subject)
  if ('role' in subject) return quiet(TAKEOVER.open, ask(subject))
  return (
    <>
      {quiet(TAKEOVER.openBooking, () => {
        onOpen()
        openBooking(subject.bookingId)
      })}
      {hide(subject, subject.hide)}
    </>
  )
}
