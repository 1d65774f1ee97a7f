import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import { bookings } from './takeover-text.ts'

/* The words about bookings that a person lets another desk take over. */

export const HANDOVER = {
  open: 'Hand over…',
  title: 'Hand over what waits here?',
  action: 'Hand over',
  back: 'Take back',
  backTitle: 'Take back what waits for another desk?',
  none: 'Nothing was handed over: no booking waits here.',
} as const

/** "3 bookings here wait for another desk to take over." */
export function describeHandedOver(count: number): string {
  return `${bookings(count)} here ${count === 1 ? 'waits' : 'wait'} for another desk to take over.`
}

/** What a handover changes, and when the other desks see that. */
export function handoverPlan(board: BoardStatus | null): readonly string[] {
  return [
    'Bookings that have not left can then be taken over by any desk.',
    'They do not leave from here until you take them back.',
    ...(board?.kind === 'live' ? [] : ['The board is away: other desks see this when the board is back.']),
  ]
}

/** What taking back changes, where other desks may take over meanwhile. */
export function takeBackPlan(board: BoardStatus | null): readonly string[] {
  const count = board?.handedOver ?? 0
  const then = count === 1 ? 'The booking then leaves' : 'They then leave'
  return [`${describeHandedOver(count)} ${then} from here again.`, 'What another desk took over before stays there.']
}

/** What taking back brought. */
export function describeTakenBack(count: number): string {
  if (count === 0) return 'Nothing to take back: another desk took over.'
  return `${bookings(count)} ${count === 1 ? 'leaves' : 'leave'} from here again.`
}
