import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { assertNever } from '../../../shared/result.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Entry } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'

/*
 * The send rights as this store knows them (electron/hub/README.md). The hub moves a right, and this store copies the
 * moves: the revision only rises, so an older copy never replaces a newer one.
 */

export type RightState = 'waiting' | 'claimed' | 'doubt' | 'done'

export type SendRight = {
  /** The role of the desk that may send the entry. */
  readonly owner: string
  readonly state: RightState
  /** In the store of another desk negative while a hub that lost events has not named the right. */
  readonly rev: number
  /** The epoch of the hub in which the entry was first offered. */
  readonly epoch: number
  /** By the clock of the hub. */
  readonly claimedAt: UtcInstant | null
  /** The owner consents to a takeover, so that the hub grants no claim. */
  readonly handedOver: boolean
  /** The desk from which the owner took the entry over. */
  readonly takenFrom: string | null
  /** The attempt of the last claim; null for an entry that waits, and for a claim that names no attempt. */
  readonly attempt: string | null
}

export type KnownRight = Omit<SendRight, 'attempt'> & {
  /** The attempt of the last claim that this store asked for; null for none. */
  readonly asked: string | null
  /** The epoch in which this desk offered the entry the last time; null for never. */
  readonly offeredEpoch: number | null
  /** The revision that the last line of this desk named. */
  readonly saidRev: number | null
  /** A person at this desk decided to send the entry without the hub, which has not answered since. */
  readonly isAlone: boolean
}

/** The right of an entry; null for an entry that was never offered. */
export function readRight(view: View, entryId: string): KnownRight | null {
  const row = view
    .sql(
      `SELECT owner, state, rev, epoch, claimed_at AS claimedAt, handed_over AS handedOver, taken_from AS takenFrom,
         offered_epoch AS offeredEpoch, said_rev AS saidRev, alone AS isAlone, asked
       FROM board_rights WHERE entry_id = +?`,
    )
    .get(entryId) as
    (Omit<KnownRight, 'handedOver' | 'isAlone'> & { readonly handedOver: number; readonly isAlone: number }) | undefined
  return row === undefined ? null : { ...row, handedOver: row.handedOver === 1, isAlone: row.isAlone === 1 }
}

/** Copies a right of the hub, unless this store knows a later revision. */
export function copyRight(tx: Tx, entryId: string, right: SendRight): void {
  tx.sql(
    `INSERT INTO board_rights (entry_id, owner, state, rev, epoch, claimed_at, handed_over, taken_from)
     VALUES (@entryId, @owner, @state, @rev, @epoch, @claimedAt, @handedOver, @takenFrom)
     ON CONFLICT (entry_id) DO UPDATE SET owner = excluded.owner, state = excluded.state, rev = excluded.rev,
       epoch = excluded.epoch, claimed_at = excluded.claimed_at, handed_over = excluded.handed_over,
       taken_from = excluded.taken_from, alone = 0 WHERE excluded.rev >= board_rights.rev`,
  ).run({ entryId, ...right, handedOver: right.handedOver ? 1 : 0 })
}

/** Notes a claim before the hub is asked, so that this store knows its own claims. */
export function noteAsked(tx: Tx, entryId: string, attempt: string): void {
  tx.sql('UPDATE board_rights SET asked = ? WHERE entry_id = +?').run(attempt, entryId)
}

/** Notes that a line of this desk names the right, before the line leaves. Until then the entry was not offered. */
export function noteOffer(
  tx: Tx,
  entryId: string,
  {
    owner,
    state,
    rev,
    epoch,
    hubEpoch,
  }: Pick<SendRight, 'owner' | 'state' | 'rev' | 'epoch'> & { readonly hubEpoch: number },
): void {
  tx.sql(
    `INSERT INTO board_rights (entry_id, owner, state, rev, epoch, offered_epoch, said_rev)
     VALUES (@entryId, @owner, @state, @rev, @epoch, @hubEpoch, @rev)
     ON CONFLICT (entry_id) DO UPDATE SET offered_epoch = excluded.offered_epoch, said_rev = excluded.said_rev`,
  ).run({ entryId, owner, state, rev, epoch, hubEpoch })
}

/**
 * Takes the revisions of replicas for those of a hub before, because a hub that lost events may count them anew: each
 * is negative until this hub names the right.
 */
