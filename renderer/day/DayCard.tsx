import { ClockAlert, Copy } from 'lucide-react'
import { formatPhone } from '../../shared/booking/phone.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { statusOf } from '../../shared/outbox/booking-status.ts'
import { isLate, type Day } from '../../shared/views/day.ts'
import { formatLateness } from '../booking/text/lateness-text.ts'
import { OtherDesk } from '../booking/OtherDesk.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { StatePill } from '../ui/StatePill.tsx'
import { useStores } from '../stores-context.ts'
import { CARD, describeDue, tripSteps } from './text/card-text.ts'
import { kindLabel, rowName } from './text/facts-text.ts'
import { barsOfDay } from './Timeline.tsx'
import { useRowActions } from './use-row-actions.ts'
import css from './DayCard.module.css'

type DayCardProps = {
  readonly listed: BookedMoves
  readonly shown: Day
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
}

const COPY_ICON = <Copy size={14} aria-hidden="true" />

/** The actions of a row's menu that the card has as buttons, in their order. */
const ACTIONS_SHOWN: readonly string[] = ['resolve', 'copy', 'open']

/** The selected booking beside the day: how late it is, the customer, the steps of the trip, and what to do. */
export function DayCard({ listed, shown, status, onOpen }: DayCardProps) {
  const { day } = useStores()
  const booking = useBooking(listed.id) ?? listed
  const all = useRowActions(booking, onOpen)
  const actions = ACTIONS_SHOWN.flatMap((id) => all.find((action) => action.id === id) ?? [])
  const { zone } = status.rooftop
  const bars = barsOfDay(shown, [booking], status).get(booking.id) ?? null
  const { flag, label } = statusOf(booking)
  const phone = booking.customerPhone === null ? null : formatPhone(booking.customerPhone)
  const steps = tripSteps(booking, { now: status.now, zone, bars })
  return (
    <section className={css['card']} aria-label={CARD.title} data-testid="day-card" data-booking-id={booking.id}>
      <p className={css['head']}>
        {isLate(booking, status.now) ? (
          <span className={css['late']}>
            <ClockAlert size={13} aria-hidden="true" />
            {formatLateness(booking.time.utc, status.now)}
          </span>
        ) : (
          <StatePill state={flag ?? booking.state} label={label} />
        )}
        <span className={css['kind']}>{kindLabel(booking)}</span>
      </p>
      <h2 className={css['name']}>{rowName(booking)}</h2>
      <p className={css['key']}>
        {phone !== null && (
          <>
            <b>{phone}</b>
            <CopyButton what={`${CARD.phone} ${phone}`} onPress={() => void day.copying.copy(phone)} />
            {' · '}
          </>
        )}
        <span className={css['due']}>{describeDue(booking, zone)}</span>
      </p>
      {steps.length > 0 && (
        <ol className={css['steps']} aria-label={CARD.steps}>
          {steps.map(({ kind, text, time }) => (
            <li key={text} data-kind={kind} aria-current={kind === 'now' ? 'step' : undefined}>
              <span>{text}</span> {time !== null && <span className={css['at']}>{time}</span>}
            </li>
          ))}
        </ol>
      )}
      <OtherDesk booking={booking} status={status} />
      <div className={css['actions']}>
        {actions.map(({ id, label: words, act }) => (
          <ActionButton
            key={id}
            isSmall
            {...(id === 'open' && { keys: 'Enter' })}
            {...(id === 'copy' && { icon: COPY_ICON })}
            onPress={act}
          >
            {words}
          </ActionButton>
        ))}
      </div>
    </section>
  )
}
