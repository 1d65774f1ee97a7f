import { hasReturn } from '../../shared/booking/open-pickup.ts'
import { cancelableMoves, isWhollyCanceled } from '../../shared/outbox/amendment-rules.ts'
import { notAddableReason } from '../../shared/booking/added-facts.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { canChange, canWithdraw } from '../../shared/outbox/machine.ts'
import { phonePurposes } from '../booking/text/phone-text.ts'
import { availableResolutions } from '../booking/state/resolutions.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ActionMenu, MenuArea, type MenuAction } from '../ui/ActionMenu.tsx'
import { PAGE_WORDS } from './text/page-text.ts'
import css from './BookingActions.module.css'

/** What a person can do with a booking on its page. */
export type BookingAct =
  'resolve' | 'return' | 'reschedule' | 'edit' | 'withdraw' | 'cancel' | 'duplicate' | 'add' | 'call' | 'supportData'

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

/** The actions that the booking allows now: those of the row, the main one first, and those of the menu. */
function availableActs(
  booking: BookedMoves,
  status: DeskStatus,
): { readonly buttons: readonly BookingAct[]; readonly more: readonly BookingAct[] } {
  const editable = canChange(booking.entry)
  const resolvable = availableResolutions(booking).length > 0
  // No action here offers to book an in-doubt booking again, because the provider may have that booking.
  const copyable = booking.state !== 'in-doubt'
  const possible: Readonly<Record<BookingAct, boolean>> = {
    resolve: resolvable,
    edit: editable,
    return: hasReturn(booking),
    reschedule: editable || (booking.state === 'booked' && !isWhollyCanceled(booking)),
    withdraw: canWithdraw(booking.entry),
    cancel: cancelableMoves(booking).length > 0,
    duplicate: copyable,
    add: notAddableReason(booking, 'note') === null,
    call: phonePurposes(booking, status).length > 0,
    supportData: needsSupport(booking),
  }
  const row: readonly BookingAct[] = editable
    ? ['resolve', 'edit', 'reschedule', 'withdraw', 'cancel', 'supportData']
    : ['resolve', 'return', 'reschedule', 'withdraw', 'cancel', 'supportData']
  const rest: readonly BookingAct[] = ['return', 'duplicate', 'add', 'call']
  return {
    buttons: row.filter((act) => possible[act]),
    more: rest.filter((act) => possible[act] && !row.includes(act)),
  }
}

/** True for a hold about which a person should call support; support needs the data of the booking. */
function needsSupport({ state, entry }: BookedMoves): boolean {
  return state === 'held' && (entry.code === 'unreadable' || entry.code === 'crashed')
}
