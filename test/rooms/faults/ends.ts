import { connect, type Socket } from 'node:net'
import type { End } from '../../support/faults/knobs.ts'
import { startRawServer, type RawServer } from '../../support/raw-server.ts'

/** What one end of a connection saw: every byte, and how it ended. */
export type Seen = { readonly bytes: Buffer; readonly end: End }

/** A desk that is nothing but bytes: sends them and tells what came back. */
export function sendRaw(url: string, bytes: string): Promise<Seen> & { readonly socket: Socket } {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
  return Object.assign(seenOf(socket), { socket })
}

export type RawRemote = RawServer & {
  /** One for each connection, in order. */
  readonly seen: readonly Promise<Seen>[]
}

/** A remote that is nothing but bytes: each whole request is answered with `answer`, and the connection ended. */
export async function openRawRemote(answer: string): Promise<RawRemote> {
  const seen: Promise<Seen>[] = []
  const server = await startRawServer({
    connected: (socket) => void seen.push(seenOf(socket)),
    asked: (socket) => socket.end(answer),
  })
  return Object.assign(server, { seen })
}

function seenOf(socket: Socket): Promise<Seen> {
  const chunks: Buffer[] = []
  let end: End = 'fin'
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => (end = 'rst'))
  return new Promise((resolve) => socket.on('close', () => resolve({ bytes: Buffer.concat(chunks), end })))
}
