import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { toLocal } from '../../shared/time.ts'
import { CHANGED_PARTS } from '../../shared/wish.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Question } from '../parts/Question.tsx'
import { Cell } from '../parts/Section.tsx'
import { TextBox } from '../parts/TextBox.tsx'
import { useStore } from '../parts/use-store.ts'
import { DateBox } from '../parts/DateBox.tsx'
import { TimeBox } from '../scheduler/TimeBox.tsx'
import type { Asking } from '../state/asking.ts'
import { meantTime } from '../state/form.ts'
import { LABELS } from '../state/wish-words.ts'
import { askWhichTurn, sayRole } from '../state/words.ts'
import { WhoAsks } from './WhoAsks.tsx'
import css from './ChangeQuestion.module.css'

type ChangeQuestionProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly asking: Asking
}

const ORDER = [...CHANGED_PARTS, 'date', 'time'] as const

const WIDE = new Set(['vin', 'make', 'model'])

/** The form of a change: what the desk knows, to be typed over. */
export function ChangeQuestion({ booking, status, asking }: ChangeQuestionProps) {
  const question = useStore(asking, (state) => state.question)
  const alert = useStore(asking, (state) => state.alert)
  const busy = useStore(asking, (state) => state.busy)
  const refusals = useStore(asking, (state) => state.refusals)
  const isOpen = question?.kind === 'change' && question.bookingId === booking.id

  useEffect(() => {
    if (isOpen) document.getElementById(`change-${CHANGED_PARTS[0]}`)?.focus()
  }, [isOpen])

  useEffect(() => {
    if (refusals === 0) return
    const { question: refused } = asking.getState()
    const wrong = refused?.kind === 'change' && ORDER.find((name) => refused.problems[name] !== undefined)
    const box = typeof wrong === 'string' ? document.getElementById(`change-${wrong}`) : null
    // A date or a time is a group: its first segment takes the focus.
    ;(box?.querySelector<HTMLElement>('[role="spinbutton"]') ?? box)?.focus()
  }, [refusals, asking])

  if (question?.kind !== 'change' || !isOpen) return null
  const { form, problems } = question
  const { now } = status
  const { zone } = status.rooftop
  const move = booking.moves.find((one) => one.id === question.moveId)
  if (move === undefined) return null
  const meant = meantTime(form, zone)
  const number = move.number.known ? `, move ${move.number.value}` : ''
  return (
    <Question
      title={`Change ${sayRole(move.role)}${number}`}
      fact="change-question"
      alert={alert}
      onClose={asking.close}
      actions={
        <>
          <ActionButton onPress={asking.close}>Leave it as it is</ActionButton>
          <ActionButton look="go" isDisabled={busy} onPress={() => void asking.askChange(zone, now)}>
            Ask for the change
          </ActionButton>
        </>
      }
    >
      <p>
        Places, customer, contact, instructions and the appointment cannot be changed at the provider: call it, or
        cancel and book again.
      </p>
      <div className={css['grid']}>
        {CHANGED_PARTS.map((part) => (
          <Cell key={part} columns={WIDE.has(part) ? 5 : 3}>
            <TextBox
              id={`change-${part}`}
              label={LABELS[part]}
              value={form[part]}
              onChange={(text) => asking.type({ [part]: text })}
              onLeave={() => undefined}
              problem={problems[part]}
              isReadOnly={busy}
              inputMode={part === 'year' ? 'numeric' : 'text'}
            />
          </Cell>
        ))}
        <Cell columns={5}>
          <DateBox
            id="change-date"
            label="Ready by, date"
            value={form.date}
            today={toLocal(now, zone).slice(0, 10)}
            onChange={(date) => asking.type({ date, clockTurn: '' })}
            onLeave={() => undefined}
            problem={problems.date}
            isReadOnly={busy}
          />
        </Cell>
        <Cell columns={4}>
          <TimeBox
            id="change-time"
            label="Time"
            value={form.time}
            onChange={(time) => asking.type({ time, clockTurn: '' })}
            onLeave={() => undefined}
            problem={problems.time}
            isReadOnly={busy}
          />
        </Cell>
        {meant.kind === 'twice' && (
          <Cell columns={12}>
            <Choice
              id="change-turn"
              value={form.clockTurn}
              {...askWhichTurn(meant, zone)}
              onChange={(clockTurn) => asking.type({ clockTurn })}
            />
          </Cell>
        )}
        <Cell columns={8}>
          <WhoAsks asking={asking} />
        </Cell>
      </div>
    </Question>
  )
}
