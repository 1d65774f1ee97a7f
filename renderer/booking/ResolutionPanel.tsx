import { useCallback, useEffect, useRef } from 'react'
import type { BookedMoves } from '../../shared/move/move.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import type { LookupStore } from '../lookup/state/lookup.ts'
import { availableResolutions, type ResolutionKind } from './state/resolutions.ts'
import { resolutionAction, resolutionDone, resolutionLabel, resolutionQuestion } from './text/resolution-text.ts'
import { ResolutionFields, type ResolutionInput } from './ResolutionFields.tsx'
import css from './ResolutionPanel.module.css'

type ResolutionPanelProps = {
  readonly booking: BookedMoves
  readonly lookup: LookupStore
}

/**
 * The resolutions that a person can choose for a booking. The form of the chosen resolution opens below the buttons.
 */
export function ResolutionPanel({ booking, lookup }: ResolutionPanelProps) {
  const { resolutions } = lookup
  const open = useStore(resolutions, (state) => state.open)
  const offered = availableResolutions(booking)
  const buttons = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  // Unmounting discards an unfinished resolution, so that it cannot continue for another booking or state.
  useEffect(() => resolutions.leave, [resolutions])
  const close = useCallback(() => {
    const opener = buttons.current?.querySelector<HTMLElement>(
      `[data-resolution="${resolutions.getState().open}"] button`,
    )
    resolutions.leave()
    opener?.focus()
  }, [resolutions])
  useEffect(() => {
    const at = form.current
    if (open === null || at === null) return
    at.querySelector('input')?.focus()
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    at.addEventListener('keydown', leave)
    return () => at.removeEventListener('keydown', leave)
  }, [open, close])

  if (offered.length === 0) return null
  return (
    <div className={css['resolutions']} data-testid="resolutions">
      <div ref={buttons} className={css['buttons']}>
        {offered.map((kind) => (
          <span key={kind} data-resolution={kind}>
            <ActionButton onPress={() => resolutions.begin(kind)}>{resolutionLabel(kind, booking)}</ActionButton>
          </span>
        ))}
      </div>
      {open !== null && offered.includes(open) && (
        <form
          ref={form}
          className={css['form']}
          aria-label={resolutionLabel(open, booking)}
          onSubmit={(event) => {
            event.preventDefault()
            void resolutions
              .decide(booking)
              .then((after) => after !== null && lookup.settled(after, resolutionDone(open, after)))
          }}
        >
          <p>{resolutionQuestion(open, booking)}</p>
          <ResolutionFields kind={open} booking={booking} resolutions={resolutions} />
          <Foot kind={open} booking={booking} resolutions={resolutions} onClose={close} />
        </form>
      )}
    </div>
  )
}

function Foot({ kind, booking, resolutions, onClose }: ResolutionInput & { readonly onClose: () => void }) {
  const working = useStore(resolutions, (state) => state.working)
  const refusal = useStore(resolutions, (state) => state.refusal)
  const isSecond = kind === 'not-booked-reported' && booking.entry.notBookedReportedAt !== null
  return (
    <>
      <p role="alert" className={css['refusal']}>
        {refusal}
      </p>
      <div className={css['buttons']}>
        <ActionButton onPress={onClose}>{describeKeep(kind)}</ActionButton>
        <ActionButton type="submit" look="go" isDisabled={working}>
          {resolutionAction(kind, isSecond)}
        </ActionButton>
      </div>
    </>
  )
}

function describeKeep(kind: ResolutionKind): string {
  return kind === 'release' ? 'Hold it' : 'Leave it as it is'
}
