import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import type { SentTwice } from '../../../shared/desk/board-status.ts'
import { NO_ACTION, type StripMessage } from '../strip-messages.ts'
import { describeHandedOver } from '../text/handover-text.ts'
import {
  adviseSentTwice,
  describeCannotSend,
  describeHeld,
  describeLeftBehind,
  describeReason,
  describeSentTwice,
  describeStuck,
  describeTakenOver,
  describeUnreached,
  hideLabel,
} from '../text/takeover-text.ts'

/**
 * The messages of the strip about the board: what may have been sent twice, what the last act of a person here brought,
 * the desks from which bookings may be taken, the desks that cannot send or that the board lacks, what waits here for
 * another desk, and what other desks took over.
 */
export function boardMessages(
  { board, rooftop, now, connection }: DeskStatus,
  outcome: string | null,
): readonly StripMessage[] {
  const around = { zone: rooftop.zone, now, noticeMinutes: rooftop.noticeMinutes }
  const messages: StripMessage[] = (board?.sentTwice ?? []).map(sentTwiceMessage)
  const add = (kind: 'taken' | 'taken-over' | 'handed-over', text: string) =>
    messages.push({ ...NO_ACTION, kind, spoken: text, lead: '', text, board: kind })
  if (outcome !== null) add('taken', outcome)
  for (const desk of board?.kind === 'live' ? board.takeable : []) {
    const lead = describeReason(desk, around)
    const spoken = `${lead} ${describeHeld(desk, null)}`.trim()
    const kind = desk.isSilent ? 'silent' : 'offered'
    messages.push({ ...NO_ACTION, kind, spoken, lead, text: describeHeld(desk, around), board: desk })
  }
  // A desk that cannot send either has nothing better to offer.
  const stuck = board?.kind === 'live' && connection.kind === 'up' ? (board.stuck ?? []) : []
  for (const desk of stuck) {
    const [lead, text] = [describeCannotSend(desk), describeStuck(desk)]
    messages.push({ ...NO_ACTION, kind: 'stuck', spoken: lead, lead, text })
  }
  for (const desk of board?.kind === 'live' ? (board.unreached ?? []) : []) {
    const [lead, text] = [describeUnreached(desk), describeLeftBehind(desk)]
    messages.push({ ...NO_ACTION, kind: 'unreached', spoken: lead, lead, text })
  }
  if (board !== null && board.handedOver > 0) add('handed-over', describeHandedOver(board.handedOver))
  if (board !== null && board.takenOver.length > 0) add('taken-over', describeTakenOver(board.takenOver))
  return messages
}

function sentTwiceMessage(sent: SentTwice): StripMessage {
  const lead = describeSentTwice(sent)
  const text = adviseSentTwice(sent)
  const board = { bookingId: sent.bookingId, hide: hideLabel(sent) }
  return { ...NO_ACTION, kind: 'twice', spoken: `${lead} ${text}`, lead, text, isUrgent: true, board }
}
