import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Call } from '../faults/captured-calls.ts'
import type { ConnectionEnd } from '../faults/toxics.ts'

/*
 * Bytes of HTTP/1.1 and their connections, one request a connection as the desk sends. These functions keep the bytes
 * unchanged, because a proxy that wrote them anew could not cut them at a byte.
 */

const HEAD_ENDS = '\r\n\r\n'

export type Request = { readonly call: Call; readonly bytes: Buffer }

export type Response = {
  /** 0 if the bytes contain no response. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The request in `bytes`; null while a part is still to come. A body must have a length. */
export function readRequest(bytes: Buffer): Request | null {
  const read = readMessage(bytes)
  if (read === null || read.body.length < Number(read.headers['content-length'] ?? 0)) return null
  const [method = '', path = ''] = read.first.split(' ')
  return { call: { method, path, headers: read.headers, body: read.body.toString('utf8') }, bytes }
}

export function readResponse(bytes: Buffer): Response {
  const read = readMessage(bytes)
  const status = Number(read?.first.split(' ')[1] ?? 0)
  return { status, headers: read?.headers ?? {}, body: read?.body ?? Buffer.alloc(0) }
}

function readMessage(bytes: Buffer) {
  const end = bytes.indexOf(HEAD_ENDS)
  if (end < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    // A header that came twice must not look like a header that came once.
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { first, headers, body: bytes.subarray(end + HEAD_ENDS.length) }
}

/** A response in plain text with a length. */
export function formatResponse(status: number, body: string, headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status} X`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n')
}

/** The same message with another value of a header that the message already has. */
export function withHeader(message: Buffer, name: string, value: string): Buffer {
  const end = message.indexOf(HEAD_ENDS)
  const head = message.toString('latin1', 0, end).replace(new RegExp(`^(${name}): .*$`, 'im'), `$1: ${value}`)
  return Buffer.concat([Buffer.from(head, 'latin1'), message.subarray(end)])
}

/** The same message with another body, of the right length. A message without a body stays as it is. */
export function withBody(message: Buffer, edit: (body: string) => string): Buffer {
  const at = message.indexOf(HEAD_ENDS) + HEAD_ENDS.length
  const body = Buffer.from(edit(message.toString('utf8', at)))
  const head = withHeader(message.subarray(0, at), 'content-length', String(body.length))
  return Buffer.concat([head, body])
}

/** The same response under another status. */
export function withStatus(response: Buffer, status: number): Buffer {
  return Buffer.from(response.toString('latin1').replace(/^(HTTP\/1\.1) \d{3}[^\r]*/, `$1 ${status} Said`), 'latin1')
}

/** So many of the bytes, at least one fewer than all. A negative number counts from the end. */
export function firstOf(bytes: Buffer, count: number): Buffer {
  return bytes.subarray(0, Math.min(count, bytes.length - 1))
}

/**
 * Sends bytes to an address and collects the response until its end. Rejects if the address cannot be reached or the
 * connection breaks.
 */
export async function exchangeBytes(target: URL, bytes: Buffer): Promise<Buffer> {
  const socket = await openSocket(target)
  const came: Buffer[] = []
  socket.on('data', (chunk: Buffer) => came.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(came)
}

/** Sends bytes to an address, ends the connection, and resolves when the connection is closed. Drops the response. */
export async function sendBytes(target: URL, bytes: Buffer, end: ConnectionEnd): Promise<void> {
  const socket = await openSocket(target)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {}).resume()
  await endWith(socket, bytes, end)
  await closed
}

async function openSocket(target: URL): Promise<Socket> {
  const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
  await once(socket, 'connect')
  return socket
}

/**
 * Writes the last bytes of a connection and ends the connection. A reset waits until the bytes have left, because it
 * would discard them.
 */
export async function endWith(socket: Socket, bytes: Buffer, end: ConnectionEnd): Promise<void> {
  if (bytes.length > 0) await new Promise<void>((left) => socket.write(bytes, () => left()))
  if (end === 'fin') socket.end()
  else socket.resetAndDestroy()
}
