import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, STATUS_CODES, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { errorCode } from '../../platform/log-events.ts'
import { envelope, refusal, type ApiError } from './error-envelope.ts'

/** A listening server on loopback. `stop` ends listening and every open connection, even before a response. */
export type RunningServer = { readonly port: number; stop(): Promise<void> }

const LOOPBACK = '127.0.0.1'

/** The base address of a server of `startServer`, without a slash at the end. */
export function urlOf(port: number): string {
  return `http://${LOOPBACK}:${port}`
}

/**
 * Listens only on 127.0.0.1; port 0 takes a free port, and `isAlone` is true in a process that runs nothing else.
 * Rejects with a message if the port is taken or not allowed.
 */
export async function startServer(
  port: number,
  answer: Hono<{ Bindings: HttpBindings }>['fetch'],
  isAlone = false,
): Promise<RunningServer> {
  // A request without a Host header gets a normal response instead of Node's bare 400.
  const server = createServer({ requireHostHeader: false })
  const listener = getRequestListener((request, bindings) => answer(request, bindings), {
    hostname: LOOPBACK,
    // The adapter's own Request and Response are faster, and replace those of the whole process.
    overrideGlobalObjects: isAlone,
    errorHandler: () => plainResponse(refusal(400, 'request_invalid', 'The request could not be read.')),
  })
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing))
  server.on('clientError', (error, socket) => {
    if (socket.writable) socket.end(rawResponse(brokenRequest(errorCode(error))))
    else socket.destroy()
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await listening(server, port)
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((listens, refuse) => {
    server.on('error', (cause) =>
      refuse(
        new Error(`The practice service cannot listen on ${LOOPBACK} port ${port}: ${errorCode(cause)}.`, { cause }),
      ),
    )
    server.listen(port, LOOPBACK, () => listens())
  })
}

function brokenRequest(code: string): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(431, 'request_invalid', 'The headers are too long.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'request_invalid', 'The request was not complete in time.')
    default:
      return refusal(400, 'request_invalid', 'This is not a request in HTTP/1.1.')
  }
}

function plainResponse(error: ApiError): Response {
  return new Response(envelope(error), { status: error.status, headers: { 'content-type': 'application/json' } })
}

function rawResponse(error: ApiError): string {
  const body = envelope(error)
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
