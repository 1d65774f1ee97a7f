import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { Reminder } from '../../shared/reminder.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { names } from '../parts/class-names.ts'
import type { Desk } from '../state/desk.ts'
import { sayReminder } from '../state/reminder-words.ts'
import css from './DoubtBanner.module.css'

type DoubtBannerProps = {
  readonly status: DeskStatus
  readonly desk: Desk
  readonly onOpen: (bookingId: string) => void
  /** It was put off, and with its buttons the focus is gone: it needs a place. */
  readonly onFocusLost: () => void
}

/**
 * Reminds of bookings that may be booked while that is due. The region stands from the first paint, so that it is read once;
 * the minutes that go by in it are not read out.
 */
export function DoubtBanner({ status, desk, onOpen, onFocusLost }: DoubtBannerProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Where the focus was before it came here: somebody may be in the middle of a form. */
  const before = useRef<HTMLElement | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const { reminder } = status
  const putOff = async () => {
    const refused = await desk.remindLater()
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
    <div role="status" data-fact="reminder" ref={region}>
      {reminder?.due === true && (
        <div className={names(css['banner'], reminder.urgent && css['urgent'])} data-urgent={reminder.urgent}>
          <TriangleAlert size={16} aria-hidden="true" />
          <Words reminder={reminder} status={status} refusal={refusal} />
          <div className={css['acts']}>
            <ActionButton onPress={() => onOpen(reminder.first.bookingId)}>Settle it</ActionButton>
            <ActionButton onPress={() => void putOff()}>Remind me later</ActionButton>
          </div>
        </div>
      )}
    </div>
  )
}

type WordsProps = { readonly reminder: Reminder; readonly status: DeskStatus; readonly refusal: string | null }

function Words({ reminder, status, refusal }: WordsProps) {
  const { count, first, wait } = sayReminder(reminder, status.rooftop.zone, status.now)
  return (
    <p className={css['words']}>
      <strong>{count}</strong> {first}
      {wait !== null && (
        <>
          , <strong aria-live="off">{wait}</strong>
        </>
      )}
      . Do not book it again: ask the provider.{refusal !== null && <strong> {refusal}</strong>}
    </p>
  )
}
