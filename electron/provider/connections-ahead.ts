import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { momentOf, remainingMs, type Moment } from '../clock/moment.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectResult } from './http/connection.ts'

/*
 * The connections of bookings, opened while earlier answers are awaited, so that a booking costs one round trip and not
 * the set-up as well. Each carries one request, and no byte of a request precedes the claim of its booking.
 */

/** TCP and TLS take two or three round trips while an exchange takes one, so more connections ahead gain nothing. */
const MAX_AHEAD = 3
/**
 * Longest time that an open connection waits for its booking. Servers close a connection without a request after five
 * seconds and more, and a server that closes while the request is written puts the booking in doubt.
 */
const MAX_AHEAD_MS = 3_000

export type BookingConnections = {
  /** Returns a connection on which nothing was written: one opened ahead that is still whole, or a new one. */
  open(): Promise<ConnectResult>
  /** Opens connections for up to `bookings` bookings, as many as the last exchanges leave time for. Never throws. */
  openAhead(bookings: number): void
  /** Notes how long the last exchange took. */
  noteExchange(ms: number): void
  /** Closes the connections that were opened ahead. */
  closeAhead(): void
}

type Ahead = {
  opening: Promise<ConnectResult>
  /** The certificates that were trusted when the connection was begun. */
  trusted: SecureContext | undefined
  /** Null until the connection is open. */
  waitsUntil: Moment | null
  cancelTimer: () => void
}

export function createBookingConnections({
  connect,
  roots,
  clock,
}: {
  readonly connect: () => Promise<ConnectResult>
  readonly roots: () => SecureContext | undefined
  readonly clock: Clock
}): BookingConnections {
  let ahead: readonly Ahead[] = []
  let setUpMs = 0
  let exchangeMs: number | null = null

  const remove = (one: Ahead) => {
    one.cancelTimer()
    ahead = ahead.filter((other) => other !== one)
  }
  const close = (one: Ahead) => {
    remove(one)
    void one.opening.then((opened) => opened.kind === 'open' && opened.socket.destroy())
  }
  const timedConnect = async () => {
    const began = clock.monotonic()
    const opened = await connect()
    if (opened.kind === 'open') setUpMs = clock.monotonic() - began
    return opened
  }
  const begin = () => {
    const one: Ahead = { opening: NEVER_BEGUN, trusted: undefined, waitsUntil: null, cancelTimer: () => {} }
    const connectAhead = async () => {
      one.trusted = roots()
      return timedConnect()
    }
    // An error here must not reach the exchange that is under way. `open` meets the same error again.
    one.opening = connectAhead().catch(() => NOT_OPENED)
    ahead = [...ahead, one]
    void one.opening.then((opened) => {
      if (!ahead.includes(one)) return
      if (opened.kind === 'unreachable') return remove(one)
      const { wall, monotonic } = momentOf(clock)
      one.waitsUntil = { wall: wall + MAX_AHEAD_MS, monotonic: monotonic + MAX_AHEAD_MS }
      one.cancelTimer = clock.schedule(MAX_AHEAD_MS, () => close(one))
    })
  }
  /** With slow exchanges the set-up hardly counts, and a connection opened ahead would wait too long. */
  const wanted = () => {
    if (exchangeMs === null) return 1
    return exchangeMs >= MAX_AHEAD_MS ? 0 : Math.min(MAX_AHEAD, Math.ceil(setUpMs / Math.max(exchangeMs, 1)))
  }
  /** False for a connection with other certificates, after too long a wait, and where the server sent or ended. */
  const isUsable = (one: Ahead, socket: Socket, trusted: SecureContext | undefined) =>
    one.trusted === trusted &&
    (one.waitsUntil === null || remainingMs(one.waitsUntil, momentOf(clock)) > 0) &&
    !socket.destroyed &&
    socket.readable &&
    socket.writable &&
    socket.readableLength === 0

  return {
    async open() {
      const trusted = roots()
      for (let one = ahead[0]; one !== undefined; one = ahead[0]) {
        const waited = one.waitsUntil !== null
        remove(one)
        const opened = await one.opening
        // An attempt that was under way is as fresh as a new one, so its failure counts.
        if (opened.kind === 'unreachable') return opened
        // The end of a connection that has arrived is read within two turns of the event loop.
        if (waited) await nextTurn().then(nextTurn)
        if (isUsable(one, opened.socket, trusted)) return opened
        opened.socket.destroy()
      }
      return timedConnect()
    },
    openAhead(bookings) {
      for (let count = ahead.length; count < Math.min(bookings, wanted()); count += 1) begin()
    },
    noteExchange(ms) {
      exchangeMs = ms
    },
    closeAhead() {
      for (const one of ahead) close(one)
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const NOT_OPENED: ConnectResult = { kind: 'unreachable', cause: 'provider-down', code: 'not-opened' }
const NEVER_BEGUN = Promise.resolve(NOT_OPENED)
