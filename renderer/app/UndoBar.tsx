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
 * Offers to undo the last booking action while that booking has not left. The bar stays until the next action instead
 * of for a set time, and announces only the result of the undo, because the action was announced where it happened.
 */
export function UndoBar() {
  const { undo } = useStores()
  const noted = useStore(undo, (all) => all)
  const state = undoableOf(noted, useBooking(noted.act?.bookingId ?? null))
  const bar = useRef<HTMLDivElement>(null)
  const blockedReason = undoBlockedReason(state)
  const { act, undone, refusal } = state

  const press = () => {
    // The button is about to be disabled and would drop the focus, so the bar takes the focus.
    bar.current?.focus()
    void undo.undo()
  }

  return (
    <>
      <p role="status" className="unseen">
        {undone ? describeAction(state) : refusal === null ? '' : `Not undone. ${refusal.message}`}
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
          {!undone && <p data-testid="undo-blocked">{blockedReason ?? refusal?.message}</p>}
          <ActionButton look="quiet" keys={KEYS.undo} isDisabled={blockedReason !== null} onPress={press}>
            Undo
          </ActionButton>
        </div>
      )}
    </>
  )
}
