import type { ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import {
  transitionAmendment,
  nextDueAmendment,
  amendmentById,
  type DueAmendment,
  type PendingAmendment,
} from '../../../electron/store/tables/amendments.ts'
import type { Store } from '../../../electron/store/store.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { changeSchema, type Change, type Amendment } from '../../../shared/outbox/amendment.ts'
import { START } from '../fakes/system.ts'
import type { AmendmentEvent } from '../../../shared/outbox/amendment-machine.ts'
import type { AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import { amendmentCodeOf } from '../outcome-codes.ts'

/** The name of the person who asks. */
export const WHO = 'Dana R.'

/** A remote that supports cancellation and change requests. */
export const HOPDRIVE: ProviderIdentity = { address: 'https://provider.example', profile: 'hopdrive' }

export const change = (parts: object): Change => changeSchema.parse(parts)

/** The amendment that would leave next. */
export function dueAmendment(store: Store, now = START, remote = HOPDRIVE): DueAmendment | null {
  return store.read((view) => nextDueAmendment(view, remote, now, addMinutes(now, 10)))
}

export function amendmentOf(store: Store, id: string | undefined): PendingAmendment {
  const amendment = store.read((view) => amendmentById(view, id ?? ''))
  if (amendment === null) throw new Error('no amendment')
  return amendment
}

/** The newest amendment of a booking's move. */
export function newestAmendment(booking: BookedMoves, place = 0): Amendment {
  const amendment = booking.moves[place]?.amendments[0]
  if (amendment === undefined) throw new Error('no amendment')
  return amendment
}

const CLAIMED: AmendmentEvent = { kind: 'amendment-claimed' }
const classified = (to: 'submitted' | 'completed' | 'refused'): AmendmentEvent => ({
  kind: 'amendment-classified',
  to,
  code: amendmentCodeOf(to),
  resent: false,
  notBefore: null,
})

/** The events that bring a waiting amendment into each state. */
const EVENTS: Readonly<Record<AmendmentState, readonly AmendmentEvent[]>> = {
  waiting: [],
  sending: [CLAIMED],
  submitted: [CLAIMED, classified('submitted')],
  completed: [CLAIMED, classified('completed')],
  refused: [CLAIMED, classified('refused')],
  withdrawn: [{ kind: 'amendment-withdrawn' }],
}

/** Sets an amendment back to waiting by SQL and brings the amendment into a state. */
export function bringAmendmentTo(store: Store, id: string, state: AmendmentState, at = START): void {
  store.write((tx) => {
    tx.sql(`UPDATE amendments SET state = 'waiting', code = NULL, revision = revision + 1 WHERE id = ?`).run(id)
    let amendment = amendmentById(tx, id)
    for (const event of EVENTS[state])
      amendment = amendment === null ? null : transitionAmendment(tx, amendment, event, at)
  })
}
