import type { Answer, Exchanged } from '../../electron/provider/connection.ts'
import { classify, type SentBooking, type Verdict } from '../../electron/sync/classify.ts'
import { PAIR } from './booked.ts'
import { START } from './system.ts'

/** A booking that was sent, for the first time, over a connection whose other end proved who it is. */
export function sentBooking(changes: Partial<SentBooking> = {}): SentBooking {
  return {
    booking: PAIR,
    earlier: [],
    doubt: false,
    renews: false,
    verified: true,
    taken: () => false,
    now: START,
    ...changes,
  }
}

export function answered(status: number, body: unknown, changes: Partial<Answer> = {}): Exchanged {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answered', answer: { status, headers: {}, body: text, whole: true, ...changes } }
}

/** The provider's envelope with one code. */
export function errorBody(code: string, message = 'No.') {
  return { errors: [{ type: 'invalid_request_error', code, message }] }
}

export const LOGIN_PAGE = '<!doctype html><title>Guest network</title><h1>Sign in</h1>'

export function verdictOf(
  status: number,
  body: unknown,
  sent: Partial<SentBooking> = {},
  answer: Partial<Answer> = {},
): Verdict {
  return classify(answered(status, body, answer), sentBooking(sent))
}
