import type { AskedAnswer, AskedMove, FoundAsked, KeptMove, NotNow } from '../shared/asked-move.ts'
import { done, failed, never, type Result } from '../shared/failure.ts'
import { searchWords } from '../shared/lookup.ts'
import { addMinutes, fromMillis, toMillis, type UtcInstant } from '../shared/time.ts'
import type { Fetched } from './provider/answers.ts'
import type { Asked, Provider } from './provider/client.ts'
import { dropAsked, findAsked, isOwn, keepAsked, readAsked } from './store/asked-moves.ts'
import { isDiskFault } from './store/database.ts'
import type { Store } from './store/store.ts'
import { isUnknown, readProbe, sayUnreached } from './sync/probe.ts'
import { errorCode, type Clock, type Log } from './system.ts'

/*
 * Moves that this desk did not book, asked for at the provider by their number and kept on this PC to read. None of them
 * becomes a booking, and nothing of them is ever sent.
 */

export type AskParts = {
  readonly provider: Pick<Provider, 'ask'>
  readonly remoteAddress: string
  /** Null once the desk has left the remote: the store may be closed, and what is answered then is not kept. */
  readonly store: () => Store | null
  readonly clock: Clock
  readonly log: Log
}

/**
 * Asks for a move (4.1) and keeps what the provider shows; where it cannot be asked now, or answers nothing that can be read,
 * the one that is kept. `not-found` when the provider knows no such move, and what was kept of it goes; `unreached` when it
 * cannot be asked and none is kept. A disk that refuses keeps no answer from being shown.
 */
export async function askMove(parts: AskParts, number: number): Promise<Result<AskedAnswer>> {
  const asked = await parts.provider.ask(number)
  const now = parts.clock.now()
  if (asked.kind === 'move' && asked.told.move.number === number) {
    const kept = { move: shownOf(asked.told), askedAt: now }
    return done({ ...kept, old: null, notKept: keep(parts, kept) })
  }
  if (isUnknown(asked)) return failed('not-found', drop(parts, number))
  const old = notNow(asked, now)
  const kept = parts.store()?.read((view) => readAsked(view, parts.remoteAddress, number)) ?? null
  if (kept !== null) return done({ ...kept, old, notKept: null })
  const later = old.againAt === null ? '' : ' Try again when the link is back.'
  return failed('unreached', `Move ${number} was not asked for. ${old.words}${later}`)
}

/** Rows of kept moves in one answer. */
const MOST_ROWS = 5

/** Shorter words stand in almost every line. */
const SHORTEST = 3

/** The kept moves that hold every word of a search; none before one of them has three letters. */
export function findKept({ store, remoteAddress }: AskParts, text: string): FoundAsked {
  const words = searchWords(text)
  const found = words.some((word) => word.length >= SHORTEST)
    ? store()?.read((view) => findAsked(view, remoteAddress, words, MOST_ROWS))
    : undefined
  return found ?? { moves: [], more: false }
}

/** Keeps a move; why it is not kept, else null. */
function keep({ store, remoteAddress, log }: AskParts, kept: KeptMove): string | null {
  const at = store()
  if (at === null) return 'It was not kept: this desk has just left the provider.'
  try {
    if (at.read((view) => isOwn(view, remoteAddress, kept.move.number)))
      return 'It is booked on this desk: search for it.'
    at.write((tx) => keepAsked(tx, remoteAddress, kept))
    return null
  } catch (error) {
    if (!isDiskFault(error)) throw error
    log({ event: 'fault', place: 'asked-move', code: errorCode(error) })
    return 'It was not kept on this PC: the disk is full or cannot be written.'
  }
}

/** Takes away what is kept of a move that the provider does not know; says what it found. */
function drop({ store, remoteAddress, log }: AskParts, number: number): string {
  const at = store()
  if (at === null || at.read((view) => readAsked(view, remoteAddress, number)) === null)
    return `The provider knows no move ${number}. Check the number and ask again.`
  const gone = `The provider knows no move ${number} any more.`
  try {
    at.write((tx) => dropAsked(tx, remoteAddress, number))
    return `${gone} What was kept of it here was taken away.`
  } catch (error) {
    if (!isDiskFault(error)) throw error
    log({ event: 'fault', place: 'asked-move', code: errorCode(error) })
    return `${gone} What is kept of it here stays: the disk is full or cannot be written.`
  }
}

function notNow(asked: Asked, now: UtcInstant): NotNow {
  const probed = readProbe(asked, now)
  switch (probed.kind) {
    case 'unreached':
      return { words: `${sayUnreached(probed.cause).replace(/\.$/, '')}.`, againAt: addMinutes(now, 1) }
    case 'wait':
      return { words: probed.words, againAt: fromMillis(toMillis(now) + probed.ms) }
    case 'reached':
      return {
        words: 'The provider answered something that cannot be read. Ask them by phone.',
        againAt: null,
      }
    default:
      return never(probed)
  }
}

function shownOf({ move, partner, readyBy }: Fetched): AskedMove {
  return {
    number: move.number,
    reference: move.reference,
    status: move.status,
    cancelStatus: move.cancelStatus,
    stages: move.stages,
    readyBy,
    vehicle: move.vehicle ?? null,
    pickup: move.pickup?.fullAddress ?? null,
    delivery: move.delivery?.fullAddress ?? null,
    trackingLink: move.trackingLink,
    detailsUrl: move.detailsUrl ?? null,
    partner: partner?.number ?? null,
  }
}
