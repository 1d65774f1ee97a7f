import { use } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { LaterStoresContext } from '../stores-context.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { canTakeBooking } from './state/booking-acts.ts'
import { describeOtherDesk, OTHER_DESK } from './text/desk-text.ts'
import css from './WithDesk.module.css'

/** The line in place of the actions that a booking of another desk does not have here, with its takeover. */
export function OtherDesk({ booking, status }: { readonly booking: BookedMoves; readonly status: DeskStatus }) {
  const later = use(LaterStoresContext)
  const canTake = later !== null && canTakeBooking(booking, status)
  const words = describeOtherDesk(booking, canTake)
  if (words === null) return null
  return (
    <div className={css['line']}>
      <p data-testid="other-desk">{words}</p>
      {canTake && (
        <ActionButton isSmall onPress={() => later.takeover.open({ booking })}>
          {OTHER_DESK.takeOver}
        </ActionButton>
      )}
    </div>
  )
}
