import { assertNever } from '../../shared/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { FetchMoveResult, ProviderClient } from './client.ts'
import { BUSY_RETRY_MS, classifyHealth, NONEXISTENT_MOVE_NUMBER, type HealthResult } from './health-check.ts'
import { isMoveUnknown, recognizeAnswer, type AnswerWord } from './recognize-answer.ts'

/**
 * Fetches a number that no move has, and says whether the provider answers (test/spec/reliability.md#health-check).
 * `shownNumber` gives the number of a move that this address showed before, or null, which settles an odd answer.
 */
export async function checkProvider(
  provider: Pick<ProviderClient, 'fetchMove'>,
  shownNumber: () => number | null,
  clock: Pick<Clock, 'now'>,
): Promise<HealthResult> {
  const fetched = await provider.fetchMove(NONEXISTENT_MOVE_NUMBER)
  const health = classifyHealth(fetched, clock.now())
  if (health.kind !== 'reached' || fetched.kind !== 'answered') return health
  const word = recognizeAnswer(fetched.answer)
  if (word === 'no-such-move') return health
  const number = shownNumber()
  if (number !== null && (word === 'bare-not-found' || isProof(await provider.fetchMove(number), number))) return health
  return healthOf(word, fetched.answer.status)
}

/**
 * True for an answer about a number that this address showed before which only the provider gives: the move, or the
 * word that the move is gone.
 */
function isProof(fetched: FetchMoveResult, number: number): boolean {
  return fetched.kind === 'move' ? fetched.response.move.number === number : isMoveUnknown(fetched)
}

function healthOf(word: Exclude<AnswerWord, 'no-such-move'>, status: number): HealthResult {
  switch (word) {
    case 'reads-refused':
      return { kind: 'pause', ms: BUSY_RETRY_MS, cause: 'token-refused', detail: 'reads-refused' }
    case 'web-page':
      return { kind: 'unreachable', cause: 'not-the-provider', detail: 'web-page', fields: { status } }
    case 'bare-not-found':
    case 'unrecognized':
      return { kind: 'unreachable', cause: 'not-the-provider', fields: { status } }
    default:
      return assertNever(word)
  }
}
