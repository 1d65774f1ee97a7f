import { readCancelStatus } from '../../shared/cancel.ts'
import { addMinutes, fromMillis, toMillis, type UtcInstant } from '../../shared/time.ts'
import { canWithdraw } from '../../shared/outbox.ts'
import type { Asked } from '../provider/client.ts'
import type { Fetched } from '../provider/answers.ts'
import { setReadyBy } from '../store/bookings.ts'
import { askSoon, changeVehicle, confirmMove, countMovesOf, noteReplacement } from '../store/moves.ts'
import { entryOfBooking, nextEntry, surelyMove } from '../store/outbox.ts'
import { askPairSoon, markGone } from '../store/unfinished.ts'
import { indexMove } from '../store/search.ts'
import type { Tx } from '../store/store.ts'
import {
  appendTry,
  claimWish,
  countTries,
  LONGEST_PAUSE,
  moveWish,
  nextWish,
  wasRefusedBefore,
  wishById,
  wishCodes,
  wishesAsked,
  wishesOfUnsent,
  type DueWish,
  type OpenWish,
} from '../store/wishes.ts'
import { backoff } from './backoff.ts'
import { isUnknown, readProbe } from './probe.ts'
import { nextRepeat, type Tried } from './repeat.ts'
import { sendEntry, type SendOutcome, type SyncParts } from './send.ts'
import { judgeWish, readWish, UNCLEAR, type WishVerdict } from './wish-outcome.ts'

/*
 * Asking for what a person wished of a move: one wish at a time, on the line of the bookings and after them.
 *
 *   waiting -> commit `sending` -> one request -> judge -> asked | done | refused | waiting
 *                    ^                              |
 *                    |                              +-> nobody knows: `sending` stays
 *                    +-- not there <-- read the move <--+ (also after a kill)
 *                                          +-- there -> asked | done | refused
 *
 * Why a wish may be sent a second time, which a booking never is: a booking that is sent twice sends two drivers. A
 * cancellation names one move (provider.md 8: the body is its number and no more), and a change names absolute values
 * (provider.md 7: what is left out stays as it is); either of them twice is as good as once. No page says so of the
 * cancellation (reliability 2d, question 11), so it is not leaned on where it need not be: after a try whose outcome is not
 * known the move is read, which is safe without limit (provider.md 3.4), and where its `cancel_status` says that somebody
 * asked, nothing is sent again. So an outcome that could not be written down needs no keeping either: it is read.
 */

/**
 * What leaves next for the provider: bookings first, then wishes. Null when nothing may leave now.
 */
export function nextToSend(parts: SyncParts, tried: Tried): (() => Promise<SendOutcome>) | null {
  const { store, clock, remote } = parts
  closeUnsent(parts)
  const entry = store.read((view) => nextEntry(view, remote)) ?? nextRepeat(parts, tried)
  if (entry !== null) {
    if (entry.state === 'in-doubt') tried.repeated.add(entry.id)
    return () => sendEntry(parts, entry, tried).finally(() => tried.underWay.set(entry.id, clock.monotonic()))
  }
  const now = clock.now()
  const wish = store.read((view) => nextWish(view, remote, now, addMinutes(now, LONGEST_PAUSE)))
  return wish === null ? null : () => sendWish(parts, wish)
}

/**
 * Cancellations that were asked for while nobody knew whether the booking had been taken, and then it had not been. A
 * booking of which every move is to be canceled is taken back: it would be made only to be canceled.
 */
function closeUnsent({ store, remote, clock, log }: SyncParts): void {
  const open = store.read((view) => wishesOfUnsent(view, remote))
  for (const bookingId of new Set(open.map((wish) => wish.bookingId))) {
    const wishes = open.filter((wish) => wish.bookingId === bookingId)
    const closed = store.write((tx) => {
      const at = clock.now()
      const entry = entryOfBooking(tx, bookingId)
      const whole = wishes.length === countMovesOf(tx, bookingId)
      if (entry === null) return null
      const end = entry.state === 'by-phone' ? BY_PHONE : NOT_BOOKED
      // What a person still has to decide, or what leaves by itself, is left as it is, unless all of it is to be canceled.
      if (!whole && canWithdraw(entry) && entry.state !== 'refused') return null
      if (whole && canWithdraw(entry)) surelyMove(tx, entry, { kind: 'withdrawn' }, at)
      for (const wish of wishes) moveWish(tx, wish, 'waiting', end, at)
      return end
    })
    if (closed === null) continue
    for (const { id } of wishes) log({ event: 'wish-settled', wishId: id, state: closed.state, code: closed.code })
  }
}

