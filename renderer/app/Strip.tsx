import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStores } from '../stores-context.ts'
import { useLater } from '../use-later.ts'
import type { StripMessage } from './strip-messages.ts'
import { Line, MoreMessages } from './StripLine.tsx'
import { STRIP } from './text/frame-text.ts'
import css from './Strip.module.css'

type StripProps = {
  readonly status: DeskStatus
  readonly messages: readonly StripMessage[]
  readonly onOpen: (bookingId: string) => void
  /**
   * Called after a snooze, an act about the board or a hidden message if the element that had the focus before is
   * gone. The caller must place the focus.
   */
  readonly onFocusLost: () => void
}

/**
 * The line above every screen with the message of the highest rank. A button opens all messages in full, because the
 * line cuts a long text off.
 */
export function Strip({ status, messages, onOpen, onFocusLost }: StripProps) {
  const [first, ...rest] = messages
  const strip = useRef<HTMLElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const leave = useFocusBefore(strip, onFocusLost)
  const { desk } = useStores()
  const later = useLater()
  /** Shows why an action was refused, or leaves the strip. */
  const settle = (refused: string | null) => {
    setRefusal(refused)
    if (refused !== null) return
    setOpen(false)
    leave()
  }
  const actions = (message: StripMessage) => (
    <Actions
      message={message}
      onOpen={(bookingId) => {
        setOpen(false)
        onOpen(bookingId)
      }}
      onLater={() => void desk.snoozeReminder().then(settle)}
      onOpenBoard={() => setOpen(false)}
      onDone={settle}
    />
  )
  return (
    <section ref={strip} className={css['area']} {...(first === undefined ? {} : { 'aria-label': STRIP.label })}>
      {first !== undefined && (
        <Line message={first} isLine>
          {actions(first)}
          {later === null ? (
            <MoreMessages others={rest.length} />
          ) : (
            <later.StripDetails messages={messages} actions={actions} isOpen={isOpen} onOpenChange={setOpen} />
          )}
        </Line>
      )}
      {refusal !== null && (
        <p role="alert" className={css['refusal']}>
          {refusal}
        </p>
      )}
      {later !== null && (
        <later.BoardDialog status={status} takeover={later.stores.takeover} onDone={() => leave(true)} />
      )}
    </section>
  )
}

type ActionsProps = {
  readonly message: StripMessage
  readonly onOpen: (bookingId: string) => void
  readonly onLater: () => void
  readonly onOpenBoard: () => void
  readonly onDone: (refusal: string | null) => void
}

function Actions({ message: { bookingId, board, notice }, onOpen, onLater, onOpenBoard, onDone }: ActionsProps) {
  const { desk } = useStores()
  const later = useLater()
  return (
    <>
      {bookingId !== null && (
        <>
          <ActionButton look="quiet" onPress={() => onOpen(bookingId)}>
            {STRIP.resolve}
          </ActionButton>
          <ActionButton look="quiet" onPress={onLater}>
            {STRIP.later}
          </ActionButton>
        </>
      )}
      {board !== null && later !== null && (
        <later.BoardActions subject={board} takeover={later.stores.takeover} onOpen={onOpenBoard} onDone={onDone} />
      )}
      {notice !== null && (
        <Button
          aria-label={notice.code === 'file-change' ? STRIP.hide : STRIP.hideUntilStart}
          className={classNames(css['hide'])}
          onPress={() => desk.hideNotice(notice)}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      )}
    </>
  )
}

/**
 * Records the element that had the focus before the strip, because a person may be in the middle of a form. The result
 * gives that element the focus back; if it is gone, the strip's first button after an act with a result, or
 * else `onLost`.
 */
function useFocusBefore(
  strip: { readonly current: HTMLElement | null },
  onLost: () => void,
): (hasResult?: boolean) => void {
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const here = strip.current
    const entered = ({ relatedTarget: from }: FocusEvent) => {
      // The list of all messages gives the focus back from an element that is gone, and nobody began there.
      if (!(from instanceof HTMLElement) || here?.contains(from) === true) return
      if (from.closest('[role=dialog], [role=alertdialog]') === null) before.current = from
    }
    here?.addEventListener('focusin', entered)
    return () => here?.removeEventListener('focusin', entered)
  }, [strip])
  return (hasResult = false) => {
    const button = hasResult ? strip.current?.querySelector('button') : null
    if (before.current?.isConnected === true) before.current.focus()
    else if (button instanceof HTMLElement) button.focus()
    else onLost()
  }
}
