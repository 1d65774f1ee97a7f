import { useEffect } from 'react'
import { assertNever } from '../../shared/result.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import { ProviderPhone } from './ProviderPhone.tsx'
import { ResolutionFields } from './ResolutionFields.tsx'
import type { ResolutionKind, ResolutionStore } from './state/resolutions.ts'
import { describeBooking } from './text/booking-text.ts'
import { describeLaterTime } from './text/earliest-text.ts'
import { describeReplacements } from './text/replacement-text.ts'
import { resolutionAction, resolutionDone, resolutionQuestion } from './text/resolution-text.ts'
import css from './InDoubtGuide.module.css'

/** The resolutions that the inbox takes in a dialog of their own. */
export type DialogResolution = Extract<ResolutionKind, 'customer-told' | 'replacement-number'>

type ResolutionDialogProps = {
  readonly kind: DialogResolution
  readonly booking: BookedMoves
  readonly resolutions: ResolutionStore
  readonly now: UtcInstant
  /** Called with a sentence about the result. */
  readonly onSettled: (words: string) => void
  readonly onClose: () => void
}

const FORM = 'resolution'

/** Takes one resolution of a booked booking, with what a person has to know for it. */
export function ResolutionDialog({ kind, booking, resolutions, now, onSettled, onClose }: ResolutionDialogProps) {
  const working = useStore(resolutions, (state) => state.working)
  const refusal = useStore(resolutions, (state) => state.refusal)

  useEffect(() => {
    resolutions.begin(kind)
    return resolutions.leave
  }, [resolutions, kind])

  const decide = async () => {
    const after = await resolutions.decide(booking)
    if (after === null) return
    onSettled(resolutionDone(kind, after))
    onClose()
  }

  return (
    <Dialog
      title={`${titleOf(kind)} ${describeBooking(booking)}`}
      testId={kind}
      alert={refusal}
      onClose={onClose}
      actions={
        <>
          <ActionButton isFirst onPress={onClose}>
            Not yet
          </ActionButton>
          <ActionButton type="submit" form={FORM} look="go" isDisabled={working}>
            {resolutionAction(kind, false)}
          </ActionButton>
        </>
      }
    >
      <form
        id={FORM}
        className={css['steps']}
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
      >
        {introOf(kind, booking, now).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {kind === 'replacement-number' && <ProviderPhone />}
        <p>{resolutionQuestion(kind, booking)}</p>
        <ResolutionFields kind={kind} booking={booking} resolutions={resolutions} />
      </form>
    </Dialog>
  )
}

function titleOf(kind: DialogResolution): string {
  switch (kind) {
    case 'customer-told':
      return 'Was the customer told?'
    case 'replacement-number':
      return 'What is the new move number?'
    default:
      return assertNever(kind)
  }
}

function introOf(kind: DialogResolution, booking: BookedMoves, now: UtcInstant): readonly string[] {
  switch (kind) {
    case 'customer-told': {
      const later = describeLaterTime(booking, now)
      return later === null ? [] : [later]
    }
    case 'replacement-number':
      return describeReplacements(booking)
    default:
      return assertNever(kind)
  }
}
