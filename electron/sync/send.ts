import { createHash } from 'node:crypto'
import type { BookedMoves } from '../../shared/move.ts'
import { toMillis } from '../../shared/time.ts'
import type { Opened } from '../provider/connection.ts'
import type { Provider } from '../provider/client.ts'
import { writeBooking, type Addressee, type Request } from '../provider/wire.ts'
import { readBooking } from '../store/bookings.ts'
import { isDiskFault } from '../store/database.ts'
import { holderOfNumber } from '../store/moves.ts'
import { claimEntry, earlierCodes, moveEntry, type Entry, type Remote } from '../store/outbox.ts'
import { writeOutcome, type Outcome } from '../store/outcome.ts'
import type { Store } from '../store/store.ts'
import { errorCode, type Clock, type Log, type Random } from '../system.ts'
import { classify, type LineEffect, type Verdict } from './classify.ts'
import type { Pace } from './pace.ts'

/*
 * One booking, one request:
 *
 *   connect -> commit `sending` -> write the bytes once -> read -> classify -> commit the outcome
 *
 * What fails before the commit was never sent and is tried again. What fails after it may have been sent and is not.
 */

export type SyncParts = {
  readonly store: Store
  /** True once the store was looked through; false when it is damaged, and then nothing is ever sent. */
  readonly sound: Promise<boolean>
  readonly provider: Provider
  readonly remote: Remote
  /** Asked for at each booking: the rooftop's number may change while the remote stays. */
  readonly addressee: () => Addressee
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** How often the moves of this remote are asked about. */
  readonly paces: readonly Pace[]
}

export type SendOutcome =
  | { readonly kind: 'line'; readonly line: LineEffect }
  | { readonly kind: 'unreached'; readonly opened: Extract<Opened, { kind: 'unreached' }> }
  /** The provider's answer is in hand and could not be written: it must be, before anything else is sent. */
  | { readonly kind: 'unwritten'; readonly write: () => LineEffect; readonly words: () => string }

const GO: SendOutcome = { kind: 'line', line: { kind: 'go' } }

export async function sendEntry(parts: SyncParts, entry: Entry): Promise<SendOutcome> {
  const { store, provider, clock, log } = parts
  const ready = prepare(parts, entry)
  if (ready === null) return GO
  log({ event: 'send-connecting', entryId: entry.id })
  const opened = await provider.open()
  if (opened.kind === 'unreached') return { kind: 'unreached', opened }
  log({ event: 'send-connected', entryId: entry.id })

  const { socket } = opened
  let claimed = false
  try {
    claimed = store.write((tx) => claimEntry(tx, entry, ready.request.body, digest(ready.request.body), clock.now()))
  } finally {
    // Also when the commit throws: a connection without a claim must not carry anything.
    if (!claimed) socket.destroy()
  }
  if (!claimed) {
    log({ event: 'send-not-claimed', entryId: entry.id })
    return GO
  }
  log({ event: 'send-claimed', entryId: entry.id })

  const exchanged = await provider.send(socket, ready.request, () => log({ event: 'send-written', entryId: entry.id }))
  const status = exchanged.kind === 'answered' ? exchanged.answer.status : 0
  log({ event: 'send-answered', entryId: entry.id, status })
  const verified = 'authorized' in socket && socket.authorized === true
  return settle(parts, entry, () =>
    classify(exchanged, {
      booking: ready.booking,
      earlier: ready.earlier,
      verified,
      taken: (number) =>
        store.read((view) => holderOfNumber(view, number, parts.remote.address, entry.bookingId)) !== null,
      now: clock.now(),
    }),
  )
}

type Ready = { readonly booking: BookedMoves; readonly request: Request; readonly earlier: readonly string[] }

/** Reads what is to be sent; holds an entry that cannot be read or whose time has passed, so that the others go on. */
function prepare(parts: SyncParts, entry: Entry): Ready | null {
  const { store, clock, log } = parts
  const hold = (code: string, reason: string) => {
    store.write((tx) => moveEntry(tx, entry, 'waiting', { state: 'held', code, reason }, clock.now()))
    log({ event: 'entry-set-aside', entryId: entry.id, code })
    return null
  }
  let ready: Ready
  try {
    const booking = store.read((view) => readBooking(view, entry.bookingId, parts.remote))
    if (booking === null) return hold('unreadable', UNREADABLE)
    const written = writeBooking(booking, parts.addressee())
    // A later try sends the very bytes of the first.
    const request = { path: written.path, body: entry.payload ?? written.body }
    ready = { booking, request, earlier: store.read((view) => earlierCodes(view, entry.id)) }
  } catch (error) {
    // A disk that cannot be read says nothing of this booking.
    if (isDiskFault(error)) throw error
    log({ event: 'fault', place: 'prepare', code: errorCode(error) })
    return hold('unreadable', UNREADABLE)
  }
  if (toMillis(ready.booking.time.utc) <= toMillis(clock.now())) return hold('too-late', TOO_LATE)
  return ready
}

const UNREADABLE = 'This booking could not be read and was not sent. The others go on. Call support: its data is kept.'
const TOO_LATE = 'Was not sent in time and was not sent late. Book it again with a new time, or take it back.'

/** Judges and writes in one step that can be repeated: also the judging reads the store, and its disk may be gone. */
function settle(parts: SyncParts, entry: Entry, judge: () => Verdict): SendOutcome {
  const { store, clock, log } = parts
  const at = clock.now()
  let verdict: Verdict | null = null
  const outcomeOf = ({ state, code, reason, status, told }: Verdict): Outcome => {
    return { entry: { id: entry.id, bookingId: entry.bookingId }, state, code, reason, status, at, told }
  }
  const write = (): LineEffect => {
    const judged = judge()
    verdict = judged
    store.write((tx) => writeOutcome(tx, outcomeOf(judged)))
    log({ event: 'send-settled', entryId: entry.id, state: judged.state, code: judged.code })
    return judged.line
  }
  // If the app ends before the disk lets it write, the next start finds the outcome there.
  const keep = () => {
    try {
      if (verdict !== null) store.keepOutcome(outcomeOf(verdict))
    } catch (error) {
      log({ event: 'fault', place: 'keep-outcome', code: errorCode(error) })
    }
  }
  try {
    return { kind: 'line', line: write() }
  } catch (error) {
    log({ event: 'fault', place: 'settle', code: errorCode(error) })
    keep()
    return { kind: 'unwritten', write, words: () => sayUnwritten(verdict) }
  }
}

function sayUnwritten(verdict: Verdict | null): string {
  const numbers = verdict?.told?.moves.map(({ told }) => told.number).join(' and ')
  return numbers === undefined
    ? 'The outcome of a booking could not be saved: the disk is full or cannot be written. Free space; nothing more is sent until then.'
    : `Booked as move ${numbers}, but that could not be saved: the disk is full or cannot be written. Write the number down and free space.`
}

/** Stands for the payload in the record of tries, which holds no personal data. */
function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16)
}
