import { useEffect, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { canWithdraw } from '../../shared/outbox/machine.ts'
import { notReschedulableReason } from '../../shared/outbox/reschedule.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { formatTime } from '../../shared/time/format.ts'
import { putWindow } from '../../shared/time/window-line.ts'
import { describeFailure } from '../app/text/failure-text.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useStore } from '../ui/use-store.ts'
import { useBooking } from './use-booking.ts'
import type { RescheduleStore, Settling } from './state/reschedule.ts'
import {
  describeFrom,
  describePlan,
  RESCHEDULE_WORDS as WORDS,
  rescheduleTitle,
  settleQuestion,
} from './text/reschedule-text.ts'
import css from './RescheduleDialog.module.css'

type RescheduleDialogProps = {
  readonly status: DeskStatus
  readonly reschedule: RescheduleStore
  /** Shows the booking that has the new time. */
  readonly onSaved: (bookingId: string) => void
}

/** The dialog that gives a booking another time, or the question whether only one of two bookings is left. */
export function RescheduleDialog({ status, reschedule, onSaved }: RescheduleDialogProps) {
  const booking = useStore(reschedule, (state) => state.booking)
  const settling = useStore(reschedule, (state) => state.settling)
  if (settling !== null) return <SettleDialog reschedule={reschedule} settling={settling} now={status.now} />
  if (booking === null) return null
  return <TimeDialog opened={booking} status={status} reschedule={reschedule} onSaved={onSaved} />
}

function TimeDialog({ opened, status, reschedule, onSaved }: RescheduleDialogProps & { readonly opened: BookedMoves }) {
  // The driver may start while the dialog is open.
  const booking = useBooking(opened.id) ?? opened
  const { spoken, meant, timeProblem, alert, busy, refusals, promised } = useStore(reschedule, (state) => state)
  const isStill = useDebounced(spoken) === spoken
  const refused = canWithdraw(booking.entry) ? null : notReschedulableReason(booking)

  useEffect(() => {
    document.getElementById('reschedule-to')?.focus()
  }, [])

  useEffect(() => {
    if (refusals === 0) return
    const { timeProblem: wrong, promised: asked } = reschedule.getState()
    const isTime = wrong !== undefined || asked.length > 0
    document.getElementById(isTime ? 'reschedule-to' : 'reschedule-who')?.focus()
  }, [refusals, reschedule])

  const reading =
    meant.kind === 'known'
      ? [putWindow(formatTime(meant.time.utc, status.rooftop.zone, status.now), meant.time.window), meant.note]
          .filter(Boolean)
          .join('. ')
      : meant.kind === 'ask' || (meant.kind === 'unread' && isStill && timeProblem === undefined)
        ? meant.message
        : ''
  const save = async () => {
    const saved = await reschedule.save()
    if (saved !== null) onSaved(saved.id)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    // A promised loaner is overridden by the button alone, because a second Enter is easily pressed.
    if (promised.length === 0) void save()
  }
  return (
    <Dialog
      title={rescheduleTitle(booking)}
      testId="reschedule"
      alert={refused === null ? alert : describeFailure(refused.failure)}
      onClose={reschedule.close}
      actions={
        <>
          <ActionButton onPress={reschedule.close}>{WORDS.keep}</ActionButton>
          <ActionButton look="go" isDisabled={busy || refused !== null} onPress={() => void save()}>
            {promised.length === 0 ? WORDS.save : WORDS.anyway}
          </ActionButton>
        </>
      }
    >
      <div role="presentation" className={css['fields']} onKeyDown={keys}>
        <p>{describeFrom(booking, status.now)}</p>
        <TextField
          id="reschedule-to"
          label={WORDS.to}
          hint={WORDS.examples}
          value={spoken}
          onChange={reschedule.type}
          onLeave={() => undefined}
          problem={timeProblem}
          isReadOnly={busy || refused !== null}
        />
        <p className={css['reading']} data-testid="new-time">
          {reading}
        </p>
        <Announced>{reading}</Announced>
        {meant.kind === 'ask' && (
          <div role="group" aria-label={meant.message} className={css['options']}>
            {meant.options.map(({ label, time }) => (
              <ActionButton key={label} look="quiet" onPress={() => reschedule.choose(time)}>
                {label}
              </ActionButton>
            ))}
          </div>
        )}
        {refused === null && <p data-testid="reschedule-plan">{describePlan(booking)}</p>}
        <WhoField reschedule={reschedule} />
      </div>
    </Dialog>
  )
}

type SettleDialogProps = {
  readonly reschedule: RescheduleStore
  readonly settling: Settling
  readonly now: UtcInstant
}

function SettleDialog({ reschedule, settling, now }: SettleDialogProps) {
  const alert = useStore(reschedule, (state) => state.alert)
  const busy = useStore(reschedule, (state) => state.busy)
  const { title, text, answers } = settleQuestion(settling.step, settling.times, now)
  return (
    <Dialog
      title={title}
      testId="settle-reschedule"
      alert={alert}
      isGrave
      onClose={reschedule.close}
      actions={
        <>
          <ActionButton isFirst onPress={reschedule.close}>
            {WORDS.later}
          </ActionButton>
          {answers.map(({ kept, label }) => (
            <ActionButton key={kept} look="go" isDisabled={busy} onPress={() => void reschedule.settle(kept)}>
              {label}
            </ActionButton>
          ))}
        </>
      }
    >
      <p>{text}</p>
      <WhoField reschedule={reschedule} />
    </Dialog>
  )
}

function WhoField({ reschedule }: { readonly reschedule: RescheduleStore }) {
  const who = useStore(reschedule.resolutions, (state) => state.who)
  const problem = useStore(reschedule, (state) => state.whoProblem)
  const busy = useStore(reschedule, (state) => state.busy)
  return (
    <TextField
      id="reschedule-who"
      label={WORDS.who}
      isOwnName
      value={who}
      onChange={(text) => reschedule.typeWho(text)}
      onLeave={() => undefined}
      problem={problem}
      isReadOnly={busy}
    />
  )
}
