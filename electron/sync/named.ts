import { whyNotOurs } from '../../shared/match.ts'
import type { Fetched, ToldMove } from '../provider/answers.ts'
import type { Asked } from '../provider/client.ts'
import { readBooking, setReadyBy } from '../store/bookings.ts'
import { confirmMove, holderOfNumber } from '../store/moves.ts'
import { namedNumbers, nameNumber, type NamedNumber } from '../store/named.ts'
import { entryOfBooking, surelyMove } from '../store/outbox.ts'
import { indexMove } from '../store/search.ts'
import type { Tx } from '../store/store.ts'
import type { SyncParts } from './send.ts'

/*
 * A way out of doubt (reliability 2c): a person named the provider's number, and the provider is asked what stands behind
 * it. Only a move that is ours settles the booking; any other puts it back where it was, with words.
 */

/**
 * Looks up every number that was named. Ends early, with what it found, when the provider cannot be reached or is in
 * trouble; null when nothing was to be looked up or all was.
 */
export async function lookUpNamed(parts: SyncParts): Promise<Asked | null> {
  const { store, provider, remote } = parts
  for (const named of store.read((view) => namedNumbers(view, remote))) {
    const asked = await provider.ask(named.number)
    if (asked.kind === 'unreached' || asked.kind === 'broken') return asked
    if (asked.kind === 'answered' && isTrouble(asked.answer.status)) return asked
    const told = asked.kind === 'move' && asked.told.move.number === named.number ? asked.told : null
    store.write((tx) => settleNamed(tx, parts, named, told))
  }
  return null
}

function settleNamed(tx: Tx, parts: SyncParts, named: NamedNumber, told: Fetched | null): void {
  const { clock, log, remote } = parts
  const { moveId, bookingId, number } = named
  const booking = readBooking(tx, bookingId, remote)
  const entry = entryOfBooking(tx, bookingId)
  const move = booking?.moves.find((one) => one.id === moveId)
  if (booking === null || entry === null || move === undefined) throw new Error('a named move has no booking')
  // Corrected while the provider was asked: what it said of the first says nothing of the second.
  const stands = namedNumbers(tx, remote).some((one) => one.moveId === moveId && one.number === number)
  if (!stands) return
  const at = clock.now()
  const taken = holderOfNumber(tx, number, remote.address, bookingId) !== null
  const why =
    told === null
      ? `The provider shows no move ${number}.`
      : taken
        ? `Move ${number} is another booking of this desk.`
        : whyNotOurs(booking, move, shown(told.move, told))
  nameNumber(tx, moveId, null)
  if (why !== null || told === null) {
    const proved = booking.moves.some((one) => one.number.known)
    surelyMove(tx, entry, { kind: 'number-wrong', reason: `${why ?? ''} ${STILL}`.trim(), proved }, at)
    log({ event: 'number-looked-up', moveId, code: 'wrong' })
    return
  }
  const confirm = (id: string, move: ToldMove) => {
    confirmMove(tx, id, move, at)
    nameNumber(tx, id, null)
    indexMove(tx, id)
  }
  confirm(moveId, told.move)
  const other = booking.moves.find((one) => one.id !== moveId && !one.number.known)
  // A provider that shows the pair as one has told the other half with it.
  const half = other !== undefined && told.partner?.reference === other.reference ? told.partner : null
  if (other !== undefined && half !== null) confirm(other.id, half)
  if (told.readyBy !== null) setReadyBy(tx, bookingId, told.readyBy)
  // The booking is one request: with one of its moves proved, all of it was booked.
  const complete = other === undefined || half !== null
  surelyMove(tx, entry, complete ? { kind: 'found' } : { kind: 'half-found' }, at)
  log({ event: 'number-looked-up', moveId, code: 'ours' })
}

/** What says something of the provider, and nothing of the move. */
function isTrouble(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || (status >= 300 && status < 400) || status >= 500
}

const STILL = 'Nothing was changed.'

function shown(move: ToldMove, { readyBy }: Fetched) {
  const { number, reference, vin, pickup, delivery } = move
  const line = (place: typeof pickup) => place?.fullAddress ?? null
  return { number, reference, vin, readyBy, pickup: line(pickup), delivery: line(delivery) }
}
