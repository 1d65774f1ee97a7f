import { assertNever } from '../../../shared/result.ts'
import type { HistoryEvent } from '../../../shared/views/history.ts'
import type { HoldReason } from '../../../shared/outbox/machine.ts'
import type { OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { type UtcInstant } from '../../../shared/time/time.ts'
import type { AmendmentKind, AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { factLabel } from '../../booking/text/added-fact-text.ts'
import { describeAmendment } from '../../booking/text/amendment-text.ts'
import { provider } from '../../booking/text/phone-text.ts'
import { roleLabel } from '../../booking/text/booking-text.ts'

/** A history event in words; `more` holds further sentences about the event. */
export type DescribedEvent = { readonly text: string; readonly who: string | null; readonly more: readonly string[] }

export function describeEvent(event: HistoryEvent, zone: string, now: UtcInstant): DescribedEvent {
  switch (event.kind) {
    case 'booked':
      return event.duplicateCandidates === 0
        ? describe('Saved')
        : describe(
            `Saved despite ${event.duplicateCandidates === 1 ? 'a similar booking' : `${event.duplicateCandidates} similar bookings`}`,
            event.who,
          )
    case 'sent':
      return describe(`Sent to ${provider()}`, null, [describeEnd(event.code)])
    case 'unreachable':
      return event.times === 1
        ? describe(`Not sent: ${provider()} could not be reached`)
        : describe(`Not sent: ${provider()} could not be reached, ${event.times} times`, null, [
            `The last time ${formatTime(event.until, zone, now)}.`,
          ])
    case 'held':
      return describe('On hold', null, [describeHold(event.reason)])
    case 'resolved':
      return describe(describeDecision(event, zone, now), event.who, more(event.why))
    case 'fact-added':
      return describe(`${factLabel(event.fact)} added`, event.who)
    case 'amendment-requested':
      return describe(`${kindLabel(event.amendment)} requested, ${roleLabel(event.role)}`, event.who)
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
  booked: 'Booked.',
  refused: 'Rejected. Nothing was booked.',
  'not-sent': 'The connection ended before it was sent. Nothing was booked.',
  'token-refused': 'The API token or client secret was rejected. Nothing was booked.',
  'provider-busy': 'They were busy. Nothing was booked.',
  'misdirected-request': 'Rejected on that connection. Nothing was booked.',
  forbidden: 'This account may not book. Nothing was booked.',
  'endpoint-not-found': 'This kind of booking is unknown there. Nothing was booked.',
  'move-duplication': 'They already had a move with this reference.',
  'no-answer': 'No reply. It may already be booked.',
  'connection-lost': 'The connection was lost before the reply. It may already be booked.',
  redirect: 'We were pointed to another address. It may already be booked.',
  'answer-unreadable': 'The reply could not be read. It may already be booked.',
  'server-error': 'An error at the driver service. It may already be booked.',
  'request-timeout': 'They stopped listening. It may already be booked.',
  'intermediary-response': 'The reply was an error that does not say whether it is booked. It may already be booked.',
  interrupted: 'Lanekeeper closed before the reply. It may already be booked.',
  unverified: 'Restored from a backup that does not say what became of it. It may already be booked.',
  unknown: 'The reply proves nothing. It may already be booked.',
}

/** Returns the sentence for how a sent attempt ended. `code` is null while the attempt has no response yet. */
function describeEnd(code: OutcomeCode | null): string {
  if (code === null) return 'Waiting for the reply.'
  return ENDS[code]
}

const HOLD_TEXT: Readonly<Record<HoldReason, string>> = {
  'too-late': 'Its time had passed.',
  'zone-changed': 'The rules of its time zone had changed.',
  'send-by-passed': 'It missed its send time.',
  'clock-disputed': "This computer's clock and the driver service's differed, and by one of them it was late.",
  'possible-duplicate': 'Same vehicle or RO and same time as another booking.',
  'changed-elsewhere': 'Another desk had changed or withdrawn it.',
  unreadable: 'It could not be read.',
  crashed: 'Lanekeeper closed several times while sending it.',
  'save-unacknowledged': 'Lanekeeper closed while it was being saved.',
}

function describeHold(reason: HoldReason | null): string {
  return reason === null ? 'Someone had to look at it first.' : HOLD_TEXT[reason]
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
      return 'Saved although the loaner was promised to another booking'
    case 'changed':
      return 'Changed'
    case 'rescheduled':
      return 'Rescheduled'
    case 'reschedule-settled':
      return `Checked after rescheduling: ${describeKept(detail)}`
    case 'withdrawn':
      return 'Withdrawn'
    case 'changed-elsewhere':
      return `Changed at ${detail ?? 'another desk'}, which had not heard of the takeover`
    case 'acts-seen':
      return 'Decided after the act at the other desk'
    case 'withdrawn-elsewhere':
      return `Withdrawn at ${detail ?? 'another desk'}, which had not heard of the takeover`
    case 'release':
      return 'Sent anyway'
    case 'number-reported':
      return `Number entered to be looked up${what}`
    case 'not-booked-reported':
      return 'Reported as not booked'
    case 'not-booked-confirmed':
      return 'Confirmed as not booked, sending again'
    case 'placed-by-phone':
      return `Booked by phone${what}`
    case 'taken-over':
      return detail === null ? 'Taken over from another desk' : `Taken over from ${detail}`
    case 'not-booked-elsewhere':
      return `Not booked by ${detail ?? 'the other desk'}, sending again`
    case 'handed-over':
      return 'Handed over to any desk'
    case 'taken-back':
      return 'Handover ended'
    case 'send-without-board':
      return 'Sent without the board'
    default:
      return `Decided${what}`
  }
}

/** `kept` is null for a decision whose answer is not known. */
function describeKept(kept: string | null): string {
  switch (kept) {
    case 'old':
      return 'the old booking was kept'
    case 'new':
      return 'the new booking was kept'
    case 'both':
      return 'a driver comes again for the new booking'
    case null:
    default:
      return 'only one booking is left'
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
      return `is with ${provider()}, not decided`
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
