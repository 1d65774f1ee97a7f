import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ProviderPhone } from './ProviderPhone.tsx'
import { describeBooking } from './text/booking-text.ts'
import { afterCall, phonePurposeLabel, phonePurposes, phoneScript } from './text/phone-text.ts'
import { callTitle, readOut } from './text/dialog-text.ts'
import { UI_TEXT } from '../ui/text.ts'
import css from './PhoneDialog.module.css'

type PhoneDialogProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly onClose: () => void
}

/** What to read out in a call to the provider about a booking. */
export function PhoneDialog({ booking, status, onClose }: PhoneDialogProps) {
  return (
    <Dialog
      title={callTitle(describeBooking(booking))}
      testId="phone-script"
      alert={null}
      onClose={onClose}
      actions={
        <ActionButton isFirst onPress={onClose}>
          {UI_TEXT.close}
        </ActionButton>
      }
    >
      <ProviderPhone />
      {phonePurposes(booking, status).map((purpose) => (
        <section key={purpose} data-purpose={purpose} className={css['steps']}>
          <h3>{readOut(phonePurposeLabel(purpose))}</h3>
          <blockquote className={css['script']}>
            {phoneScript(purpose, booking, status).map((line, at) => (
              <p key={at}>{line}</p>
            ))}
          </blockquote>
          <p>{afterCall(purpose)}</p>
        </section>
      ))}
    </Dialog>
  )
}
