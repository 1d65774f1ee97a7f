import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useBooking } from '../booking/use-booking.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import { KEYS } from './state/keyboard.ts'
import { undoableOf } from './state/undo.ts'
import { describeAction, undoBlockedReason } from '../booking/text/undo-text.ts'
import { useStores } from '../stores-context.ts'
import css from './UndoBar.module.css'

/**
 * Offers to undo the last booking action while the booking has not left; only the next action removes the offer, never
 * a timer. The screen of the action announces the action itself, and this bar announces the result of undoing.
 */
export function UndoBar() {
  const { undo } = useStores()
  const noted = useStore(undo, (all) => all)
  const state = undoableOf(noted, useBooking(noted.act?.bookingId ?? null))
  const bar = useRef<HTMLDivElement>(null)
  const why = undoBlockedReason(state)
  const { act, undone, refusal } = state

  const press = () => {
    // The button becomes disabled and would lose the focus.
    bar.current?.focus()
    void undo.undo()
  }

  return (
    <>
      <p role="status" className="unseen">
        {undone ? describeAction(state) : refusal === null ? '' : `Not undone. ${refusal.words}`}
      </p>
      {act !== null && (
        <div
          ref={bar}
          role="region"
          aria-label="Undo"
          tabIndex={-1}
          className={css['bar']}
          data-pane="undo"
          data-testid="undo"
          data-act={act.kind}
          data-booking-id={act.booking.id}
          data-undone={undone}
        >
          <Undo2 size={14} aria-hidden="true" />
          <p className={css['act']}>{describeAction(state)}</p>
          {!undone && <p data-testid="undo-blocked">{why ?? refusal?.words}</p>}
          <ActionButton look="quiet" keys={KEYS.undo} isDisabled={why !== null} onPress={press}>
            Undo
          </ActionButton>
        </div>
      )}
    </>
  )
}
