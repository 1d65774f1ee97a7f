import { Check, CircleX, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { actionTone, undoBlockedReason, type Undoable } from '../booking/text/undo-text.ts'
import { CONFIRMED_MS } from '../ui/CopyStatus.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { KEYS } from './state/keyboard.ts'
import { STATUS } from './text/frame-text.ts'
import css from './StatusBar.module.css'

const ICONS = { ok: Check, warn: TriangleAlert, bad: CircleX } as const

type StatusMessageProps = {
  readonly state: Undoable
  /** The text of the last action; stays in the page after its time in view. */
  readonly words: string
  /** Why a command did not run; null without a refusal. */
  readonly refusal: string | null
  readonly onOpen: (bookingId: string) => void
}

/**
 * The last booking action in the status bar: its confirmation for five seconds after each news, and as long as Undo is
 * there or the booking needs a person. Undo stays until the next action, while the booking has certainly not left.
 */
export function StatusMessage({ state, words, refusal, onOpen }: StatusMessageProps) {
  const { undo, draft, saved } = useStores()
  const form = useStore(saved, (all) => all.form)
  const formIsEmpty = useStore(draft, (all) => all.kept === 'empty')
  // "Saved" beside the alert "Not saved" of the form would look like one message.
  const isRefused = useStore(draft, (all) => all.refusals > 0)
  const isNew = useIsNew(words)
  const { act, undone } = state
  const tone = actionTone(state)
  const Icon = ICONS[tone]
  const canUndo = undoBlockedReason(state) === null
  const isShown = (isNew || canUndo || tone !== 'ok') && !isRefused && refusal === null

  const pressUndo = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    // The button is about to go and would drop the focus, so the status bar takes the focus.
    currentTarget.closest<HTMLElement>('[data-pane]')?.focus()
    void undo.undo()
  }

  return (
    <>
      <span className={css['refusal']} data-testid="fetch-skipped">
        {refusal}
      </span>
      {act !== null && (
        <span
          className={css['act']}
          data-testid="undo"
          data-act={act.kind}
          data-booking-id={act.booking.id}
          data-undone={undone}
        >
          <span
            className={css['act']}
            {...(act.kind === 'withdrawn' ? {} : { 'data-testid': 'saved' })}
            data-booking-id={act.booking.id}
            data-state={act.booking.state}
            data-shown={isShown}
          >
            <span className={classNames(css['done'], css[tone], !isShown && 'unseen')} data-tone={tone}>
              <Icon size={14} aria-hidden="true" />
              <span className={css['words']}>{words}</span>
            </span>
            {isShown && !undone && (
              <Button className={classNames(css['leads'])} onPress={() => onOpen(act.booking.id)}>
                {STATUS.open}
              </Button>
            )}
          </span>
          {undone && act.kind === 'booked' && form !== null && formIsEmpty && (
            <Button
              className={classNames(css['leads'])}
              onPress={() => {
                saved.dismiss()
                draft.fill(form)
              }}
            >
              {STATUS.putBack}
            </Button>
          )}
          {canUndo && (
            <Button
              className={classNames(css['leads'])}
              aria-label={STATUS.undo}
              data-tip={words}
              data-tip-keys={KEYS.undo}
              onPress={pressUndo}
            >
              <Undo2 size={14} aria-hidden="true" />
              {STATUS.undo}
            </Button>
          )}
        </span>
      )}
    </>
  )
}

/** True for `CONFIRMED_MS` after each change of the words. */
function useIsNew(words: string): boolean {
  const [old, setOld] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setOld(words), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [words])
  return words !== '' && words !== old
}
