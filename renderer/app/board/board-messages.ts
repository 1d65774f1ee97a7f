import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import type { SentTwice } from '../../../shared/desk/board-status.ts'
import { NO_ACTION, type StripMessage } from '../strip-messages.ts'
import { describeHandedOver } from '../text/handover-text.ts'
import {
  describeHeld,
  describeReason,
  describeSentTwice,
  describeTakenOver,
  hideLabel,
  TAKEOVER,
} from '../text/takeover-text.ts'

/**
 * The messages of the strip about the board: what may have been sent twice, what the last act of a person here brought,
 * the desks from which bookings may be taken, what waits here for another desk, and what other desks took over.
 */
export function boardMessages({ board, rooftop, now }: DeskStatus, outcome: string | null): readonly StripMessage[] {
  const around = { zone: rooftop.zone, now, noticeMinutes: rooftop.noticeMinutes }
  const messages: StripMessage[] = (board?.sentTwice ?? []).map(sentTwiceMessage)
  const add = (kind: 'taken' | 'taken-over' | 'handed-over', text: string, subject: typeof kind | null = kind) =>
    messages.push({ ...NO_ACTION, kind, spoken: text, lead: '', text, board: subject })
  if (outcome !== null) add('taken', outcome)
  for (const desk of board?.kind === 'live' ? board.takeable : []) {
    const lead = describeReason(desk, around)
    const spoken = `${lead} ${describeHeld(desk, null)}`.trim()
    const kind = desk.isSilent ? 'silent' : 'offered'
    messages.push({ ...NO_ACTION, kind, spoken, lead, text: describeHeld(desk, around), board: desk })
  }
  if (board !== null && board.handedOver > 0) add('handed-over', describeHandedOver(board.handedOver))
  if (board !== null && board.takenOver.length > 0) {
    // The call that hides this message ends the urgent ones too, so a person must hide those first.
    const subject = board.sentTwice.length > 0 ? null : 'taken-over'
    add('taken-over', describeTakenOver(board.takenOver), subject)
  }
  return messages
}

/** Only the last message of several has the button that ends all, so that a person who hides them saw each. */
function sentTwiceMessage(sent: SentTwice, at: number, all: readonly SentTwice[]): StripMessage {
  const lead = describeSentTwice(sent)
  const text = TAKEOVER.callAndCancel()
  const hide = at === all.length - 1 ? hideLabel(all.length) : null
  const board = { bookingId: sent.bookingId, hide }
  return { ...NO_ACTION, kind: 'twice', spoken: `${lead} ${text}`, lead, text, isUrgent: true, board }
}
