import { useEffect } from 'react'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import { ResolutionFields } from './ResolutionFields.tsx'
import type { ResolutionStore } from './state/resolutions.ts'
import { describeBooking } from './text/booking-text.ts'
import { describeLaterTime } from './text/earliest-text.ts'
import { resolutionAction, resolutionDone, resolutionQuestion } from './text/resolution-text.ts'
import css from './InDoubtGuide.module.css'

type CustomerToldDialogProps = {
  readonly booking: BookedMoves
  readonly resolutions: ResolutionStore
  readonly now: UtcInstant
  /** Called with a sentence about the result. */
  readonly onSettled: (words: string) => void
  readonly onClose: () => void
}

const KIND = 'customer-told'
const FORM = 'customer-told'

/** Takes the word of a person that the customer knows the later time of the provider. */
export function CustomerToldDialog({ booking, resolutions, now, onSettled, onClose }: CustomerToldDialogProps) {
  const working = useStore(resolutions, (state) => state.working)
  const refusal = useStore(resolutions, (state) => state.refusal)

  useEffect(() => {
    resolutions.begin(KIND)
    return resolutions.leave
  }, [resolutions])

  const decide = async () => {
    const after = await resolutions.decide(booking)
    if (after === null) return
    onSettled(resolutionDone(KIND, after))
    onClose()
  }

  return (
    <Dialog
      title={`Was the customer told? ${describeBooking(booking)}`}
      testId="customer-told"
      alert={refusal}
      onClose={onClose}
      actions={
        <>
          <ActionButton isFirst onPress={onClose}>
            Not yet
          </ActionButton>
          <ActionButton type="submit" form={FORM} look="go" isDisabled={working}>
            {resolutionAction(KIND, false)}
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
        <p>{describeLaterTime(booking, now)}</p>
        <p>{resolutionQuestion(KIND, booking)}</p>
        <ResolutionFields kind={KIND} booking={booking} resolutions={resolutions} />
      </form>
    </Dialog>
  )
}
