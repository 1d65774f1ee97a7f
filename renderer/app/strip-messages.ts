import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { isTransient, type ConnectionState } from '../../shared/desk/connection.ts'
import type { TakeableDesk } from '../../shared/desk/board-status.ts'
import type { Notice } from '../../shared/desk/settings.ts'
import { assertNever } from '../../shared/result.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { describeConnection } from './text/connection-text.ts'
import { describeOutage, describeWhatWorks, OFFLINE, STRIP } from './text/frame-text.ts'
import { describeNotice } from './text/notice-text.ts'
import { formatMoment } from './text/moment-text.ts'
import { describeReminder } from './text/reminder-text.ts'

/** A booking that may have been sent twice. `hide` names the button that ends the message. */
export type DoubleSend = { readonly bookingId: string; readonly hide: string }

/**
 * A desk from which bookings may be taken, a booking that may have been sent twice, what an act of a person here
 * brought (`taken`), what other desks took over (`taken-over`), what waits for another desk (`handed-over`), or what a
 * person can hand over (`hand-over`).
 */
export type BoardSubject = TakeableDesk | DoubleSend | 'taken' | 'taken-over' | 'handed-over' | 'hand-over'

/** A message of the strip. */
export type StripMessage = {
  readonly kind:
    | 'reminder'
    | 'twice'
    | 'error'
    | 'offline'
    | 'silent'
    | 'offered'
    | 'stuck'
    | 'unreached'
    | 'taken'
    | 'taken-over'
    | 'handed-over'
    | 'notice'
  /** The message without its minutes, so that a screen reader hears the message once. */
  readonly spoken: string
  readonly lead: string
  readonly text: string
  /** More than the line says, for the list of all messages; null if the line says everything. */
  readonly more: string | null
  readonly isUrgent: boolean
  /** Booking that the message leads to; null for none. */
  readonly bookingId: string | null
  /** Notice that a person can hide; null for any other message. */
  readonly notice: Notice | null
  /** What of the board the message is about; null for any other message. */
  readonly board: BoardSubject | null
}

export const NO_ACTION = { bookingId: null, notice: null, board: null, isUrgent: false, more: null } as const

/**
 * Returns the messages of the strip, the highest rank first: a booking in doubt, bookings that may have been sent
 * twice, the result of an action, desks to take over from by a deadline, a lost connection, the other messages of
 * `boardMessages`, and notices that concern the bookings. Notices of `hidden` are left out.
 */
export function stripMessages(
  status: DeskStatus,
  errorMessage: string | null,
  hidden: readonly string[],
  ofBoard: readonly StripMessage[],
): readonly StripMessage[] {
  const { reminder, rooftop, now } = status
  const messages: StripMessage[] = []
  if (reminder?.due === true) {
    const { count, first, wait } = describeReminder(reminder, rooftop.zone, now)
    messages.push({
      ...NO_ACTION,
      kind: 'reminder',
      spoken: `${count} ${first}. ${STRIP.doNotBookAgain()}`,
      lead: count,
      text: `${first}${wait === null ? '' : `, ${wait}`}. ${STRIP.doNotBookAgain()}`,
      isUrgent: reminder.urgent,
      bookingId: reminder.first.bookingId,
    })
  }
  const ofRank = (rank: BoardRank) => ofBoard.filter((message) => boardRank(message) === rank)
  messages.push(...ofRank('urgent'))
  if (errorMessage !== null)
    messages.push({ ...NO_ACTION, kind: 'error', spoken: errorMessage, lead: STRIP.notDone, text: errorMessage })
  messages.push(...ofRank('result'), ...ofRank('deadline'))
  if (status.connection.kind === 'down') messages.push(offlineMessage(status.connection, status))
  messages.push(...ofRank('other'))
  for (const notice of status.notices) {
    const text = describeNotice(notice)
    if (isSystemNotice(notice) || hidden.includes(text)) continue
    messages.push({ ...NO_ACTION, kind: 'notice', spoken: text, lead: '', text, notice })
  }
  return messages
}

type BoardRank = 'urgent' | 'result' | 'deadline' | 'other'

function boardRank({ isUrgent, kind, board }: StripMessage): BoardRank {
  if (isUrgent) return 'urgent'
  if (kind === 'taken') return 'result'
  const mustLeave = typeof board === 'object' && board !== null && 'role' in board && board.readyBy !== null
  return mustLeave ? 'deadline' : 'other'
}

/** True if bookings wait here that a person can let another desk take over. */
function canHandOver({ board, waiting }: DeskStatus): boolean {
  return board?.kind === 'live' && waiting > board.handedOver
}

function offlineMessage(connection: Extract<ConnectionState, { kind: 'down' }>, status: DeskStatus): StripMessage {
  const { rooftop, waiting, now } = status
  const cause = describeConnection(connection)
  const lead = connection.cause === 'no-network' ? OFFLINE : /[.!?]$/.test(cause) ? cause : `${cause}.`
  const text = describeWhatWorks(
    connection.cause === 'disk' ? 'disk' : isTransient(connection.cause) ? 'all' : 'saving',
  )
  const at = (moment: UtcInstant) => formatMoment(moment, rooftop.zone, now)
  const more = describeOutage(at(connection.since), waiting, connection.until === null ? null : at(connection.until))
  const subject = canHandOver(status) ? 'hand-over' : null
  return { ...NO_ACTION, kind: 'offline', more, spoken: `${lead} ${text}`, lead, text, board: subject }
}

/** Notices for IT about vault, files and clock, which Settings shows instead of the strip. */
export function systemNotices(notices: readonly Notice[], hidden: readonly string[]): readonly Notice[] {
  return notices.filter((notice) => isSystemNotice(notice) && !hidden.includes(describeNotice(notice)))
}

function isSystemNotice({ code }: Notice): boolean {
  switch (code) {
    case 'file-refused':
    case 'token-in-file':
    case 'token-readable':
    case 'folder-restricted':
    case 'token-in-memory':
    case 'ca-file-unusable':
    case 'board-invitation':
    case 'board-key-missing':
    case 'clock-wrong':
    case 'clock-disputed':
      return true
    case 'provider-kept':
    case 'file-change':
    case 'practice-kept':
    case 'restarted':
      return false
    default:
      return assertNever(code)
  }
}
