import { useEffect } from 'react'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { ResolutionFields } from './ResolutionFields.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import { availableResolutions, type ResolutionKind, type ResolutionStore } from './state/resolutions.ts'
import { resolutionAction, resolutionDone, resolutionQuestion } from './text/resolution-text.ts'
import { describeBooking } from './text/booking-text.ts'
import { findQuestion, providerToCall } from './text/phone-text.ts'
import { ProviderPhone } from './ProviderPhone.tsx'
import css from './InDoubtGuide.module.css'

type InDoubtGuideProps = {
  readonly booking: BookedMoves
  readonly resolutions: ResolutionStore
  readonly now: UtcInstant
  /** Called after a resolution with the updated booking and a sentence about the result. */
  readonly onSettled: (after: BookedMoves, words: string) => void
  readonly onClose: () => void
}

const FORM = 'doubt-guide'

/**
 * Leads a person through the call about a booking in doubt: what to read out, what the provider says, and the
 * resolution that follows. Through this guide the booking is sent again only after a person reports that the provider
 * does not have the booking, and then confirms that report.
 */
export function InDoubtGuide({ booking, resolutions, now, onSettled, onClose }: InDoubtGuideProps) {
  const open = useStore(resolutions, (state) => state.open)
  const working = useStore(resolutions, (state) => state.working)
  const refusal = useStore(resolutions, (state) => state.refusal)
  const isReported = booking.entry.notBookedReportedAt !== null

  useEffect(() => {
    // A person who comes back after the first report has to confirm that report.
    if (isReported) resolutions.begin('not-booked-reported')
    return resolutions.leave
  }, [resolutions, isReported])

  const decide = async () => {
    if (open === null) return
    const after = await resolutions.decide(booking)
    if (after === null) return
    onSettled(after, resolutionDone(open, after))
    onClose()
  }

  return (
    <Dialog
      title={`Is it booked? ${describeBooking(booking)}`}
      testId="doubt-guide"
      alert={refusal}
      onClose={onClose}
      actions={
        <>
          <ActionButton isFirst onPress={onClose}>
            Not now
          </ActionButton>
          {open !== null && (
            <ActionButton type="submit" form={FORM} look="go" isDisabled={working}>
              {resolutionAction(open, isReported)}
            </ActionButton>
          )}
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
        <p>It was sent, and no answer came that can be believed. Do not book it again: ask first.</p>
        <h3>1. Call {providerToCall()} and read out</h3>
        <ProviderPhone />
        <blockquote className={css['script']}>{findQuestion(booking, now)}</blockquote>
        <h3>2. What do they say?</h3>
        <RadioGroup
          id="doubt-said"
          label="What do they say?"
          labelUnseen
          value={open ?? ''}
          options={availableResolutions(booking).map((kind) => ({ value: kind, label: describeAnswer(kind) }))}
          onChange={(value) => {
            const kind = availableResolutions(booking).find((resolution) => resolution === value)
            if (kind !== undefined) resolutions.begin(kind)
          }}
        />
        {open !== null && (
          <>
            <h3>3. {isReported && open === 'not-booked-reported' ? 'Confirm it' : 'Note it down'}</h3>
            <p>{resolutionQuestion(open, booking)}</p>
            <ResolutionFields kind={open} booking={booking} resolutions={resolutions} />
          </>
        )}
      </form>
    </Dialog>
  )
}

function describeAnswer(kind: ResolutionKind): string {
  switch (kind) {
    case 'provider-numbers':
      return 'They have it'
    case 'not-booked-reported':
      return 'They do not'
    case 'placed-by-phone':
      return 'They took it by phone'
    case 'release':
      return 'Send it'
    case 'customer-told':
      return 'The customer knows the later time'
    case 'replacement-number':
      return 'It has a new number'
  }
}
