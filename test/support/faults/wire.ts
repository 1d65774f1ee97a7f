import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Call } from './calls.ts'
import type { End } from './knobs.ts'

/*
 * Bytes of HTTP/1.1 and the connections that carry them, one request a connection as the desk sends it. What stands here
 * passes bytes on as they came; a road that wrote them anew could not cut them at a byte.
 */

const HEAD_ENDS = '\r\n\r\n'

export type Request = { readonly call: Call; readonly bytes: Buffer }

/** The request that `bytes` hold; null while some of it is still to come. Bodies have a length, as the desk's do. */
export function readRequest(bytes: Buffer): Request | null {
  const read = readMessage(bytes)
  if (read === null || read.body.length < Number(read.headers['content-length'] ?? 0)) return null
  const [method = '', path = ''] = read.first.split(' ')
  return { call: { method, path, headers: read.headers, body: read.body.toString('utf8') }, bytes }
}

/** The status of an answer, 0 where there is none, and its body. */
export function readAnswer(bytes: Buffer): { readonly status: number; readonly body: Buffer } {
  const read = readMessage(bytes)
  return { status: Number(read?.first.split(' ')[1] ?? 0), body: read?.body ?? Buffer.alloc(0) }
}

function readMessage(bytes: Buffer) {
  const end = bytes.indexOf(HEAD_ENDS)
  if (end < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { first, headers: Object.fromEntries(headers), body: bytes.subarray(end + HEAD_ENDS.length) }
}

/** The same request with another bearer token. */
export function withToken({ bytes }: Request, token: string): Buffer {
  const text = bytes.toString('latin1').replace(/^(authorization: Bearer) .*$/im, `$1 ${token}`)
  return Buffer.from(text, 'latin1')
}

/** The same answer under another status. */
export function withStatus(answer: Buffer, status: number): Buffer {
  return Buffer.from(answer.toString('latin1').replace(/^(HTTP\/1\.1) \d{3}[^\r]*/, `$1 ${status} Said`), 'latin1')
}

/** So many of the bytes, at least one less than all; counted from the end where the number is negative. */
export function firstOf(bytes: Buffer, count: number): Buffer {
  return bytes.subarray(0, Math.min(count, bytes.length - 1))
}

/** Sends bytes to a remote and gathers what comes back until its end. Rejects when it could not be reached or broke. */
export async function exchangeBytes(target: URL, bytes: Buffer): Promise<Buffer> {
  const socket = await open(target)
  const came: Buffer[] = []
  socket.on('data', (chunk: Buffer) => came.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(came)
}

/** Sends bytes to a remote, ends the connection so, and resolves when it is closed. What comes back is nobody's. */
export async function sendBytes(target: URL, bytes: Buffer, end: End): Promise<void> {
  const socket = await open(target)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {}).resume()
  await endWith(socket, bytes, end)
  await closed
}

async function open(target: URL): Promise<Socket> {
  const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** The last bytes of a connection and its end. A reset comes when the bytes have left, or it would take them along. */
export async function endWith(socket: Socket, bytes: Buffer, end: End): Promise<void> {
  if (bytes.length > 0) await new Promise<void>((left) => socket.write(bytes, () => left()))
  if (end === 'fin') socket.end()
  else socket.resetAndDestroy()
}
