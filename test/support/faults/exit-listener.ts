import dgram from 'node:dgram'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'

/** An address at which a page could leave data, and the ports that listen there. */
export type ExitHost = { readonly host: string; readonly udp: number; readonly tcp: number }

export type ExitListener = {
  /** Loopback, and the machine's own address where it has one. */
  readonly hosts: readonly ExitHost[]
  /** Everything that arrived, in order. */
  readonly arrived: readonly string[]
  close(): Promise<void>
}

/**
 * Listens over UDP and TCP for anything that a page sends. A TURN allocation is challenged, because a TURN client sends
 * its user name only after the challenge.
 */
export async function openExitListener(): Promise<ExitListener> {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.internal === false && address.family === 'IPv4')?.address
  const arrived: string[] = []
  const closers: (() => Promise<unknown>)[] = []
  const hosts: ExitHost[] = []
  for (const host of ['127.0.0.1', ...(own === undefined ? [] : [own])]) {
    const udp = dgram.createSocket('udp4')
    udp.on('message', (message, from) => {
      arrived.push(`${host} udp ${readable(message)}`)
      if (isAllocation(message)) udp.send(challengeOf(message), from.port, from.address)
    })
    udp.bind(0, host)
    await once(udp, 'listening')
    const sockets = new Set<net.Socket>()
    const tcp = net.createServer((socket) => {
      sockets.add(socket)
      arrived.push(`${host} tcp connection`)
      socket.on('error', () => {})
      socket.on('data', (message) => {
        arrived.push(`${host} tcp ${readable(message)}`)
        if (isAllocation(message)) socket.write(challengeOf(message))
      })
    })
    tcp.listen(0, host)
    await once(tcp, 'listening')
    hosts.push({ host, udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port })
    closers.push(async () => {
      udp.close()
      for (const socket of sockets) socket.destroy()
      tcp.close()
      await once(tcp, 'close')
    })
  }
  return { hosts, arrived, close: async () => void (await Promise.all(closers.map((close) => close()))) }
}

const readable = (message: Buffer) => message.toString('latin1').replace(/[^\x20-\x7e]/g, '.')

/** Types of STUN messages (RFC 8656). */
const ALLOCATE_REQUEST = 0x0003
const ALLOCATE_ERROR = 0x0113
const HEADER_BYTES = 20

function isAllocation(message: Buffer): boolean {
  return message.length >= HEADER_BYTES && message.readUInt16BE(0) === ALLOCATE_REQUEST
}

/** The error 401 with realm and nonce, for which a client repeats its request with its user name. */
function challengeOf(request: Buffer): Buffer {
  const attributes = Buffer.concat([
    attribute(0x0009, Buffer.from([0, 0, 4, 1])),
    attribute(0x0014, Buffer.from('realm')),
    attribute(0x0015, Buffer.from('nonce')),
  ])
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(ALLOCATE_ERROR, 0)
  header.writeUInt16BE(attributes.length, 2)
  request.copy(header, 4, 4, HEADER_BYTES)
  return Buffer.concat([header, attributes])
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}
