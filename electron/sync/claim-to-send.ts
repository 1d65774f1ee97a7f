import { toMillis } from '../../shared/time/time.ts'
import { copyRight, readRight } from '../store/board/rights.ts'
import { appendAttempt } from '../store/tables/attempts.ts'
import { claimEntry, transitionEntry, type Entry } from '../store/tables/outbox.ts'
import type { SyncContext } from './context.ts'

/** Nothing leaves so long after a claim was asked: the process may have slept, and another desk may have taken over. */
const CLAIM_VALID_MS = 10_000

/**
 * Asks the hub for the right to send, and commits `sending`. Null if the entry may not leave now; an entry that is a
 * duplicate of another desk's booking is held.
 */
export async function claimToSend(
  { store, rights, clock, log }: Pick<SyncContext, 'store' | 'rights' | 'clock' | 'log'>,
  entry: Entry,
  attempt: Parameters<typeof claimEntry>[2],
): Promise<Entry | null> {
  const [asked, askedAt] = [clock.monotonic(), toMillis(clock.now())]
  const answer = await rights.claim(entry)
  if (answer.kind === 'duplicate') {
    store.write((tx) => transitionEntry(tx, entry, { kind: 'held', reason: 'possible-duplicate' }, clock.now()))
    log({ event: 'entry-skipped', entryId: entry.id, code: 'possible-duplicate' })
  }
  if (answer.kind === 'duplicate' || answer.kind === 'refused') return null
  const claimed = store.write((tx) => {
    // The entry may have been offered since the claim was asked.
    const known = readRight(tx, entry.id)
    if (answer.kind === 'unoffered' && known !== null) return null
    // The hub may have answered since, and then its word counts.
    if (answer.kind === 'alone' && known?.isAlone !== true) return null
    if (answer.kind === 'granted') copyRight(tx, entry.id, answer.right)
    return claimEntry(tx, entry, attempt, clock.now())
  })
  const late = Math.max(clock.monotonic() - asked, toMillis(clock.now()) - askedAt) > CLAIM_VALID_MS
  if (claimed === null || answer.kind !== 'granted' || !late) return claimed
  const outcome = { proof: 'retryable', code: 'not-sent' } as const
  store.write((tx) => {
    transitionEntry(tx, claimed, { kind: 'classified', ...outcome }, clock.now())
    appendAttempt(tx, { entryId: entry.id, at: clock.now(), phase: 'settled', code: outcome.code })
  })
  return null
}
