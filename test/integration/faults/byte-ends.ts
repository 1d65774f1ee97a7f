import { connect, type Socket } from 'node:net'
import { startFaultServer, type FaultServer } from '../../support/faults/fault-server.ts'
import type { ConnectionEnd } from '../../support/faults/toxics.ts'

/** Every byte that one end of a connection saw, and how the connection ended. */
export type ReceivedBytes = { readonly bytes: Buffer; readonly end: ConnectionEnd }

/** A client of plain bytes: sends them and tells what came back. */
export function sendRaw(url: string, bytes: string): Promise<ReceivedBytes> & { readonly socket: Socket } {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
  return Object.assign(seenOf(socket), { socket })
}

export type ByteUpstream = FaultServer & {
  /** The upstream end of each connection, in order. */
  readonly seen: readonly Promise<ReceivedBytes>[]
}

/** An upstream of plain bytes: it answers each whole request with `answer` and ends the connection. */
export async function openByteUpstream(answer: string): Promise<ByteUpstream> {
  const seen: Promise<ReceivedBytes>[] = []
  const server = await startFaultServer({
    onConnect: (socket) => void seen.push(seenOf(socket)),
    onRequest: (socket) => socket.end(answer),
  })
  return Object.assign(server, { seen })
}

function seenOf(socket: Socket): Promise<ReceivedBytes> {
  const chunks: Buffer[] = []
  let end: ConnectionEnd = 'fin'
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => (end = 'rst'))
  return new Promise((resolve) => socket.on('close', () => resolve({ bytes: Buffer.concat(chunks), end })))
}
