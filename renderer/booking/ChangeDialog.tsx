import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { toLocal } from '../../shared/time/time.ts'
import { CHANGED_PARTS } from '../../shared/outbox/amendment.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Cell } from '../ui/Section.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import { DateField } from '../ui/DateField.tsx'
import { TimeField } from '../scheduler/TimeField.tsx'
import type { AmendmentDialogStore } from './state/amendments.ts'
import { intendedTime } from '../scheduler/state/form.ts'
import { FIELD_LABELS } from './text/amendment-text.ts'
import { occurrenceQuestion, roleLabel } from './text/booking-text.ts'
import { RequesterField } from './RequesterField.tsx'
import { changeTitle, describeChangeable, DIALOG } from './text/dialog-text.ts'
import css from './ChangeDialog.module.css'

type ChangeDialogProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly amendmentDialog: AmendmentDialogStore
}

const ORDER = [...CHANGED_PARTS, 'date', 'time'] as const

/** The dialog for a change request, filled with the values that the desk knows. */
export function ChangeDialog({ booking, status, amendmentDialog }: ChangeDialogProps) {
  const question = useStore(amendmentDialog, (state) => state.question)
  const alert = useStore(amendmentDialog, (state) => state.alert)
  const busy = useStore(amendmentDialog, (state) => state.busy)
  const refusals = useStore(amendmentDialog, (state) => state.refusals)
  const promised = useStore(amendmentDialog, (state) => state.promised)
  const isOpen = question?.kind === 'change' && question.bookingId === booking.id

  useEffect(() => {
    if (isOpen) document.getElementById(`change-${CHANGED_PARTS[0]}`)?.focus()
  }, [isOpen])

  useEffect(() => {
    if (refusals === 0) return
    const { question: refused, promised: asked } = amendmentDialog.getState()
    const isWrong = (name: (typeof ORDER)[number]) =>
      refused?.kind === 'change' && (asked.length > 0 || refused.problems[name] !== undefined)
    const wrong = ORDER.find(isWrong)
    const box = typeof wrong === 'string' ? document.getElementById(`change-${wrong}`) : null
    // A date or a time is a group, so its first segment takes the focus.
    ;(box?.querySelector<HTMLElement>('[role="spinbutton"]') ?? box)?.focus()
  }, [refusals, amendmentDialog])

  if (question?.kind !== 'change' || !isOpen) return null
  const { form, problems } = question
  const { now } = status
  const { zone } = status.rooftop
  const move = booking.moves.find((one) => one.id === question.moveId)
  if (move === undefined) return null
  const meant = intendedTime(form, zone)
  const number = move.number.known ? `, move ${move.number.value}` : ''
  return (
    <Dialog
      title={changeTitle(`${roleLabel(move.role).toLowerCase()}${number}`)}
      testId="change-question"
      alert={alert}
      onClose={amendmentDialog.close}
      actions={
        <>
          <ActionButton onPress={amendmentDialog.close}>{DIALOG.neverMind}</ActionButton>
          <ActionButton look="go" isDisabled={busy} onPress={() => void amendmentDialog.requestChange(zone, now)}>
            {promised.length === 0 ? DIALOG.requestChange : DIALOG.requestAnyway}
          </ActionButton>
        </>
      }
    >
      <p>{describeChangeable()}</p>
      <div className={css['grid']}>
        {CHANGED_PARTS.map((part) => (
          <Cell key={part} columns={part === 'vin' ? 8 : 4}>
            <TextField
              id={`change-${part}`}
              label={FIELD_LABELS[part]}
              value={form[part]}
              onChange={(text) => amendmentDialog.type({ [part]: text })}
              onLeave={() => undefined}
              problem={problems[part]}
              isReadOnly={busy}
              inputMode={part === 'year' ? 'numeric' : 'text'}
            />
          </Cell>
        ))}
        <Cell columns={4}>
          <DateField
            id="change-date"
            label={DIALOG.readyByDate}
            value={form.date}
            today={toLocal(now, zone).slice(0, 10)}
            onChange={(date) => amendmentDialog.type({ date, occurrence: '' })}
            onLeave={() => undefined}
            problem={problems.date}
            isReadOnly={busy}
          />
        </Cell>
        <Cell columns={4}>
          <TimeField
            id="change-time"
            label={DIALOG.time}
            value={form.time}
            onChange={(time) => amendmentDialog.type({ time, occurrence: '' })}
            onLeave={() => undefined}
            problem={problems.time}
            isReadOnly={busy}
          />
        </Cell>
        {meant.kind === 'twice' && (
          <Cell columns={12}>
            <RadioGroup
              id="change-turn"
              value={form.occurrence}
              {...occurrenceQuestion(meant, zone)}
              onChange={(occurrence) => amendmentDialog.type({ occurrence })}
            />
          </Cell>
        )}
        <Cell columns={8}>
          <RequesterField amendmentDialog={amendmentDialog} />
        </Cell>
      </div>
    </Dialog>
  )
}
