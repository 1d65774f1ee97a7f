import type {
  FetchExternalMoveResult,
  ExternalMove,
  ExternalMoveMatches,
  StoredExternalMove,
  FetchSkippedReason,
} from '../../shared/move/external-move.ts'
import { addNews } from '../../shared/move/move-news.ts'
import { STAGES } from '../../shared/move/move.ts'
import { ok, fail, assertNever, type Result } from '../../shared/result.ts'
import { searchWords } from '../../shared/views/lookup.ts'
import { addMinutes, fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { FetchedMove } from '../provider/parse-response.ts'
import type { FetchMoveResult, ProviderClient } from '../provider/client.ts'
import { classifyHealth } from '../provider/health-check.ts'
import { isMoveUnknown } from '../provider/recognize-answer.ts'
import {
  deleteExternalMove,
  searchStoredExternalMoves,
  isOwnMove,
  upsertExternalMove,
  readExternalMove,
} from '../store/tables/external-moves.ts'
import { isDiskError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import type { Clock } from '../platform/clock.ts'

/*
 * External moves: fetched from the provider by their number, and stored on this PC to be read. An external move never
 * becomes a booking, and nothing about an external move is ever sent.
 */

export type ExternalMoveDeps = {
  readonly provider: Pick<ProviderClient, 'fetchMove'>
  readonly remoteAddress: string
  /** Null after the session ended. The store may be closed then, and a late response is not stored. */
  readonly store: () => Store | null
  readonly clock: Clock
  readonly log: Log
}

/**
 * Fetches a move and stores the response, or returns the response with the reason why nothing was stored (`notKept`);
 * without a usable response, returns the stored move with the reason (`old`). Fails with `not-found` when the provider
 * knows no such move, whose stored data is then deleted if the disk allows, and with `unreachable` when there is
 * neither a usable response nor a stored move.
 */
export async function fetchExternalMove(
  deps: ExternalMoveDeps,
  number: number,
): Promise<Result<FetchExternalMoveResult>> {
  const fetched = await deps.provider.fetchMove(number)
  const now = deps.clock.now()
  if (fetched.kind === 'move' && fetched.response.move.number === number) {
    const before = deps.store()?.read((view) => readExternalMove(view, deps.remoteAddress, number))?.move ?? null
    const kept = { move: keepKnownTimes(toExternalMove(fetched.response, before), before), fetchedAt: now }
    return ok({ ...kept, old: null, notKept: store(deps, kept) })
  }
  if (isMoveUnknown(fetched)) return fail('not-found', 'number-unknown', { number, kept: remove(deps, number) })
  const old = skippedReason(fetched, now)
  const kept = deps.store()?.read((view) => readExternalMove(view, deps.remoteAddress, number)) ?? null
  if (kept !== null) return ok({ ...kept, old, notKept: null })
  return fail('unreachable', 'not-fetched', { number, cause: old.cause, retry: old.retryAt !== null })
}

/** Most stored moves in one search result. */
const MAX_RESULTS = 5

/** Shorter words match almost every line. */
const MIN_QUERY_LENGTH = 3

/** Returns stored moves that hold every word of a search, if at least one word has `MIN_QUERY_LENGTH` characters. */
export function searchExternalMoves({ store, remoteAddress }: ExternalMoveDeps, text: string): ExternalMoveMatches {
  const words = searchWords(text)
  const found = words.some((word) => word.length >= MIN_QUERY_LENGTH)
    ? store()?.read((view) => searchStoredExternalMoves(view, remoteAddress, words, MAX_RESULTS))
    : undefined
  return found ?? { moves: [], more: false }
}

/** Stores a move. Returns why the move is not stored, else null. */
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
    log({ event: 'internal-error', place: 'external-move', code: errorCode(error) })
    return 'disk-full'
  }
}

/** Deletes the stored move that the provider does not know. Returns `stays` when the disk refuses. */
function remove({ store, remoteAddress, log }: ExternalMoveDeps, number: number): 'none' | 'removed' | 'stays' {
  const at = store()
  if (at === null || at.read((view) => readExternalMove(view, remoteAddress, number)) === null) return 'none'
  try {
    at.write((tx) => deleteExternalMove(tx, remoteAddress, number))
    return 'removed'
  } catch (error) {
    if (!isDiskError(error)) throw error
    log({ event: 'internal-error', place: 'external-move', code: errorCode(error) })
    return 'stays'
  }
}

function skippedReason(fetched: FetchMoveResult, now: UtcInstant): FetchSkippedReason {
  const health = classifyHealth(fetched, now)
  switch (health.kind) {
    case 'unreachable':
      return { cause: health.cause, retryAt: addMinutes(now, 1) }
    case 'pause':
      return { cause: health.cause, retryAt: fromMillis(toMillis(now) + health.ms) }
    case 'reached':
      return {
        cause: 'unreadable',
        retryAt: null,
      }
    default:
      return assertNever(health)
  }
}

/** A stage that is reached without a readable time keeps a time that an earlier response gave. */
function keepKnownTimes(move: ExternalMove, before: ExternalMove | null): ExternalMove {
  if (before === null) return move
  const stages = STAGES.map((stage) => {
    const stamp = move.stages[stage]
    return [stage, stamp === true ? (before.stages[stage] ?? stamp) : stamp] as const
  })
  return { ...move, stages: Object.fromEntries(stages) as ExternalMove['stages'] }
}

function toExternalMove(
  { move, partner, readyBy, bookingValues = {} }: FetchedMove,
  before: ExternalMove | null,
): ExternalMove {
  const values = move.values ?? {}
  return {
    number: move.number,
    reference: move.reference,
    status: move.status,
    cancelStatus: move.cancelStatus,
    cancelReason: move.cancelReason,
    stages: move.stages,
    readyBy,
    earliest: bookingValues.earliest ?? null,
    unreadableEarliest: bookingValues.unreadableEarliest ?? null,
    message: bookingValues.message ?? null,
    vehicle: move.vehicle ?? null,
    manual: values.gearbox === undefined ? null : values.gearbox === 'manual',
    dealerContact: values.dealerContact ?? null,
    specialInstructions: values.specialInstructions ?? null,
    pickupName: values.pickupName ?? null,
    pickupLocationId: move.pickup?.locationId ?? null,
    deliveryName: values.deliveryName ?? null,
    deliveryLocationId: move.delivery?.locationId ?? null,
    laneUri: move.laneUri,
    pickup: move.pickup?.fullAddress ?? null,
    delivery: move.delivery?.fullAddress ?? null,
    trackingLink: move.trackingLink,
    detailsUrl: move.detailsUrl ?? null,
    news: addNews(before?.news ?? {}, move.news ?? {}),
    partner: partner?.number ?? null,
  }
}