const NOT_BOOKED = {
  state: 'done',
  code: 'not-booked',
  reason: 'It had not been booked, so there was nothing to cancel. Nothing will be sent to the provider.',
} as const
const BY_PHONE = {
  state: 'refused',
  code: 'by-phone',
  reason: 'The booking was placed by phone. Cancel it by phone, too.',
} as const

async function sendWish(parts: SyncParts, wish: DueWish): Promise<SendOutcome> {
  const { store, provider, clock, log } = parts
  /** An earlier try may have reached the provider. */
  const doubtful = wish.state === 'sending'
  if (doubtful) {
    const looked = await look(parts, wish)
    if (looked !== null) return looked
  }
  if (wish.kind === 'change' && wish.change === null) {
    return settle(parts, wish, wish.state, { ...UNREADABLE, reason: sayUnreadable(doubtful), status: null }, false)
  }
  const readyBy = wish.change?.readyBy?.utc ?? null
  if (readyBy !== null && toMillis(readyBy) <= toMillis(clock.now())) {
    return settle(parts, wish, wish.state, { ...PASSED, status: null }, false)
  }
  if (!store.write((tx) => claimWish(tx, wish, clock.now()))) {
    log({ event: 'wish-not-claimed', wishId: wish.id })
    return GO
  }
  log({ event: 'wish-claimed', wishId: wish.id })
  const heard =
    wish.change === null ? await provider.cancel(wish.number) : await provider.change(wish.number, wish.change)
  if (heard.kind === 'unreached') {
    const state = doubtful ? 'sending' : 'waiting'
    store.write((tx) => {
      const at = clock.now()
      moveWish(tx, wish, 'sending', { state, code: 'unreached', reason: doubtful ? UNCLEAR : null }, at)
      appendTry(tx, wish, { at, phase: 'settled', code: 'unreached', status: null })
    })
    log({ event: 'wish-settled', wishId: wish.id, state, code: 'unreached' })
    return { kind: 'unreached', opened: heard }
  }
  const status = heard.kind === 'answered' ? heard.answer.status : 0
  log({ event: 'wish-answered', wishId: wish.id, status })
  const earlier = store.read((view) => wishCodes(view, wish.id))
  const verdict = judgeWish(heard, { ...wish, earlier, now: clock.now() })
  return settle(parts, wish, 'sending', verdict, doubtful)
}

const GO: SendOutcome = { kind: 'line', line: { kind: 'go' } }

const UNREADABLE = { state: 'refused', code: 'unreadable', line: { kind: 'go' } } as const

function sayUnreadable(doubtful: boolean): string {
  const asked = doubtful ? 'and it may have been asked for' : 'so it was not asked for'
  return `What was to be changed cannot be read any more on this PC, ${asked}. Look at the move, and ask again.`
}

const PASSED = {
  state: 'refused',
  code: 'too-late',
  reason: 'The new ready-by time had passed before it could be asked for, so it was not. Ask again with a later one.',
  line: { kind: 'go' },
} as const

/** Reads the move of a wish that may be with the provider. Null when it is not there, and may be sent again. */
async function look(parts: SyncParts, wish: DueWish): Promise<SendOutcome | null> {
  const { store, provider, clock, log } = parts
  const asked = await provider.ask(wish.number)
  if (asked.kind === 'move' && asked.told.move.number === wish.number) {
    const at = clock.now()
    const found = store.write((tx) => {
      keepTold(tx, { id: wish.moveId, bookingId: wish.bookingId }, asked.told, at)
      return wishById(tx, wish.id)
    })
    if (found === null || found.state === 'sending') return null
    log({ event: 'wish-settled', wishId: wish.id, state: found.state, code: 'looked' })
    return GO
  }
  return afterBlindLook(parts, wish, asked)
}

