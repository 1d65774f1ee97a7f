import { createHash } from 'node:crypto'
import type { BookedMoves } from '../../shared/move.ts'
import { PROFILE_FACTS } from '../../shared/profile.ts'
import type { Opened } from '../provider/connection.ts'
import type { Provider } from '../provider/client.ts'
import { writeBooking, type Addressee, type Request } from '../provider/wire.ts'
import { readBooking } from '../store/bookings.ts'
import { isDiskFault } from '../store/database.ts'
import { holderOfNumber } from '../store/moves.ts'
import type { DeskClock } from '../provider/skew.ts'
import { appendAttempt, earlierCodes, triesThatVanished } from '../store/attempts.ts'
import { claimEntry, hasTwin, moveEntry, type Entry, type Remote } from '../store/outbox.ts'
import { writeOutcome, type Outcome } from '../store/outcome.ts'
import type { Store } from '../store/store.ts'
import { errorCode, type Clock, type Log, type Random } from '../system.ts'
import { classify, type LineEffect, type Verdict } from './classify.ts'
import { crashGate, gateOf, UNREADABLE, type Held } from './gates.ts'
import type { Pace } from './pace.ts'
import { contradicts, mayRepeat, type Tried } from './repeat.ts'

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
  /** The rooftop's notice in minutes: how long before ready-by a booking must have left. */
  readonly noticeMinutes: () => number
  readonly clock: Clock
  /** Whether one answer alone has shown `clock` to be wrong. */
  readonly suspicion: Pick<DeskClock, 'suspects' | 'waive'>
  readonly random: Random
  readonly log: Log
  /** True while a recorded contract test says that this remote refuses a repeat (`duplicate_check`). */
  readonly refusesRepeats: () => boolean
  /** This remote did what that test says it does not: it is leaned on no more. Answers when the test was recorded. */
  readonly wentBackOn: () => string
  /** How often the moves of this remote are asked about. */
  readonly paces: readonly Pace[]
}

export type SendOutcome =
  | { readonly kind: 'line'; readonly line: LineEffect }
  | { readonly kind: 'unreached'; readonly opened: Extract<Opened, { kind: 'unreached' }> }
  /** The provider's answer is in hand and could not be written: it must be, before anything else is sent. */
  | { readonly kind: 'unwritten'; readonly write: () => LineEffect; readonly words: () => string }

const GO: SendOutcome = { kind: 'line', line: { kind: 'go' } }

/** Sends an entry that waits, or, at a remote that refuses repeats, one in doubt once more. */
export async function sendEntry(parts: SyncParts, entry: Entry, tried: Tried): Promise<SendOutcome> {
  const { store, provider, clock, log } = parts
  const kind = entry.state === 'in-doubt' ? 'repeated' : 'claimed'
  const ready = prepare(parts, entry, tried)
  if (ready === null) return GO
  log({ event: 'send-connecting', entryId: entry.id })
  const opened = await provider.open()
  if (opened.kind === 'unreached') {
    const { code } = opened
    store.write((tx) => appendAttempt(tx, { entryId: entry.id, at: clock.now(), phase: 'unreached', code }))
    return { kind: 'unreached', opened }
  }
  log({ event: 'send-connected', entryId: entry.id })

  const { socket } = opened
  const payload = ready.request.body
  let claimed: Entry | null = null
  try {
    // Connecting takes time, and a machine that sleeps in it takes hours: what was in time may be late by now.
    if (ready.mayLeave()) {
      claimed = store.write((tx) => claimEntry(tx, entry, { kind, payload, digest: digest(payload) }, clock.now()))
    }
  } finally {
    // Also when the commit throws: a connection without a claim must not carry anything.
    if (claimed === null) socket.destroy()
  }
  if (claimed === null) {
    log({ event: 'send-not-claimed', entryId: entry.id })
    return GO
  }
  log({ event: 'send-claimed', entryId: entry.id })

  const exchanged = await provider.send(socket, ready.request, () => log({ event: 'send-written', entryId: entry.id }))
  const status = exchanged.kind === 'answered' ? exchanged.answer.status : 0
  log({ event: 'send-answered', entryId: entry.id, status })
  const verified = 'authorized' in socket && socket.authorized === true
  const bytes = exchanged.kind === 'broken' ? exchanged.bytes : null
  return settle(parts, claimed, { bytes, earlier: ready.earlier }, () =>
    classify(exchanged, {
      booking: ready.booking,
      earlier: ready.earlier,
      doubt: entry.doubt,
      renews: PROFILE_FACTS[parts.addressee().profile].signsIn === 'client',
      verified,
      taken: (number) =>
        store.read((view) => holderOfNumber(view, number, parts.remote.address, entry.bookingId)) !== null,
      now: clock.now(),
    }),
  )
}

