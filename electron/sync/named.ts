import { whyNotOurs, type ShownMove } from '../../shared/match.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import { PROFILE_FACTS } from '../../shared/profile.ts'
import { readErrors, type Fetched, type ToldMove, type ToldSingle } from '../provider/answers.ts'
import type { Asked } from '../provider/client.ts'
import { readBooking, setReadyBy } from '../store/bookings.ts'
import { isDiskFault } from '../store/database.ts'
import { confirmMove, holderOfNumber } from '../store/moves.ts'
import { namedNumbers, nameNumber, type NamedNumber } from '../store/named.ts'
import { entryOfBooking, surelyMove } from '../store/outbox.ts'
import { indexMove } from '../store/search.ts'
import type { Tx } from '../store/store.ts'
import { errorCode } from '../system.ts'
import { isBusyAnswer, isUnknown } from './probe.ts'
import type { SyncParts } from './send.ts'

/*
 * A way out of doubt (reliability 2c): a person named the provider's number, and the provider is asked what stands behind
 * it. Only a move that is ours settles the booking; any other puts it back where it was, with words.
 */

/** Numbers that the provider could not show, each with when it is asked for again, by the clock that nobody sets. */
export type Resting = Map<string, number>

/** In ms. */
const REST = 5 * 60_000

/** `trouble` is what was found of it last, null where none was; `settled`, that some booking stands otherwise now. */
export type LookedUp = { readonly trouble: Asked | null; readonly settled: boolean }

/**
 * Looks up every number that was named. One that the provider cannot show rests, and the others go on. Ends early when the
 * provider cannot be reached or is busy.
 */
export async function lookUpNamed(parts: SyncParts, resting: Resting): Promise<LookedUp> {
  const { store, provider, remote, clock } = parts
  let trouble: Asked | null = null
  let some = false
  for (const named of store.read((view) => namedNumbers(view, remote))) {
    const key = `${named.moveId} ${named.number}`
    if ((resting.get(key) ?? 0) > clock.monotonic()) continue
    const asked = await provider.ask(named.number)
    if (asked.kind === 'unreached') return { trouble: asked, settled: some }
    const became = saysOfMove(asked) ? settle(parts, named, asked) : 'unread'
    some ||= became === 'settled'
    if (became !== 'unread') continue
    resting.set(key, clock.monotonic() + REST)
    if (isBusyAnswer(asked)) return { trouble: asked, settled: some }
    if (asked.kind !== 'move') trouble = asked
  }
  return { trouble, settled: some }
}

/** `unread` of a booking that cannot be read, `corrected` where another number was named meanwhile: the others go on. */
type Became = 'settled' | 'corrected' | 'unread'

function settle(parts: SyncParts, named: NamedNumber, asked: Asked): Became {
  try {
    return parts.store.write((tx) => settleNamed(tx, parts, named, asked))
  } catch (error) {
    // A disk that refuses says nothing of this booking.
    if (isDiskFault(error)) throw error
    parts.log({ event: 'fault', place: 'named', code: errorCode(error) })
    return 'unread'
  }
}

function settleNamed(tx: Tx, parts: SyncParts, named: NamedNumber, asked: Asked): Became {
  const { clock, log, remote } = parts
  const { moveId, bookingId, number } = named
  const told = asked.kind === 'move' && asked.told.move.number === number ? asked.told : null
  const booking = readBooking(tx, bookingId, remote)
  const entry = entryOfBooking(tx, bookingId)
  const move = booking?.moves.find((one) => one.id === moveId)
  if (booking === null || entry === null || move === undefined) throw new Error('a named move has no booking')
  // Corrected while the provider was asked: what it said of the first says nothing of the second.
  const stands = namedNumbers(tx, remote).some((one) => one.moveId === moveId && one.number === number)
  if (!stands) return 'corrected'
  const at = clock.now()
  const taken = holderOfNumber(tx, number, remote.address, bookingId) !== null
  const why =
    told === null
      ? sayNotShown(asked, number)
      : taken
        ? `Move ${number} is another booking of this desk.`
        : whyNotOurs(booking, move, shown(parts, booking, told))
  nameNumber(tx, moveId, null)
  if (why !== null || told === null) {
    const proved = booking.moves.some((one) => one.number.known)
    surelyMove(tx, entry, { kind: 'number-wrong', reason: `${why ?? ''} ${STILL}`.trim(), proved }, at)
    log({ event: 'number-looked-up', moveId, code: 'wrong' })
    return 'settled'
  }
  const confirm = (id: string, move: ToldMove) => {
    confirmMove(tx, id, move, at)
    nameNumber(tx, id, null)
    indexMove(tx, id)
  }
  confirm(moveId, told.move)
  const other = booking.moves.find((one) => one.id !== moveId && !one.number.known)
  // A provider that shows the pair as one has told the other half with it.
  const half = other === undefined || told.partner === null ? null : partnerOf(tx, parts, { booking, other, told })
  if (other !== undefined && half !== null) confirm(other.id, half)
  if (told.readyBy !== null) setReadyBy(tx, bookingId, told.readyBy)
  // The booking is one request: with one of its moves proved, all of it was booked.
  const complete = other === undefined || half !== null
  surelyMove(tx, entry, complete ? { kind: 'found' } : { kind: 'half-found' }, at)
  log({ event: 'number-looked-up', moveId, code: 'ours' })
  return 'settled'
}

/** The other half of a pair as it was told with the first, where it is surely that: else it is looked up by itself. */
function partnerOf(
  tx: Tx,
  parts: SyncParts,
  { booking, other, told }: { readonly booking: BookedMoves; readonly other: Move; readonly told: Fetched },
): ToldMove | null {
  const { partner } = told
  if (partner?.reference !== other.reference || partner.number === told.move.number) return null
  if (holderOfNumber(tx, partner.number, parts.remote.address, booking.id) !== null) return null
  const why = whyNotOurs(booking, other, shown(parts, booking, { move: partner, readyBy: told.readyBy }))
  return why === null ? partner : null
}

/** By these, with the envelope of its errors, the provider itself says that it shows no such move. */
const NOT_SHOWN = [400, 403, 404, 410, 422]

/**
 * True of an answer that says something of the move. Who reads that a number is not there books again: so the provider
 * itself must have said it, and not a page of some status, which may be anybody's, or an address that knows no such call. A
 * 404 may come without a word: no page says what a GET of an unknown number gets (provider.md 3).
 */
function saysOfMove(asked: Asked): boolean {
  if (asked.kind === 'move') return true
  if (asked.kind !== 'answered' || !NOT_SHOWN.includes(asked.answer.status)) return false
  const { status, body, whole } = asked.answer
  if (status === 404) return isUnknown(asked) || (whole && body === '')
  return whole && readErrors(body) !== null
}

function sayNotShown(asked: Asked, number: number): string {
  const isKept = asked.kind === 'answered' && asked.answer.status === 403
  return isKept ? `The provider does not show move ${number} to this desk.` : `The provider shows no move ${number}.`
}

const STILL = 'Nothing was changed.'

function shown({ addressee }: SyncParts, booking: BookedMoves, { move, readyBy }: ToldSingle): ShownMove {
  const { number, reference, vin, pickup, delivery } = move
  const line = (place: typeof pickup) => place?.fullAddress ?? null
  // Where a one-way goes may have been told to the driver alone, by the instructions.
  const saysWhere = booking.kind === 'pair' || PROFILE_FACTS[addressee().profile].takesDestination
  return { number, reference, vin, readyBy, pickup: line(pickup), delivery: saysWhere ? line(delivery) : null }
}
