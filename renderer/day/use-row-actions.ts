import { hasReturn } from '../../shared/booking/open-pickup.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import { useResolve } from '../app/use-resolve.ts'
import { useStores } from '../stores-context.ts'
import type { MenuAction } from '../ui/ActionMenu.tsx'
import { ACTIONS } from './text/day-text.ts'

/** Returns the actions that fit the state of a booking. */
export function useRowActions(booking: BookedMoves, onOpen: (bookingId: string) => void): readonly MenuAction[] {
  const { day, rebook } = useStores()
  const resolve = useResolve()
  const { id, entry, state } = booking
  // The desk that made a booking alone changes and sends the booking.
  const isOwn = booking.desk === null
  // A booking in doubt may exist at the provider, so no action offers to book it again.
  const canRebook = state !== 'in-doubt'
  const all: readonly (MenuAction | null)[] = [
    { id: 'open', label: ACTIONS.open, act: () => onOpen(id) },
    isOwn && state === 'in-doubt' ? { id: 'resolve', label: ACTIONS.resolve, act: () => resolve(id) } : null,
    isOwn && canChange(entry) ? { id: 'edit', label: ACTIONS.edit, act: () => rebook.change(booking) } : null,
    isOwn && canWithdraw(entry) ? { id: 'withdraw', label: ACTIONS.withdraw, act: () => void day.withdraw(id) } : null,
    hasReturn(booking) ? { id: 'return', label: ACTIONS.bookReturn, act: () => rebook.copy(booking, 'return') } : null,
    canRebook ? { id: 'like', label: ACTIONS.duplicate, act: () => rebook.copy(booking, 'like') } : null,
    { id: 'copy', label: ACTIONS.copy, act: () => void day.copying.copyMove(id, null) },
  ]
  return all.filter((one) => one !== null)
}
