import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { TakeoverOutcome } from './state/desk-status.ts'
import { NO_ACTION, type StripMessage } from './strip-messages.ts'
import { describeHeld, describeSilence, describeTaken, describeTakenOver, spokenHeld } from './text/takeover-text.ts'

/**
 * The messages of the strip about the board: what the last takeover brought, the silent desks, and what other desks
 * took over from here.
 */
export function boardMessages(
  { board, rooftop, now }: DeskStatus,
  takeover: TakeoverOutcome | null,
): readonly StripMessage[] {
  const messages: StripMessage[] = []
  const around = { zone: rooftop.zone, now, noticeMinutes: rooftop.noticeMinutes }
  const add = (kind: 'taken' | 'taken-over', text: string) =>
    messages.push({ ...NO_ACTION, kind, spoken: text, lead: '', text, board: kind })
  if (takeover !== null) add('taken', describeTaken(takeover.taken, takeover.desk))
  for (const desk of board?.kind === 'live' ? board.silent : []) {
    const lead = describeSilence(desk, around)
    const spoken = `${lead} ${spokenHeld(desk)}`
    messages.push({ ...NO_ACTION, kind: 'silent', spoken, lead, text: describeHeld(desk, around), board: desk })
  }
  if (board !== null && board.takenOver.length > 0) add('taken-over', describeTakenOver(board.takenOver))
  return messages
}
