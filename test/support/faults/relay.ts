import type { Socket } from 'node:net'
import type { ConnectionToxic, Direction } from './toxics.ts'

/** The bytes that one connection carried, by direction. */
export type CarriedBytes = Readonly<Record<Direction, number>>

type Limit = Extract<ConnectionToxic, { type: 'limit-data' }>

/**
 * Carries bytes between two sockets; after exactly `limit.bytes` of the limit's direction both sockets end. Resolves with
 * the numbers of bytes when both sockets are closed.
 */
export async function relay(
  client: Socket,
  upstream: Socket,
  limit: Limit | null,
  onLimit: () => void,
): Promise<CarriedBytes> {
  const carried = { up: 0, down: 0 }
  let isCut = false
  const cut = () => {
    if (isCut) return
    isCut = true
    onLimit()
    for (const socket of [client, upstream]) endSocket(socket, limit?.end ?? 'fin')
  }
  const carry = (from: Socket, to: Socket, direction: Direction) =>
    new Promise<void>((resolve) => {
      from.on('data', (chunk: Buffer) => {
        if (isCut) return
        const left = limit?.direction === direction ? limit.bytes - carried[direction] : Infinity
        carried[direction] += chunk.length
        if (chunk.length < left) to.write(chunk)
        else if (left === 0) cut()
        // A reset would discard bytes that have not left yet.
        else to.write(chunk.subarray(0, left), cut)
      })
      from.on('end', () => {
        if (!isCut) to.end()
      })
      from.on('close', () => {
        if (!isCut) to.destroy()
        resolve()
      })
    })
  const closed = Promise.all([carry(client, upstream, 'up'), carry(upstream, client, 'down')])
  if (limit?.bytes === 0) cut()
  await closed
  return carried
}

/** Ends a socket so that no further byte is read from the socket. */
export function endSocket(socket: Socket, end: 'fin' | 'rst'): void {
  if (end === 'rst') socket.resetAndDestroy()
  else socket.end(() => socket.destroy())
}
