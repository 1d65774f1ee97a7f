import { never } from '../../shared/failure.ts'
import type { HistoryEvent } from '../../shared/history.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import type { WishKind, WishState } from '../../shared/wish.ts'
import { sayRole } from './words.ts'

/** What happened, in words; `more` are what belongs to it, each a sentence. */
export type SaidEvent = { readonly words: string; readonly who: string | null; readonly more: readonly string[] }

export function sayEvent(event: HistoryEvent, zone: string, now: UtcInstant): SaidEvent {
  switch (event.kind) {
    case 'saved':
      return event.beside === 0
        ? said('Saved on this PC')
        : said(
            `Saved knowingly beside ${event.beside === 1 ? 'another like it' : `${event.beside} others like it`}`,
            event.who,
          )
    case 'sent':
      return said('Sent to the provider', null, [sayEnd(event.code)])
    case 'unreached':
      return event.times === 1
        ? said('Not sent: the provider could not be reached')
        : said(`Not sent: the provider could not be reached, ${event.times} times`, null, [
            `The last time ${sayTime(event.until, zone, now)}.`,
          ])
    case 'held':
      return said('Held before it was sent', null, [sayGate(event.gate)])
    case 'decided':
      return said(sayDecision(event.decision, event.detail), event.who, event.why === null ? [] : [event.why])
    case 'wished':
      return said(`${sayWish(event.wish)} asked for, ${sayRole(event.role)}`, event.who)
    case 'wish-became':
      return said(
        `${sayWish(event.wish)} ${sayBecame(event.state)}, ${sayRole(event.role)}`,
        null,
        event.reason === null ? [] : [event.reason],
      )
    default:
      return never(event)
  }
}

function said(words: string, who: string | null = null, more: readonly string[] = []): SaidEvent {
  return { words, who, more }
}

const ENDS: Readonly<Record<string, string>> = {
  booked: 'The provider booked it.',
  refused: 'The provider did not accept it. Nothing was booked.',
  'nothing-left': 'The connection ended before anything had left. Nothing was booked.',
  'token-refused': 'The provider did not accept the token. Nothing was booked.',
  'provider-busy': 'The provider was busy. Nothing was booked.',
  'wrong-connection': 'It was not taken on that connection. Nothing was booked.',
  'may-not-book': 'The provider does not let this account book. Nothing was booked.',
  'no-such-address': 'The provider does not know this kind of booking. Nothing was booked.',
  'move-duplication': 'The provider already had a move with this reference.',
  'no-answer': 'No answer came: it may be booked.',
  'connection-lost': 'The connection was lost before the answer: it may be booked.',
  redirect: 'The provider pointed to another address: it may be booked.',
  'answer-unreadable': 'The answer could not be believed: it may be booked.',
  'server-error': 'The provider had a fault: it may be booked.',
  'request-timeout': 'The provider stopped listening: it may be booked.',
  'stopped-on-the-way': 'The network stopped it on the way: probably not booked.',
  interrupted: 'Lanekeeper ended before the answer came: it may be booked.',
  unproven: 'Brought back from a copy that does not tell what became of it: it may be booked.',
}

/** How a try that left ended, by its code; what is not known here proves nothing. */
export function sayEnd(code: string | null): string {
  if (code === null) return 'The answer is awaited.'
  return ENDS[code] ?? 'The answer proves nothing: it may be booked.'
}

const GATE_WORDS: Readonly<Record<string, string>> = {
  'too-late': 'Its time had passed.',
  'zone-changed': 'The rules of its time zone had changed.',
  'send-by-passed': 'It had not left by the time by which it had to.',
  'looks-doubled': 'There was another one at this time for the same vehicle or repair order.',
  unreadable: 'It could not be read.',
  crashed: 'Lanekeeper had ended at it several times.',
  'never-called-saved': 'Lanekeeper had ended while it was being saved.',
}

function sayGate(gate: string): string {
  return GATE_WORDS[gate] ?? 'Somebody had to look at it first.'
}

function sayDecision(kind: string, detail: string | null): string {
  const what = detail === null ? '' : `: ${detail}`
  switch (kind) {
    case 'changed':
      return 'Changed'
    case 'withdrawn':
      return 'Taken back'
    case 'let-go':
      return 'Sent all the same'
    case 'number-named':
      return `The provider has it, number named${what}`
    case 'absent':
      return 'The provider does not have it, said once'
    case 'absent-confirmed':
      return 'The provider does not have it, confirmed: to be sent again'
    case 'by-phone':
      return `Placed by phone${what}`
    default:
      return `Decided${what}`
  }
}

function sayWish(kind: WishKind): string {
  return kind === 'cancel' ? 'Cancellation' : 'Change'
}

function sayBecame(state: WishState): string {
  switch (state) {
    case 'waiting':
      return 'waits'
    case 'sending':
      return 'is being asked for'
    case 'asked':
      return 'is with the provider, not decided'
    case 'done':
      return 'holds'
    case 'refused':
      return 'was refused'
    case 'withdrawn':
      return 'was taken back'
    default:
      return never(state)
  }
}