/** The move could not be read: the provider is in trouble, or answers what cannot be believed of this one move. */
function afterBlindLook(parts: SyncParts, wish: DueWish, asked: Asked): SendOutcome {
  const { store, clock, log } = parts
  if (asked.kind === 'unreached') return { kind: 'unreached', opened: asked }
  const probed = readProbe(asked, clock.now())
  if (probed.kind === 'unreached') {
    const code = asked.kind === 'broken' ? asked.code : 'status'
    return { kind: 'unreached', opened: { kind: 'unreached', cause: probed.cause, code } }
  }
  if (probed.kind === 'wait') return { kind: 'line', line: probed }
  const code = asked.kind === 'answered' ? `status-${asked.answer.status}` : 'other-number'
  store.write((tx) => {
    const at = clock.now()
    if (isUnknown(asked)) markGone(tx, { id: wish.moveId, bookingId: wish.bookingId }, at)
    appendTry(tx, wish, { at, phase: 'looked', code, status: asked.kind === 'answered' ? asked.answer.status : 200 })
    moveWish(
      tx,
      wish,
      wish.state,
      { state: wish.state, code, reason: UNCLEAR, notBefore: pauseOf(parts, tx, wish) },
      at,
    )
  })
  log({ event: 'wish-looked', wishId: wish.id, code })
  return GO
}

/** Writes what became of a wish, and on a change that was taken makes it what the desk knows of the move. */
function settle(
  parts: SyncParts,
  wish: OpenWish,
  from: OpenWish['state'],
  verdict: WishVerdict,
  doubtful: boolean,
): SendOutcome {
  const { store, clock, log } = parts
  // What a later try says of itself says nothing of an earlier one whose outcome is not known.
  const state = doubtful && verdict.state === 'waiting' ? 'sending' : verdict.state
  store.write((tx) => {
    const at = clock.now()
    appendTry(tx, wish, { at, phase: 'settled', code: verdict.code, status: verdict.status })
    // The first look comes at once, further ones after a growing pause.
    const notBefore = state === 'sending' ? pauseOf(parts, tx, wish) : null
    const reason = state === 'sending' ? UNCLEAR : verdict.reason
    moveWish(tx, wish, from, { state, code: verdict.code, reason, notBefore }, at)
    if (state === 'done') takeOver(tx, wish)
    if (state === 'done' || state === 'refused') askSoon(tx, wish.moveId)
  })
  log({ event: 'wish-settled', wishId: wish.id, state, code: verdict.code })
  return { kind: 'line', line: verdict.line }
}

/** Null for the first time, else when it may be tried again: whole seconds, at least two. */
function pauseOf({ clock, random }: SyncParts, tx: Tx, wish: OpenWish): UtcInstant | null {
  const { sent, looked } = countTries(tx, wish.id)
  const times = sent + looked
  if (times <= 1) return null
  return fromMillis(toMillis(clock.now()) + Math.max(LEAST_PAUSE, backoff(times, random.fraction())))
}

const LEAST_PAUSE = 2_000

function takeOver(tx: Tx, { kind, change, moveId, bookingId }: OpenWish): void {
  if (kind !== 'change' || change === null) return
  const { readyBy, ...parts } = change
  if (Object.values(parts).some((part) => part !== null)) {
    changeVehicle(tx, moveId, change)
    indexMove(tx, moveId)
  }
  if (readyBy !== null) setReadyBy(tx, bookingId, readyBy.utc)
}

/** Keeps what an answer tells of a move, and what that tells of the wishes that the provider has or may have. */
export function keepTold(
  tx: Tx,
  move: { readonly id: string; readonly bookingId: string },
  told: Fetched,
  at: UtcInstant,
): void {
  confirmMove(tx, move.id, told.move, at)
  tx.touch(move.bookingId)
  if (told.readyBy !== null) setReadyBy(tx, move.bookingId, told.readyBy)
  if (told.partner !== null) noteReplacement(tx, move.bookingId, told.partner)
  // Which move took its place is told by the other half of a pair.
  if (readCancelStatus(told.move.cancelStatus) === 'rescheduled') askPairSoon(tx, move.bookingId)
  for (const wish of wishesAsked(tx, move.id)) {
    const verdict = readWish({ ...wish, refusedBefore: wasRefusedBefore(tx, wish) }, told)
    if (verdict === null) continue
    appendTry(tx, wish, { at, phase: 'looked', code: verdict.code, status: verdict.status })
    moveWish(tx, wish, wish.state, verdict, at)
    if (verdict.state === 'done') takeOver(tx, wish)
  }
}
