import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ActionMenu, MenuArea, type MenuAction } from '../ui/ActionMenu.tsx'
import { availableActs, type BookingAct } from '../booking/state/booking-acts.ts'
import { PAGE_WORDS } from './text/page-text.ts'
import css from './BookingActions.module.css'

type BookingActionsProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly isWithdrawing: boolean
  readonly onAct: (act: BookingAct) => void
}

const LABELS: Readonly<Record<BookingAct, string>> = {
  resolve: PAGE_WORDS.resolve,
  return: PAGE_WORDS.bookReturn,
  reschedule: PAGE_WORDS.reschedule,
  edit: PAGE_WORDS.edit,
  withdraw: PAGE_WORDS.withdraw,
  cancel: PAGE_WORDS.cancel,
  duplicate: PAGE_WORDS.duplicate,
  add: PAGE_WORDS.add,
  call: PAGE_WORDS.call,
  supportData: PAGE_WORDS.supportData,
}

/** One row with the main action first, and a menu with the rest. */
export function BookingActions({ booking, status, isWithdrawing, onAct }: BookingActionsProps) {
  const { buttons, more } = availableActs(booking, status)
  const menu = more.map((act): MenuAction => ({ id: act, label: LABELS[act], act: () => onAct(act) }))
  return (
    <MenuArea of={booking.id} className={css['actions'] ?? ''}>
      {buttons.map((act, at) => (
        <ActionButton
          key={act}
          isSmall
          look={act === 'cancel' ? 'danger' : at === 0 && isMain(act) ? 'go' : 'plain'}
          isDisabled={act === 'withdraw' && isWithdrawing}
          onPress={() => onAct(act)}
        >
          {LABELS[act]}
        </ActionButton>
      ))}
      {menu.length > 0 && <ActionMenu label={booking.customerName ?? PAGE_WORDS.thisBooking} acts={menu} />}
    </MenuArea>
  )
}

function isMain(act: BookingAct): boolean {
  return act === 'resolve' || act === 'return' || act === 'edit'
}
