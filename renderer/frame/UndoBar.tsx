import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { ActionButton } from '../parts/ActionButton.tsx'
import { useStore } from '../parts/use-store.ts'
import { KEYS } from '../state/keys.ts'
import type { Undo } from '../state/undo.ts'
import { sayAct, whyNotUndone } from '../state/undo-words.ts'
import css from './UndoBar.module.css'

/**
 * Takes the last booking action back for as long as the booking has not left. It ends by no clock: the next action takes its
 * place. What was done is read out where it is done; here only what came of undoing it is.
 */
export function UndoBar({ undo }: { readonly undo: Undo }) {
  const state = useStore(undo, (all) => all)
  const bar = useRef<HTMLDivElement>(null)
  const why = whyNotUndone(state)
  const { act, undone, refusal } = state

  const press = () => {
    // The button is switched off now, and would drop the focus.
    bar.current?.focus()
    void undo.undo()
  }

  return (
    <>
      <p role="status" className="unseen">
        {undone ? sayAct(state) : refusal === null ? '' : `Not undone. ${refusal.words}`}
      </p>
      {act !== null && (
        <div
          ref={bar}
          role="region"
          aria-label="Undo"
          tabIndex={-1}
          className={css['bar']}
          data-pane="undo"
          data-fact="undo"
          data-act={act.kind}
          data-booking-id={act.booking.id}
          data-undone={undone}
        >
          <Undo2 size={14} aria-hidden="true" />
          <p className={css['act']}>{sayAct(state)}</p>
          {!undone && (
            <p className={css['why']} data-fact="why-not-undone">
              {why ?? refusal?.words}
            </p>
          )}
          <ActionButton look="quiet" keys={KEYS.undo} isDisabled={why !== null} onPress={press}>
            Undo
          </ActionButton>
        </div>
      )}
    </>
  )
}
