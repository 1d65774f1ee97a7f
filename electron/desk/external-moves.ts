import type {
  FetchExternalMoveResult,
  ExternalMove,
  ExternalMoveMatches,
  StoredExternalMove,
  FetchSkippedReason,
} from '../../shared/move/external-move.ts'
import { ok, fail, assertNever, type Result } from '../../shared/result.ts'
import { searchWords } from '../../shared/views/lookup.ts'
import { addMinutes, fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { Fetched } from '../provider/parse-response.ts'
import type { FetchMoveResult, ProviderClient } from '../provider/client.ts'
import { isMoveUnknown, classifyHealth } from '../provider/health-check.ts'
import {
  deleteExternalMove,
  searchStoredExternalMoves,
  isOwnMove,
  upsertExternalMove,
  readExternalMove,
} from '../store/tables/external-moves.ts'
import { isDiskError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { errorCode, type Clock, type Log } from '../platform/clock.ts'

/*
 * Moves that this desk did not book, fetched from the provider by number and stored for reading. An external move
 * never becomes a booking, and none of its data is ever sent.
 */

export type ExternalMoveDeps = {
  readonly provider: Pick<ProviderClient, 'fetchMove'>
  readonly remoteAddress: string
  /** Null after the desk left the provider. The store may be closed then, and a late response is not stored. */
  readonly store: () => Store | null
  readonly clock: Clock
  readonly log: Log
}

/**
 * Fetches a move and stores it, even if the disk refuses to store; falls back to the stored move if the provider
 * cannot be reached or its response cannot be read. Fails with `not-found` if the provider does not know the move (a
 * stored one is deleted), and with `unreachable` without a stored move.
 */
export async function fetchExternalMove(
  deps: ExternalMoveDeps,
  number: number,
): Promise<Result<FetchExternalMoveResult>> {
  const asked = await deps.provider.fetchMove(number)
  const now = deps.clock.now()
  if (asked.kind === 'move' && asked.told.move.number === number) {
    const kept = { move: toExternalMove(asked.told), askedAt: now }
    return ok({ ...kept, old: null, notKept: store(deps, kept) })
  }
  if (isMoveUnknown(asked)) return fail('not-found', 'number-unknown', { number, kept: remove(deps, number) })
  const old = skippedReason(asked, now)
  const kept = deps.store()?.read((view) => readExternalMove(view, deps.remoteAddress, number)) ?? null
  if (kept !== null) return ok({ ...kept, old, notKept: null })
  return fail('unreachable', 'not-fetched', { number, cause: old.cause, retry: old.againAt !== null })
}

/** Rows in one answer. */
const MAX_RESULTS = 5

/** Shorter words occur in almost every row. */
const MIN_QUERY_LENGTH = 3

/** The stored moves that contain every word of a search. Empty until one word has three letters. */
export function searchExternalMoves({ store, remoteAddress }: ExternalMoveDeps, text: string): ExternalMoveMatches {
  const words = searchWords(text)
  const found = words.some((word) => word.length >= MIN_QUERY_LENGTH)
    ? store()?.read((view) => searchStoredExternalMoves(view, remoteAddress, words, MAX_RESULTS))
    : undefined
  return found ?? { moves: [], more: false }
}

/** Stores a move. Returns the reason why it was not stored, or null. */
function store(
  { store, remoteAddress, log }: ExternalMoveDeps,
  kept: StoredExternalMove,
): FetchExternalMoveResult['notKept'] {
  const at = store()
  if (at === null) return 'provider-left'
  try {
    if (at.read((view) => isOwnMove(view, remoteAddress, kept.move.number))) return 'own-booking'
    at.write((tx) => upsertExternalMove(tx, remoteAddress, kept))
    return null
  } catch (error) {
    if (!isDiskError(error)) throw error
    log({ event: 'internal-error', place: 'asked-move', code: errorCode(error) })
    return 'disk-full'
  }
}

/** Deletes the stored copy of a move that the provider does not know, and returns what it found. */
function remove({ store, remoteAddress, log }: ExternalMoveDeps, number: number): 'none' | 'removed' | 'stays' {
  const at = store()
  if (at === null || at.read((view) => readExternalMove(view, remoteAddress, number)) === null) return 'none'
  try {
    at.write((tx) => deleteExternalMove(tx, remoteAddress, number))
    return 'removed'
  } catch (error) {
    if (!isDiskError(error)) throw error
    log({ event: 'internal-error', place: 'asked-move', code: errorCode(error) })
    return 'stays'
  }
}

function skippedReason(asked: FetchMoveResult, now: UtcInstant): FetchSkippedReason {
  const probed = classifyHealth(asked, now)
  switch (probed.kind) {
    case 'unreachable':
      return { cause: probed.cause, againAt: addMinutes(now, 1) }
    case 'pause':
      return { cause: probed.cause, againAt: fromMillis(toMillis(now) + probed.ms) }
    case 'reached':
      return {
        cause: 'unreadable',
        againAt: null,
      }
    default:
      return assertNever(probed)
  }
}

function toExternalMove({ move, partner, readyBy }: Fetched): ExternalMove {
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
