import { assertNever } from '../../../shared/result.ts'
import { firstOf, readResponse, withBody, withHeader, withStatus } from '../http/wire.ts'
import type { Call } from './captured-calls.ts'
import { formatAnswer, formatFabricated, formatTruncated, grantingBody } from './fabricated-responses.ts'
import { retryAfterValues } from './retry-after.ts'
import type { Delay, Toxic } from './toxics.ts'
import type { Trip } from './trip.ts'
import { UNUSED_NUMBERS } from './unused-numbers.ts'

const NOTHING = Buffer.alloc(0)

/** Carries out one request with a toxic. A null toxic lets everything pass. */
export async function applyToxic(toxic: Toxic | null, trip: Trip): Promise<void> {
  if (toxic === null) return trip.deliver(await trip.forward())
  const { request } = trip
  const response = toxic.when === 'after' ? await trip.forward() : null
  const wait = (delay: Delay) => (delay === 'client-gone' ? trip.clientGone() : sleep(delay))
  switch (toxic.type) {
    case 'cut':
      return trip.reply(NOTHING, toxic.end)
    case 'half-open':
      return trip.clientGone()
    case 'latency':
      await wait(toxic.delay)
      return trip.deliver(response ?? (await trip.forward()))
    case 'limit-data':
      if (response !== null) return trip.reply(firstOf(response, toxic.bytes), toxic.end)
      await trip.forwardPart(firstOf(request.bytes, toxic.bytes), toxic.end)
      return trip.reply(NOTHING, toxic.end)
    case 'slow-close':
      await trip.write(response ?? NOTHING)
      await wait(toxic.delay)
      return trip.reply(NOTHING)
    case 'corrupt':
      if (response !== null) return trip.deliver(corrupt(response, toxic, request.call))
      return trip.deliver(await trip.forward(corrupt(request.bytes, toxic, request.call)))
    case 'status': {
      const lines = [...(toxic.headers ?? []), ...locationLines(toxic.status, request.call)]
      return trip.reply(formatFabricated(toxic.status, toxic.body, lines))
    }
    case 'truncated': {
      const granted = () => Buffer.from(grantingBody(request.call, UNUSED_NUMBERS, null))
      const whole = response === null ? granted() : readResponse(response).body
      return trip.reply(formatTruncated(whole, toxic.bytes, toxic.framing))
    }
    case 'foreign': {
      const body = grantingBody(request.call, toxic.numbers, toxic.reference)
      return trip.reply(formatAnswer(200, 'application/json', body))
    }
    case 'busy': {
      const lines = retryAfterValues(toxic.retryAfter, trip.now()).map((value) => `retry-after: ${value}`)
      return trip.reply(formatFabricated(429, toxic.envelope ? { errors: 'rate_limited' } : 'page', lines))
    }
    default:
      return assertNever(toxic)
  }
}

function corrupt(message: Buffer, { status, header, body }: Extract<Toxic, { type: 'corrupt' }>, call: Call): Buffer {
  let result = message
  if (status !== undefined) result = withStatus(result, status)
  if (header !== undefined) {
    const [name, value] = header
    result = withHeader(result, name, typeof value === 'string' ? value : value())
  }
  return body === undefined ? result : withBody(result, (text) => body(text, call))
}

/** A redirect leads back to the same address, so that the proxy sees a client that follows redirects. */
function locationLines(status: number, { path }: Call): readonly string[] {
  return status >= 300 && status < 400 ? [`location: ${path}`] : []
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
