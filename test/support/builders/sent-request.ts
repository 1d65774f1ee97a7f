import type { HttpResponse, ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { classify, type SentRequest, type Classification } from '../../../electron/sync/classify-booking.ts'
import { PAIR } from './booked-moves.ts'
import { START } from '../fakes/system.ts'

/** A booking that was sent for the first time over a verified connection. */
export function sentBooking(changes: Partial<SentRequest> = {}): SentRequest {
  return {
    booking: PAIR,
    earlier: [],
    unresolvedAttempt: false,
    renews: false,
    verified: true,
    taken: () => false,
    now: START,
    ...changes,
  }
}

export function answered(status: number, body: unknown, changes: Partial<HttpResponse> = {}): ExchangeResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'answered', answer: { status, headers: {}, body: text, complete: true, ...changes } }
}

/** The provider's error envelope with one code. */
export function errorBody(code: string, message = 'No.') {
  return { errors: [{ type: 'invalid_request_error', code, message }] }
}

export const LOGIN_PAGE = '<!doctype html><title>Guest network</title><h1>Sign in</h1>'

export function verdictOf(
  status: number,
  body: unknown,
  sent: Partial<SentRequest> = {},
  answer: Partial<HttpResponse> = {},
): Classification {
  return classify(answered(status, body, answer), sentBooking(sent))
}
