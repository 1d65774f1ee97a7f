import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { End } from './faults/knobs.ts'

/** Where a connection is cut: so many bytes on one of its ways get through, then both sides find it ended. */
export type Cut = { readonly way: 'up' | 'down'; readonly bytes: number; readonly end: End }

/** A wire between a client and a server that carries bytes as they are, and breaks at exactly one of them. */
export type Cutter = {
  readonly port: number
  /** How the next connections are cut, one after the other; null: not at all. */
  cutBy(next: () => Cut | null): void
  /** Cuts that struck. */
  struck(): number
  /** What the last connection that was not cut carried. */
  carried(): { readonly up: number; readonly down: number }
  /** Resolves when no connection is open. */
  quiet(): Promise<void>
}

export async function startCutter(target: number): Promise<Cutter> {
  let next: () => Cut | null = () => null
  let struck = 0
  let carried = { up: 0, down: 0 }
  const open = new Set<Socket>()
  const watchers = new Set<() => void>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      if (open.size === 0) for (const tell of watchers) tell()
    })
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const cut = next()
    const remote = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    const sums = { up: 0, down: 0 }
    let over = false
    keep(client)
    keep(remote)
    const strike = () => {
      if (over) return
      over = true
      struck += 1
      for (const socket of [client, remote]) {
        if (cut?.end === 'rst') socket.resetAndDestroy()
        else socket.end(() => socket.destroy())
      }
    }
    const carry = (from: Socket, to: Socket, way: 'up' | 'down') => {
      from.on('data', (chunk: Buffer) => {
        if (over) return
        const left = cut !== null && cut.way === way ? cut.bytes - sums[way] : Infinity
        sums[way] += chunk.length
        if (chunk.length < left) return void to.write(chunk)
        // A reset would take along what has not left yet.
        if (left === 0) strike()
        else to.write(chunk.subarray(0, left), strike)
      })
      from.on('end', () => {
        if (!over) to.end()
      })
      from.on('close', () => {
        if (cut === null) carried = sums
        if (!over) to.destroy()
      })
    }
    carry(client, remote, 'up')
    carry(remote, client, 'down')
    if (cut?.bytes === 0) strike()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return {
    port: (server.address() as AddressInfo).port,
    cutBy: (how) => void (next = how),
    struck: () => struck,
    carried: () => carried,
    quiet: () =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve()
        watchers.add(resolve)
      }),
  }
}
