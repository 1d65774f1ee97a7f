import { STATUS_CODES } from 'node:http'
import { assertNever } from '../../../shared/result.ts'
import { asksFor, type Call } from './captured-calls.ts'
import type { FabricatedBody, Toxic } from './toxics.ts'
import { firstOf } from '../http/wire.ts'

/* Responses that a proxy fabricates in place of an upstream. */

const PAGE = '<!doctype html><title>Guest network</title><h1>Sign in to go on</h1>'

type Framing = Extract<Toxic, { type: 'truncated' }>['framing']

/** A response as bytes on the wire. */
export function formatAnswer(status: number, type: string, body: string, headers: readonly string[] = []): Buffer {
  const length = status === 204 || status === 304 ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  return Buffer.concat([head(status, [`content-type: ${type}`, ...length, ...headers]), Buffer.from(body)])
}

export function formatFabricated(status: number, body: FabricatedBody, headers: readonly string[] = []): Buffer {
  if (body === 'none') return formatAnswer(status, 'application/json', '', headers)
  if (body === 'page') return formatAnswer(status, 'text/html', PAGE, headers)
  const json = 'errors' in body ? { errors: [errorOf(body.errors)] } : body.json
  return formatAnswer(status, 'application/json', JSON.stringify(json), headers)
}

function errorOf(code: string) {
  return { type: 'invalid_request_error', code, message: `Said on the way: ${code}.` }
}

/** A good response that ends early. The end of the connection is the last event. */
export function formatTruncated(whole: Buffer, bytes: number | 'all', framing: Framing): Buffer {
  const saysMore = framing === 'too-long' || framing === 'chunked'
  const part = bytes === 'all' && saysMore ? whole : firstOf(whole, bytes === 'all' ? whole.length : bytes)
  const lines = (line: string) => head(200, ['content-type: application/json', line])
  if (framing === 'chunked') {
    const size = Buffer.from(`${part.length.toString(16)}\r\n`)
    return Buffer.concat([lines('transfer-encoding: chunked'), size, part, Buffer.from('\r\n')])
  }
  if (framing === 'until-end') return Buffer.concat([head(200, ['content-type: application/json']), part])
  return Buffer.concat([lines(`content-length: ${framing === 'too-long' ? whole.length + 1 : part.length}`), part])
}

function head(status: number, lines: readonly string[]): Buffer {
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Said'}`
  return Buffer.from([first, ...lines, 'connection: close', '', ''].join('\r\n'))
}

/**
 * The body of a success in the form of the profile: a booking under `numbers`, a long delivered move, or a token. A
 * given reference replaces the sent reference.
 */
export function grantingBody(call: Call, numbers: readonly [number, number], reference: string | null): string {
  const asks = asksFor(call)
  switch (asks) {
    case 'create':
      return JSON.stringify(bookedBody(call, numbers, reference))
    case 'fetch':
      return JSON.stringify({ move: { ...DELIVERED, id: numbers[0], ...referenceOf({}, reference) } })
    case 'authorize':
      return JSON.stringify({ access_token: 'made-up-on-the-way', token_type: 'Bearer', expires_in: 900 })
    case 'cancel':
    case 'change':
    case 'other':
      return '{}'
    default:
      return assertNever(asks)
  }
}

type Fields = Readonly<Record<string, unknown>>

function bookedBody(
  { path, body }: Call,
  [first, second]: readonly [number, number],
  reference: string | null,
): Fields {
  const asked = JSON.parse(body) as Fields
  const half = (name: string, number: number) => {
    const sent = asked[name] as Fields
    return { ...sent, move_id: number, status: null, cancel_status: null, ...referenceOf(sent, reference) }
  }
  if (path.endsWith('/concierge-loaner-moves')) {
    return { ...asked, customer_move: half('customer_move', first), loaner_move: half('loaner_move', second) }
  }
  if (path.endsWith('/concierge-moves')) return { ...asked, customer_move: half('customer_move', first) }
  const move = (asked['move'] ?? asked) as Fields
  const vehicle = asked['move'] === undefined ? { vin: move['vin'], manual: move['manual'] } : move['vehicle']
  return {
    ready_by_time_utc: asked['ready_by_time_utc'],
    move: { id: first, status: null, vehicle, ...referenceOf(move, reference) },
  }
}

function referenceOf(sent: Fields, reference: string | null): Fields {
  const name = 'reference_num' in sent ? 'reference_num' : 'reference_id'
  const said = reference ?? sent[name]
  return said === undefined ? {} : { [name]: said }
}

const DELIVERED = {
  status: 'delivery successful',
  cancel_status: null,
  pickup_started: '2026-01-01T10:00:00Z',
  delivery_successful: '2026-01-01T12:00:00Z',
}
