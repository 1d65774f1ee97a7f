import { providerToCall } from '../booking/text/phone-text.ts'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { Reminder } from '../../shared/outbox/reminder.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { describeReminder } from './text/reminder-text.ts'
import { useStores } from '../stores-context.ts'
import css from './InDoubtBanner.module.css'

type InDoubtBannerProps = {
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
  /** Called after a snooze if the element that had the focus before is gone. The caller must place the focus. */
  readonly onFocusLost: () => void
}

/**
 * Shows the reminder about bookings in doubt while the reminder is due. The live region exists from the first paint so
 * that a screen reader announces the reminder once, and `aria-live="off"` keeps the changing minutes silent.
 */
export function InDoubtBanner({ status, onOpen, onFocusLost }: InDoubtBannerProps) {
  const { desk } = useStores()
  const [refusal, setRefusal] = useState<string | null>(null)
  /**
   * Element that had the focus before this banner. A snooze returns the focus there, because the user may be in the
   * middle of a form.
   */
  const before = useRef<HTMLElement | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const { reminder } = status
  const putOff = async () => {
    const refused = await desk.snoozeReminder()
    setRefusal(refused)
    if (refused !== null) return
    if (before.current?.isConnected === true) before.current.focus()
    else onFocusLost()
  }
  useEffect(() => {
    const here = region.current
    const entered = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof Node && here?.contains(from) === true) return
      before.current = from instanceof HTMLElement ? from : null
    }
    here?.addEventListener('focusin', entered)
    return () => here?.removeEventListener('focusin', entered)
  }, [])
  return (
    <div role="status" data-testid="reminder" ref={region}>
      {reminder?.due === true && (
        <div className={classNames(css['banner'], reminder.urgent && css['urgent'])} data-urgent={reminder.urgent}>
          <TriangleAlert size={16} aria-hidden="true" />
          <Reminder reminder={reminder} status={status} refusal={refusal} />
          <div className={css['acts']}>
            <ActionButton onPress={() => onOpen(reminder.first.bookingId)}>Resolve…</ActionButton>
            <ActionButton onPress={() => void putOff()}>Later</ActionButton>
          </div>
        </div>
      )}
    </div>
  )
}

type ReminderProps = { readonly reminder: Reminder; readonly status: DeskStatus; readonly refusal: string | null }

function Reminder({ reminder, status, refusal }: ReminderProps) {
  const { count, first, wait } = describeReminder(reminder, status.rooftop.zone, status.now)
  return (
    <p className={css['words']}>
      <strong>{count}</strong> {first}
      {wait !== null && (
        <>
          , <strong aria-live="off">{wait}</strong>
        </>
      )}
      . Don’t book it again: ask {providerToCall()}.{refusal !== null && <strong> {refusal}</strong>}
    </p>
  )
}
