import type { Damage } from '../../../shared/desk/damage.ts'
import type { JournalRecord, JournalContents } from '../journal/journal-format.ts'
import type { PersistedOutcome } from './outcome-file.ts'

/*
 * Decides from the facts about the files of a store what an opening does. Pure: `open-verified.ts` reads the files
 * before and applies the decision after.
 */

/** A rows record of the journal: one write. */
export type WriteRecord = Extract<JournalRecord, { kind: 'rows' }>

export type BackupFacts = {
  /** The number of the last write in the backup. */
  readonly seq: number
  readonly isPreRelease: boolean
}

export type DatabaseFacts =
  /** The file is missing or empty. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'pre-release' }
  /** `version` is the number of the schema. `written` is the number of the last write, see `readCommitSeq`. */
  | { readonly kind: 'read'; readonly version: number; readonly written: number | null }

export type OpenDecision =
  | { readonly kind: 'pre-release' }
  | { readonly kind: 'newer'; readonly found: number; readonly known: number }
  | { readonly kind: 'damaged'; readonly damage: Damage['kind'] }
  | {
      readonly kind: 'open'
      /** The number of the last write in the store, 0 for a new store. */
      readonly written: number
      /**
       * True if the desk continues the journal. Otherwise the journal is put aside, and a new journal begins after
       * `written`.
       */
      readonly continuesJournal: boolean
      /**
       * The store is ahead of its journal, so the newest booking is held unless a record of the journal or the newest
       * backup contains the booking.
       */
      readonly holdsNewest: boolean
      /** The last writes of the journal that the store lacks, oldest first; see redo.ts. */
      readonly undone: readonly WriteRecord[]
      /**
       * The last write of the journal, if the store has that write and its record lacks the commit mark; see
       * unacknowledged-writes.ts.
       */
      readonly unacknowledged: WriteRecord | null
      /** Outcomes that the store did not accept, oldest first. */
      readonly outcomes: readonly PersistedOutcome[]
      /** A new journal begins for a store that already exists, so a backup must be made soon. */
      readonly copyDue: boolean
    }

/**
 * Decides what an opening does; unless the decision is `open`, no byte of the files may change. `backups` starts with
 * the newest, and `known` is the schema number of this app.
 */
export function assess(
  journal: JournalContents | null,
  backups: readonly BackupFacts[],
  db: DatabaseFacts,
  known: number,
): OpenDecision {
  if (db.kind === 'pre-release' || journal?.isPreRelease === true || backups.some((backup) => backup.isPreRelease)) {
    return { kind: 'pre-release' }
  }
  if (db.kind === 'unreadable') return damaged('unreadable')
  // `createJournal` replaces the file atomically, so a killed first opening leaves no broken journal: a journal that is
  // not whole proves that a store existed here.
  const wasWritten = (journal !== null && (journal.last > 0 || !journal.whole)) || backups.length > 0
  const version = db.kind === 'none' ? 0 : db.version
  if (version > known) return { kind: 'newer', found: version, known }
  if (version === 0 && wasWritten) return damaged('missing')

  const written = (db.kind === 'read' ? db.written : null) ?? 0
  const beyond = (journal?.lines ?? []).filter((line) => line.seq > written)
  const undone = pendingOf(beyond)
  if (beyond.some((line) => line.kind === 'rows' && !undone.includes(line))) return damaged('behind')
  if ((backups[0]?.seq ?? 0) > written) return damaged('behind')
  // Records of an older schema can have other columns. Only a recovery replays such records, each at its own schema.
  if (undone.some((line) => line.version !== known)) return damaged('behind')

  const last = journal?.last ?? 0
  const continuesJournal = journal !== null && journal.whole && last >= written
  return {
    kind: 'open',
    written,
    continuesJournal,
    holdsNewest: !continuesJournal && journal !== null && written > last,
    undone,
    unacknowledged: continuesJournal ? unacknowledgedIn(journal.lines, written) : null,
    outcomes: outcomesIn(journal?.lines ?? []),
    copyDue: !continuesJournal && version > 0,
  }
}

function damaged(damage: Damage['kind']): OpenDecision {
  return { kind: 'damaged', damage }
}

/**
 * The last writes that the store lacks and whose records have no commit mark: usually one, and one more for each time
 * that the process ended during a redo.
 */
function pendingOf(beyond: readonly JournalRecord[]): readonly WriteRecord[] {
  const pending: WriteRecord[] = []
  for (const line of beyond.toReversed()) {
    if (line.kind !== 'rows' || line.committed) break
    pending.unshift(line)
  }
  return pending
}

function unacknowledgedIn(lines: readonly JournalRecord[], written: number): WriteRecord | null {
  const last = lines.at(-1)
  return last?.kind === 'rows' && !last.committed && last.seq <= written ? last : null
}

/**
 * Outcomes without a later change of the same outbox entry, because such a change makes an outcome obsolete. Writes of
 * other bookings do not count.
 */
function outcomesIn(lines: readonly JournalRecord[]): readonly PersistedOutcome[] {
  return lines.flatMap((line, at) => {
    if (line.kind !== 'outcome') return []
    const { bookingId } = line.outcome
    const isPast = lines
      .slice(at + 1)
      .some(
        (later) =>
          later.kind === 'rows' &&
          later.rows.some(
            (change) => change.table === 'outbox' && 'row' in change && change.row['booking_id'] === bookingId,
          ),
      )
    return isPast ? [] : [line.outcome]
  })
}