export function forgetRevisions(tx: Tx): void {
  tx.sql(
    'UPDATE board_rights SET rev = -rev WHERE rev > 0 AND entry_id IN (SELECT id FROM outbox WHERE desk IS NOT NULL)',
  ).run()
}

/** The state of the right of an entry in this state, and how a settled entry ended. */
export function rightStateOf(state: EntryState): { readonly state: RightState; readonly outcome?: EntryState } {
  switch (state) {
    case 'waiting':
    case 'held':
    case 'refused':
      return { state: 'waiting' }
    case 'sending':
      return { state: 'claimed' }
    case 'in-doubt':
    case 'booked-awaiting-number':
      return { state: 'doubt' }
    case 'booked':
    case 'withdrawn':
    case 'placed-by-phone':
      return { state: 'done', outcome: state }
    default:
      return assertNever(state)
  }
}

/** The standing of the board that decides which entries may leave now. */
export type BoardStanding = {
  /** The hub answers and grants claims. */
  readonly live: boolean
  /** Entries that were offered in an earlier epoch are frozen. */
  readonly sinceEpoch: number
  /** Entries whose claim the hub refused or did not answer, until its next word. */
  readonly resting?: readonly string[]
}

/** A desk without a board, or without its hub: an entry that was offered waits, and every other entry leaves. */
export const WITHOUT_HUB: BoardStanding = { live: false, sinceEpoch: 0 }

/** The bookings with changes that the hub has not acknowledged. */
const UNSAID_SQL = `EXISTS (SELECT 1 FROM board_due u WHERE u.booking_id = o.booking_id)
  OR EXISTS (SELECT 1 FROM board_queue u WHERE u.booking_id = o.booking_id)`

/**
 * The condition that the board lets entry `o` of this desk leave, with the parameters of `standingParameters`: an
 * entry that was offered needs a right that waits and a hub that knows all about the entry, or a person's decision to
 * send without the hub. While the hub answers, a new entry is offered before the entry leaves.
 */
export const MAY_LEAVE_SQL = mayLeaveSql('waiting')

/** As `MAY_LEAVE_SQL`, for the resend of an entry in doubt. */
const MAY_BE_RESENT_SQL = mayLeaveSql('doubt')

function mayLeaveSql(state: RightState): string {
  return `CASE (SELECT count(*) FROM board_rights r WHERE r.entry_id = o.id)
    WHEN 0 THEN NOT (@live AND EXISTS (SELECT 1 FROM board_due u WHERE u.booking_id = o.booking_id))
    ELSE EXISTS (SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.alone)
      OR @live AND o.id NOT IN (SELECT value FROM json_each(@resting)) AND NOT (${UNSAID_SQL}) AND EXISTS (
      SELECT 1 FROM board_rights r WHERE r.entry_id = o.id AND r.state = '${state}' AND NOT r.handed_over
        AND r.epoch >= @sinceEpoch AND r.owner = (SELECT role FROM board_link WHERE id = 1))
    END`
}

/** How many waiting entries of this desk were offered in an epoch before this one. */
export function countOlderEpochs(view: View, epoch: number): number {
  return view
    .sql(
      `SELECT count(*) FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       WHERE r.state <> 'done' AND r.epoch < +? AND o.desk IS NULL AND o.state = 'waiting'`,
    )
    .pluck()
    .get(epoch) as number
}

/** The parameters of `MAY_LEAVE_SQL`. */
export function standingParameters({ live, sinceEpoch, resting = [] }: BoardStanding): {
  readonly live: number
  readonly sinceEpoch: number
  readonly resting: string
} {
  return { live: live ? 1 : 0, sinceEpoch, resting: JSON.stringify(resting) }
}

/** True while the board lets an entry in doubt be resent. */
export function mayBeResent(view: View, entryId: string, standing: BoardStanding): boolean {
  return (
    view
      .sql(`SELECT 1 FROM outbox o WHERE o.id = +@entryId AND ${MAY_BE_RESENT_SQL}`)
      .get({ entryId, ...standingParameters(standing) }) !== undefined
  )
}

/** True if the state of this desk's entry and its right at the hub differ, so that the hub has to be told. */
export function differs(entry: Pick<Entry, 'state'>, right: KnownRight): boolean {
  return rightStateOf(entry.state).state !== right.state && right.saidRev !== right.rev
}
