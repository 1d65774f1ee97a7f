import type { HubFault } from '../../shared/desk/board-status.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { listBooking } from '../store/board/link.ts'
import { noteAsked, readRight, WITHOUT_HUB, type BoardStanding } from '../store/board/rights.ts'
import { applyRight, type Moved } from '../store/board/takeover.ts'
import type { Store } from '../store/store.ts'
import { acceptedDuplicates } from '../store/tables/decisions.ts'
import type { Entry } from '../store/tables/outbox.ts'
import type { Claim, SendRights } from '../sync/send-rights.ts'
import { readHubRight } from './follow.ts'
import { HubError, type HubSession, type RightAnswer } from './hub-session.ts'

/*
 * The claims of this desk. A claim is asked once for each request: an answer that is lost counts as no, and the hub is
 * told later how the entry stands.
 */

export type ClaimsParts = {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The session of a live board; null while the board is not live. */
  readonly session: () => HubSession | null
  readonly standing: () => BoardStanding
  /** Called with what became of an entry, as the hub told beside a refused claim. */
  readonly onMoved: (entryId: string, moved: Moved) => void
  /** Called when a hold ended, so that the board goes on with the booking. */
  readonly onReleased: () => void
  /** Called when a call to the hub failed, so that the board connects again. */
  readonly onFailed: (fault: HubFault) => void
}

export type Claims = Pick<SendRights, 'standing' | 'hold' | 'claim'> & {
  isHeld(bookingId: string): boolean
  /** Lets entries whose claim failed be claimed again, because the hub has spoken since. */
  wakeResting(): void
}

export function createClaims({
  store,
  clock,
  ids,
  log,
  session,
  standing,
  onMoved,
  onReleased,
  onFailed,
}: ClaimsParts): Claims {
  const holds = new Map<string, number>()
  const hold = (bookingId: string) => {
    holds.set(bookingId, (holds.get(bookingId) ?? 0) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const left = (holds.get(bookingId) ?? 1) - 1
      if (left > 0) holds.set(bookingId, left)
      else holds.delete(bookingId)
      onReleased()
    }
  }

  const ask = async (on: HubSession, entry: Entry, rev: number): Promise<RightAnswer> => {
    const attempt = ids.next()
    const resend = entry.state === 'in-doubt'
    store.write((tx) => noteAsked(tx, entry.id, attempt))
    const acknowledged = store.read((view) => acceptedDuplicates(view, entry.id))
    const answer = await on.claim(entry.id, rev, attempt, { acknowledged, resend })
    // A person who released the entry despite a duplicate accepted each booking alike.
    const accepts = entry.overriddenHolds.includes('possible-duplicate')
    if (answer.ok || answer.reason !== 'duplicate' || !accepts) return answer
    return on.claim(entry.id, rev, attempt, { acknowledged: [...acknowledged, ...(answer.duplicates ?? [])], resend })
  }

  /** Entries whose claim failed. Each claim needs a connection to the provider, so that none follows at once. */
  const resting = new Set<string>()
  const claim = async (entry: Entry): Promise<Claim> => {
    try {
      const known = store.read((view) => readRight(view, entry.id))
      if (known === null) return { kind: 'unoffered' }
      if (known.isAlone) return { kind: 'alone' }
      const on = session()
      if (on === null) return { kind: 'refused' }
      const answer = await ask(on, entry, known.rev)
      if (answer.ok) {
        log({ event: 'claim-granted', entryId: entry.id })
        return { kind: 'granted', right: readHubRight(answer.right) }
      }
      resting.add(entry.id)
      log({ event: 'claim-refused', entryId: entry.id, code: answer.reason })
      const { right } = answer
      const moved = store.write((tx) => {
        if (right !== undefined) return applyRight(tx, entry.id, readHubRight(right), { who: null, at: clock.now() })
        listBooking(tx, entry)
        return 'unknown'
      })
      onMoved(entry.id, moved)
      return { kind: answer.reason === 'duplicate' || answer.reason === 'reference' ? 'duplicate' : 'refused' }
    } catch (error) {
      if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
      resting.add(entry.id)
      log({ event: 'claim-refused', entryId: entry.id, code: 'unanswered' })
      onFailed(error instanceof HubError ? error.fault : 'failed')
      return { kind: 'refused' }
    }
  }

  return {
    standing: () => (session() === null ? WITHOUT_HUB : { ...standing(), resting: [...resting] }),
    hold,
    claim,
    isHeld: (bookingId) => holds.has(bookingId),
    wakeResting: () => resting.clear(),
  }
}
