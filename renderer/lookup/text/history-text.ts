import { assertNever } from '../../../shared/result.ts'
import type { HistoryEvent } from '../../../shared/views/history.ts'
import type { HoldReason } from '../../../shared/outbox/machine.ts'
import type { OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { type UtcInstant } from '../../../shared/time/time.ts'
import type { AmendmentKind, AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { factLabel } from '../../booking/text/added-fact-text.ts'
import { describeAmendment } from '../../booking/text/amendment-text.ts'
import { roleLabel } from '../../booking/text/booking-text.ts'

/** A history event in words; `more` holds further sentences about the event. */
export type DescribedEvent = { readonly text: string; readonly who: string | null; readonly more: readonly string[] }

export function describeEvent(event: HistoryEvent, zone: string, now: UtcInstant): DescribedEvent {
  switch (event.kind) {
    case 'booked':
      return event.duplicateCandidates === 0
        ? describe('Saved on this PC')
        : describe(
            `Saved despite ${event.duplicateCandidates === 1 ? 'a similar booking' : `${event.duplicateCandidates} similar bookings`}`,
            event.who,
          )
    case 'sent':
      return describe('Sent to the provider', null, [describeEnd(event.code)])
    case 'unreachable':
      return event.times === 1
        ? describe('Not sent: the provider could not be reached')
        : describe(`Not sent: the provider could not be reached, ${event.times} times`, null, [
            `The last time ${formatTime(event.until, zone, now)}.`,
          ])
    case 'held':
      return describe('Held before it was sent', null, [describeHold(event.reason)])
    case 'resolved':
      return describe(describeDecision(event, zone, now), event.who, more(event.why))
    case 'fact-added':
      return describe(`${factLabel(event.fact)} added`, event.who)
    case 'amendment-requested':
      return describe(`${kindLabel(event.amendment)} asked for, ${roleLabel(event.role)}`, event.who)
    case 'amendment-changed':
      return describe(
        `${kindLabel(event.amendment)} ${describeAmendmentState(event.state)}, ${roleLabel(event.role)}`,
        null,
        more(describeAmendment({ ...event, kind: event.amendment })),
      )
    default:
      return assertNever(event)
  }
}

function more(words: string | null): readonly string[] {
  return words === null ? [] : [words]
}

function describe(text: string, who: string | null = null, more: readonly string[] = []): DescribedEvent {
  return { text, who, more }
}

const ENDS: Readonly<Record<OutcomeCode, string>> = {
  booked: 'The provider booked it.',
  refused: 'The provider did not accept it. Nothing was booked.',
  'not-sent': 'The connection ended before anything had left. Nothing was booked.',
  'token-refused': 'The provider did not accept the token or client secret. Nothing was booked.',
  'provider-busy': 'The provider was busy. Nothing was booked.',
  'misdirected-request': 'It was not taken on that connection. Nothing was booked.',
  forbidden: 'The provider does not let this account book. Nothing was booked.',
  'endpoint-not-found': 'The provider does not know this kind of booking. Nothing was booked.',
  'move-duplication': 'The provider already had a move with this reference.',
  'no-answer': 'No answer came: it may be booked.',
  'connection-lost': 'The connection was lost before the answer: it may be booked.',
  redirect: 'The provider pointed to another address: it may be booked.',
  'answer-unreadable': 'The answer could not be believed: it may be booked.',
  'server-error': 'The provider had a fault: it may be booked.',
  'request-timeout': 'The provider stopped listening: it may be booked.',
  'intermediary-response': 'The answer was an error that does not say whether it was booked: it may be booked.',
  interrupted: 'Lanekeeper ended before the answer came: it may be booked.',
  unverified: 'Brought back from a copy that does not tell what became of it: it may be booked.',
  unknown: 'The answer proves nothing: it may be booked.',
}

/** Returns the sentence for how a sent attempt ended. `code` is null while the attempt has no response yet. */
function describeEnd(code: OutcomeCode | null): string {
  if (code === null) return 'The answer is awaited.'
  return ENDS[code]
}

const HOLD_TEXT: Readonly<Record<HoldReason, string>> = {
  'too-late': 'Its time had passed.',
  'zone-changed': 'The rules of its time zone had changed.',
  'send-by-passed': 'It had not left by the time by which it had to.',
  'clock-disputed': "This PC's clock and the provider's differed, and by one of them it was late.",
  'possible-duplicate': 'There was another one at this time for the same vehicle or repair order.',
  unreadable: 'It could not be read.',
  crashed: 'Lanekeeper had ended at it several times.',
  'save-unacknowledged': 'Lanekeeper had ended while it was being saved.',
}

function describeHold(reason: HoldReason | null): string {
  return reason === null ? 'Somebody had to look at it first.' : HOLD_TEXT[reason]
}

function describeDecision(
  { decision, detail }: Extract<HistoryEvent, { kind: 'resolved' }>,
  zone: string,
  now: UtcInstant,
): string {
  const what = detail === null ? '' : `: ${detail}`
  switch (decision) {
    case 'customer-told':
      return `Customer told of the later time${detail === null ? '' : `: ${formatTime(detail, zone, now)}`}`
    case 'replacement-number':
      return `Rescheduled, new number named${what}`
    case 'loaner-promised-again':
      return 'Booked although the loaner was promised to another booking'
    case 'changed':
      return 'Changed'
    case 'rescheduled':
      return 'Rescheduled'
    case 'reschedule-settled':
      return 'Checked after rescheduling: only one booking is left'
    case 'withdrawn':
      return 'Withdrawn'
    case 'release':
      return 'Sent all the same'
    case 'number-reported':
      return `The provider has it, number named${what}`
    case 'not-booked-reported':
      return 'The provider does not have it, said once'
    case 'not-booked-confirmed':
      return 'The provider does not have it, confirmed: to be sent again'
    case 'placed-by-phone':
      return `Placed by phone${what}`
    default:
      return `Decided${what}`
  }
}

function kindLabel(kind: AmendmentKind): string {
  return kind === 'cancel' ? 'Cancellation' : 'Change'
}

function describeAmendmentState(state: AmendmentState): string {
  switch (state) {
    case 'waiting':
      return 'waits'
    case 'sending':
      return 'is being asked for'
    case 'submitted':
      return 'is with the provider, not decided'
    case 'completed':
      return 'holds'
    case 'refused':
      return 'was refused'
    case 'withdrawn':
      return 'was withdrawn'
    default:
      return assertNever(state)
  }
}
