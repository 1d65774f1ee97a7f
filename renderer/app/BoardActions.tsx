import { X } from 'lucide-react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { TakeoverStore } from './state/takeover.ts'
import type { BoardSubject } from './strip-messages.ts'
import { TAKEOVER } from './text/takeover-text.ts'
import css from './Strip.module.css'

type BoardActionsProps = {
  readonly subject: BoardSubject
  readonly takeover: TakeoverStore
  /** Called before the dialog opens. */
  readonly onOpen: () => void
  /** Called after a message was hidden; with the reason if that failed. */
  readonly onHidden: (refusal: string | null) => void
}

/** The button of a message about the board: takes the bookings of a silent desk over, or hides the message. */
export function BoardActions({ subject, takeover, onOpen, onHidden }: BoardActionsProps) {
  if (typeof subject === 'object') {
    return (
      <ActionButton
        look="quiet"
        onPress={() => {
          onOpen()
          takeover.open(subject)
        }}
      >
        {TAKEOVER.open}
      </ActionButton>
    )
  }
  const hide = async () => {
    if (subject === 'taken-over') return onHidden(await takeover.markSeen())
    takeover.hideOutcome()
    onHidden(null)
  }
  return (
    <Button aria-label={TAKEOVER.hide} className={classNames(css['hide'])} onPress={() => void hide()}>
      <X size={16} aria-hidden="true" />
    </Button>
  )
}
