import { CircleAlert, Info, TriangleAlert, WifiOff, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStores } from '../stores-context.ts'
import type { StripMessage } from './strip-messages.ts'
import { STRIP } from './text/frame-text.ts'
import css from './Strip.module.css'

type StripProps = {
  readonly messages: readonly StripMessage[]
  readonly onOpen: (bookingId: string) => void
  /** Called after a snooze if the element that had the focus before is gone. The caller must place the focus. */
  readonly onFocusLost: () => void
}

const ICONS: Readonly<Record<StripMessage['kind'], LucideIcon>> = {
  reminder: TriangleAlert,
  error: CircleAlert,
  offline: WifiOff,
  notice: Info,
}

/**
 * The line above every screen with the message of the highest rank. A button opens all messages in full, because the
 * line cuts a long text off.
 */
export function Strip({ messages, onOpen, onFocusLost }: StripProps) {
  const [first, ...rest] = messages
  const strip = useRef<HTMLElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const leave = useFocusBefore(strip, onFocusLost)
  const { desk } = useStores()
  const snooze = async () => {
    const refused = await desk.snoozeReminder()
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
      onLater={() => void snooze()}
    />
  )
  return (
    <section ref={strip} className={css['area']} {...(first === undefined ? {} : { 'aria-label': STRIP.label })}>
      {first !== undefined && (
        <Line message={first} isLine>
          {actions(first)}
          <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
            <Button
              className={classNames(css['more'])}
              {...(rest.length === 0 ? {} : { 'aria-label': STRIP.moreLabel(rest.length) })}
            >
              {rest.length === 0 ? STRIP.details : STRIP.more(rest.length)}
            </Button>
            <Popover placement="bottom end" className={classNames(css['popover'])}>
              <Dialog aria-label={STRIP.all} className={classNames(css['all'])}>
                {messages.map((message) => (
                  <Line key={message.spoken} message={message}>
                    {actions(message)}
                  </Line>
                ))}
              </Dialog>
            </Popover>
          </DialogTrigger>
        </Line>
      )}
      {refusal !== null && (
        <p role="alert" className={css['refusal']}>
          {refusal}
        </p>
      )}
    </section>
  )
}

type LineProps = { readonly message: StripMessage; readonly isLine?: boolean; readonly children: ReactNode }

function Line({ message: { kind, lead, text, more, isUrgent, notice }, isLine = false, children }: LineProps) {
  const Icon = ICONS[kind]
  return (
    <div
      className={classNames(css['line'], isLine ? css['one'] : css['whole'], css[isUrgent ? 'urgent' : kind])}
      data-testid={isLine ? `strip-${kind}` : `message-${kind}`}
      data-urgent={isUrgent}
      {...(notice === null ? {} : { 'data-notice': notice.code })}
    >
      <Icon size={16} aria-hidden="true" />
      {/* The line cuts a long text off, so its title holds the whole. */}
      <p className={css['words']} title={isLine ? `${lead} ${text}`.trim() : undefined}>
        {lead !== '' && <strong>{lead} </strong>}
        {text}
        {!isLine && more !== null && <span className={css['details']}>{more}</span>}
      </p>
      {children}
    </div>
  )
}

type ActionsProps = {
  readonly message: StripMessage
  readonly onOpen: (bookingId: string) => void
  readonly onLater: () => void
}

function Actions({ message: { bookingId, notice }, onOpen, onLater }: ActionsProps) {
  const { desk } = useStores()
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
 * Records the element that had the focus before the strip, because a person may be in the middle of a form. Returns the
 * function that gives the focus back to that element, or calls `onLost` if the element is gone.
 */
function useFocusBefore(strip: { readonly current: HTMLElement | null }, onLost: () => void): () => void {
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const here = strip.current
    const entered = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof Node && here?.contains(from) === true) return
      before.current = from instanceof HTMLElement ? from : null
    }
    here?.addEventListener('focusin', entered)
    return () => here?.removeEventListener('focusin', entered)
  }, [strip])
  return () => {
    if (before.current?.isConnected === true) before.current.focus()
    else onLost()
  }
}
