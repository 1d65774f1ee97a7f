import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { refusal, type ApiResult } from './error-envelope.ts'

/** The longest body that is read: 1 MB. test/spec/service.md names no limit. */
const MAX_BODY_BYTES = 1024 * 1024

export type JsonBody = { readonly json: unknown; readonly digest: string }

/**
 * Reads a JSON body and its SHA-256 in hex. Refuses another content type or any content encoding with 415, a body above
 * `MAX_BODY_BYTES` with 413 (without buffering the rest), and a body that is incomplete or not JSON in UTF-8 with 400.
 */
export async function readJsonBody(incoming: IncomingMessage): Promise<ApiResult<JsonBody>> {
  const mediaType = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json' || incoming.headers['content-encoding'] !== undefined) {
    return rejected(415, 'The content type must be application/json, without a content encoding.')
  }
  const read = await readBytes(incoming)
  switch (read) {
    case 'too long':
      return rejected(413, `The body must have at most ${MAX_BODY_BYTES} bytes.`)
    case 'cut short':
      return rejected(400, 'The body ended before it was complete.')
    default:
      return parse(read)
  }
}

function parse(bytes: Buffer): ApiResult<JsonBody> {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { kind: 'ok', value: { json, digest: createHash('sha256').update(bytes).digest('hex') } }
  } catch {
    return rejected(400, 'The body is not valid JSON in UTF-8.')
  }
}

/**
 * Reads Node's request instead of the adapter's web stream, because that stream cannot be stopped and would go on
 * buffering a refused body.
 */
function readBytes(incoming: IncomingMessage): Promise<Buffer | 'too long' | 'cut short'> {
  if (Number(incoming.headers['content-length']) > MAX_BODY_BYTES) return Promise.resolve('too long')
  if (incoming.destroyed) return Promise.resolve('cut short')
  return new Promise((settle) => {
    const pieces: Buffer[] = []
    let length = 0
    const end = (outcome: Buffer | 'too long' | 'cut short') => {
      incoming.off('data', take).off('end', ended).off('error', cut).off('close', cut)
      settle(outcome)
    }
    const take = (piece: Buffer) => {
      length += piece.length
      pieces.push(piece)
      if (length <= MAX_BODY_BYTES) return
      end('too long')
      incoming.on('error', () => undefined).resume()
    }
    const ended = () => end(Buffer.concat(pieces))
    const cut = () => end('cut short')
    incoming.on('data', take).on('end', ended).on('error', cut).on('close', cut)
  })
}

function rejected(status: 400 | 413 | 415, message: string): ApiResult<JsonBody> {
  return { kind: 'refused', error: refusal(status, 'request_invalid', message) }
}