type Ready = {
  readonly booking: BookedMoves
  readonly request: Request
  readonly earlier: readonly string[]
  /** False once a gate holds it, or once it is too late to ask for it once more. */
  readonly mayLeave: () => boolean
}

/** Reads what is to be sent; holds an entry that cannot be read or may not leave now, so that the others go on. */
function prepare(parts: SyncParts, entry: Entry, { cutShort }: Tried): Ready | null {
  const { store, clock, log } = parts
  const cut = cutShort.get(entry.id) ?? 0
  const crashed = crashGate(store.read((view) => triesThatVanished(view, entry.id)) - cut)
  // Before anything that could end the process: a try that leaves no other trace is counted by it.
  store.write((tx) => appendAttempt(tx, { entryId: entry.id, at: clock.now(), phase: 'started' }))
  let read: Omit<Ready, 'mayLeave'> | null
  let held: Held | null
  try {
    read = crashed === null ? readReady(parts, entry) : null
    held = crashed ?? (read === null ? UNREADABLE : holds(parts, entry, read.booking))
    const gated = held
    store.write((tx) => {
      const at = clock.now()
      if (gated !== null) moveEntry(tx, entry, { kind: 'gated', ...gated }, at)
      appendAttempt(tx, { entryId: entry.id, at, phase: 'prepared', code: gated?.gate ?? null })
    })
  } catch (error) {
    // The try left no trace, and yet did not end the process.
    if (isDiskFault(error)) cutShort.set(entry.id, cut + 1)
    throw error
  }
  if (read !== null && held === null) {
    const { booking } = read
    const repeats = entry.state === 'in-doubt'
    return { ...read, mayLeave: () => (repeats ? mayRepeat(parts, entry) : holds(parts, entry, booking) === null) }
  }
  if (held === null) return null
  log({ event: 'entry-set-aside', entryId: entry.id, code: held.gate })
  return null
}

function holds({ store, clock, noticeMinutes }: SyncParts, entry: Entry, booking: BookedMoves): Held | null {
  if (entry.state === 'in-doubt') return null
  const twin = store.read((view) => hasTwin(view, entry.id))
  return gateOf(booking, { now: clock.now(), noticeMinutes: noticeMinutes(), twin })
}

/** Null for an entry whose data cannot be read or written as a request. */
function readReady({ store, log, remote, addressee }: SyncParts, entry: Entry): Omit<Ready, 'mayLeave'> | null {
  try {
    const booking = store.read((view) => readBooking(view, entry.bookingId, remote))
    if (booking === null) return null
    const written = writeBooking(booking, addressee())
    // A later try sends the very bytes of the first.
    const request = { path: written.path, body: entry.payload ?? written.body }
    return { booking, request, earlier: store.read((view) => earlierCodes(view, entry.id)) }
  } catch (error) {
    // A disk that cannot be read says nothing of this booking.
    if (isDiskFault(error)) throw error
    log({ event: 'fault', place: 'prepare', code: errorCode(error) })
    return null
  }
}

/** Judges and writes in one step that can be repeated: also the judging reads the store, and its disk may be gone. */
function settle(
  parts: SyncParts,
  entry: Entry,
  { bytes, earlier }: { readonly bytes: number | null; readonly earlier: readonly string[] },
  judge: () => Verdict,
): SendOutcome {
  const { store, clock, log } = parts
  const at = clock.now()
  let verdict: Verdict | null = null
  const outcomeOf = (judged: Verdict): Outcome => {
    const { proof, code, reason, status, told } = judged
    const { bookingId, revision } = entry
    const withdraws = entry.doubt && contradicts(earlier, judged) ? parts.wentBackOn() : null
    return { bookingId, revision, proof, code, reason, status, bytes, at, told, withdraws }
  }
  const write = (): LineEffect => {
    const judged = judge()
    verdict = judged
    const outcome = outcomeOf(judged)
    const settled = store.write((tx) => writeOutcome(tx, entry, outcome))
    log({ event: 'send-settled', entryId: entry.id, state: settled.state, code: judged.code })
    return judged.line
  }
  let kept = false
  // If the app ends before the disk lets it write, the next start finds the outcome there.
  const keep = () => {
    if (kept || verdict === null) return
    try {
      store.keepOutcome(outcomeOf(verdict))
      kept = true
    } catch (error) {
      log({ event: 'fault', place: 'keep-outcome', code: errorCode(error) })
    }
  }
  const writeOrKeep = (): LineEffect => {
    try {
      return write()
    } catch (error) {
      log({ event: 'fault', place: 'settle', code: errorCode(error) })
      keep()
      throw error
    }
  }
  try {
    return { kind: 'line', line: writeOrKeep() }
  } catch {
    return { kind: 'unwritten', write: writeOrKeep, words: () => sayUnwritten(verdict) }
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
