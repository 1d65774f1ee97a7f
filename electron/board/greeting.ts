import type { Log } from '../platform/log-events.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'
import { followHub, readLink } from '../store/board/link.ts'
import { hasGoneToOffer, offerOfGone } from '../store/board/replica-lines.ts'
import { knowsRoster, writeRoster } from '../store/board/roster.ts'
import type { Store } from '../store/store.ts'
import { markUnverifiedInDoubt } from '../store/tables/outbox.ts'
import type { HubGreeting, RosterDesk } from './hub-session.ts'

/* What a desk keeps of the answer to its hello. */

/** The hub keeps a booking for so long after its end, so that older bookings are not published. */
export const KEPT_MINUTES = 45 * 24 * 60

/**
 * Follows the hub that greeted. A hub that has more lines of this store than the store ever made was told by a later
 * state of the store: the store is an old copy, and what has not left may have left since.
 */
export function takeGreeting(
  { store, log, now }: { readonly store: Store; readonly log: Log; readonly now: UtcInstant },
  greeting: HubGreeting,
): void {
  const isOldCopy = store.write((tx) => {
    const isOld = greeting.lastN > (readLink(tx)?.lastN ?? greeting.lastN)
    if (isOld) markUnverifiedInDoubt(tx, now)
    // A clock of this PC that is ahead would leave out bookings that the hub has to know.
    const heard = greeting.roster.find(({ role }) => role === readLink(tx)?.role)?.heardAt ?? now
    followHub(tx, greeting, addMinutes(heard < now ? heard : now, -KEPT_MINUTES))
    writeRoster(tx, greeting.roster)
    offerOfGone(tx, greeting.roster)
    return isOld
  })
  if (isOldCopy) log({ event: 'board-store-old' })
}

/** Keeps the names of the desks for the screens. Returns true if the roster changed. */
export function keepRoster(store: Store, roster: readonly RosterDesk[]): boolean {
  const [isKnown, hasOffers] = store.read((view) => [knowsRoster(view, roster), hasGoneToOffer(view, roster)])
  if (isKnown && !hasOffers) return false
  store.write((tx) => {
    writeRoster(tx, roster)
    offerOfGone(tx, roster)
  })
  return true
}
