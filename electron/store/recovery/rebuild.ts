import { copyFileSync, rmSync } from 'node:fs'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { inspectFile, passesIntegrityCheck, openDatabase, type Database, type Migration } from '../database.ts'
import { isUnreadableAtOpen, StoreError } from '../errors.ts'
import { listBackups, type Backup, type StoreFiles } from '../store-paths.ts'
import type { JournalRecord, JournalContents } from '../journal/journal-format.ts'
import type { WriteRecord } from './assess.ts'
import { applyPersistedOutcome, type PersistedOutcome } from './outcome-file.ts'
import { holdUnacknowledgedIn } from './unacknowledged-writes.ts'
import { markInterruptedInDoubt, markUnverifiedInDoubt } from '../tables/outbox.ts'
import { applyChanges, rawTx, captureChanges } from '../journal/change-capture.ts'
import { rebuildIndex } from '../queries/search-index.ts'
import { leaveBoard } from '../board/link.ts'
import { renewDeskId } from '../tables/settings.ts'
import { revokeGuarantee } from '../tables/guarantee-revocation.ts'
import type { Tx } from '../tx.ts'
import { writeCommitSeq } from '../journal/commit-seq.ts'

/*
 * Rebuilds a store in a new file: the newest sound backup, then the later records of the journal in order. Each claim
 * is in the journal before the first byte of its request, so a journal without a gap and without the claim proves that
 * an entry was never sent.
 */

export type RebuildResult = {
  readonly bookings: number
  readonly doubt: number
  readonly held: number
  readonly unreadable: number
  /** True if the journal reaches from the backup to the last write without a gap, so that the journal can continue. */
  readonly proven: boolean
  /** The number of the last write in the new file. */
  readonly written: number
  /**
   * The rows that the recovery itself changed, to put entries in doubt or to hold entries; no journal record has these
   * rows yet. Each row is the JSON of a `RowChange`.
   */
  readonly settled: Buffer | null
}

/**
 * Makes `file` from the backups and the journal; throws the disk's errors, and a `StoreError` with code `not-sound` for
 * a damaged result or `newer` if a newer version wrote every backup. `there` describes the damaged file (see
 * `describeLeft`): if that file is gone, the journal may be an older copy and does not prove that an entry was never
 * sent.
 */
export function rebuild(
  file: string,
  files: StoreFiles,
  journal: JournalContents | null,
  migrations: readonly Migration[],
  there: { readonly at: UtcInstant; readonly isLast: boolean; readonly written: number | null },
): RebuildResult {
  const copies = listBackups(files)
  const { base, unsound } = restoreNewestBackup(file, copies, migrations)
  const after = base?.seq ?? 0
  const lines = (journal?.lines ?? []).filter((line) => line.seq > after)
  const begins = journal?.lines[0]?.seq ?? 0
  // The name of a backup shows the number of its last write even if the backup is damaged.
  const known = Math.max(there.written ?? 0, ...copies.map((copy) => copy.seq))
  const proven = journal !== null && journal.whole && begins <= after && known <= journal.last
  // A journal that begins after the last write in the damaged file belongs to another file.
  const isLast = there.isLast && begins <= (there.written ?? begins)
  const last = Math.max(journal?.last ?? 0, known)
  const { unacknowledged, outcomes, strange } = replay(file, lines, migrations)

  const db = openAt(file, migrations, migrations.length)
  try {
    const broken = db
      .transaction(() => {
        renewDeskId(rawTx(db))
        // The recovered store speaks for the desk as another store, and publishes its bookings anew.
        leaveBoard(rawTx(db))
        for (const outcome of outcomes) applyPersistedOutcome(rawTx(db), outcome)
        return deleteOrphanRows(db)
      })
      .immediate()
    const rows = captureChanges(db)
    const counted = db
      .transaction(() => {
        const tx = rawTx(db)
        rebuildIndex(tx)
        markInDoubt(tx, proven && isLast, there.at)
        // A revocation may be among the lost writes, so only a test that runs after this recovery counts.
        if (!proven || !isLast) revokeGuarantee(tx, there.at)
        const held = unacknowledged === null ? 0 : holdUnacknowledgedIn(tx, unacknowledged, RECOVERED)
        const settled = rows.read()
        const written = last + (proven && settled === null ? 0 : 1)
        writeCommitSeq(tx, written)
        const { bookings, doubt } = tx
          .sql(`SELECT count(*) AS bookings, count(*) FILTER (WHERE state = 'in-doubt') AS doubt FROM outbox`)
          .get() as { bookings: number; doubt: number }
        return { bookings, doubt, held, settled, written }
      })
      .immediate()
    if (!passesIntegrityCheck(db)) throw new StoreError('not-sound', 'what was made from the copies is not sound')
    const missing = proven ? 0 : Math.max(1, journal?.unreadable ?? 0)
    return { ...counted, unreadable: unsound + strange + broken + missing, proven }
  } finally {
    db.close()
  }
}

/**
 * Copies to `file` the newest sound backup that `migrations` can bring to the latest schema; without such a backup,
 * `file` does not exist afterwards. Throws `newer` if a newer version of the app wrote all backups.
 */
function restoreNewestBackup(
  file: string,
  copies: readonly Backup[],
  migrations: readonly Migration[],
): { readonly base: Backup | null; readonly unsound: number } {
  let newer = 0
  for (const [unsound, copy] of copies.entries()) {
    copyFileSync(copy.file, file)
    const kind = inspect(file, migrations)
    // The check migrated the file to the latest schema, so the backup is copied again: the later records need their own
    // schema.
    if (kind === 'sound') copyFileSync(copy.file, file)
    if (kind === 'sound') return { base: copy, unsound }
    if (kind === 'newer') newer += 1
    rmSync(file)
  }
  if (newer > 0 && newer === copies.length) throw new StoreError('newer', 'every copy was written by a newer version')
  return { base: null, unsound: copies.length }
}

function inspect(file: string, migrations: readonly Migration[]): 'sound' | 'newer' | 'broken' {
  try {
    const inspected = inspectFile(file, migrations, passesIntegrityCheck)
    if (inspected.kind !== 'read' || !inspected.found) return 'broken'
    const opened = openDatabase(file, migrations)
    if (opened.kind === 'newer') return 'newer'
    if (opened.kind !== 'open') return 'broken'
    opened.db.close()
    return 'sound'
  } catch (error) {
    if (isUnreadableAtOpen(error)) return 'broken'
    throw error
  }
}

/**
 * Applies the rows of each record at the schema that the record was written for; `openAt` migrates the file in between.
 * `unacknowledged` is the last record if it is a write without the commit mark, and `strange` counts the changes that
 * name an unknown table or column; `outcomes` are left to the caller, because today's code writes the latest schema.
 */
function replay(
  file: string,
  lines: readonly JournalRecord[],
  migrations: readonly Migration[],
): {
  readonly unacknowledged: WriteRecord | null
  readonly outcomes: readonly PersistedOutcome[]
  readonly strange: number
} {
  let strange = 0
  let unacknowledged: WriteRecord | null = null
  let rest = lines
  for (let line = rest[0]; line !== undefined; line = rest[0]) {
    const { version } = line
    const end = rest.findIndex((other) => other.version !== version)
    const group = end < 0 ? rest : rest.slice(0, end)
    rest = rest.slice(group.length)
    const db = openAt(file, migrations, version)
    try {
      db.transaction(() => {
        for (const one of group) {
          if (one.kind !== 'rows') continue
          if (one === lines.at(-1) && !one.committed) unacknowledged = one
          strange += applyChanges(db, one.rows)
        }
      }).immediate()
    } finally {
      db.close()
    }
  }
  const outcomes = lines.flatMap((line) => (line.kind === 'outcome' ? [line.outcome] : []))
  return { unacknowledged, outcomes, strange }
}

/**
 * Opens a file and migrates it to the schema `version`, or keeps the later schema that the file has. References between
 * rows are checked only at the end of the rebuild.
 */
function openAt(file: string, migrations: readonly Migration[], version: number): Database {
  const opened = openDatabase(file, migrations.slice(0, version))
  const reopened = opened.kind === 'newer' ? openDatabase(file, migrations.slice(0, opened.found)) : opened
  if (reopened.kind !== 'open') throw new StoreError(reopened.kind, 'a copy was written by another version')
  reopened.db.pragma('foreign_keys = OFF')
  return reopened.db
}

/**
 * Puts entries in doubt: with `proven` only those in `sending`, otherwise all that may have been sent since the backup.
 * Without a complete latest journal nothing proves that an entry was not sent, and the desk would send an entry that
 * stays `waiting`.
 */
function markInDoubt(tx: Tx, proven: boolean, at: UtcInstant): void {
  if (proven) markInterruptedInDoubt(tx, RECOVERED, at)
  else markUnverifiedInDoubt(tx, at)
}

const RECOVERED = { recovered: true } as const

/**
 * Deletes rows that lost their parent row, and bookings that lost their moves or their outbox entry, because half a
 * booking can be neither shown nor sent. Returns how many rows were deleted.
 */
function deleteOrphanRows(db: Database): number {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all()
  let dropped = 0
  for (let halves = halvesOf(db); halves.length > 0; halves = halvesOf(db)) {
    if (dropped === 0) for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`)
    for (const { table, rowid } of halves) db.prepare(`DELETE FROM "${table}" WHERE rowid = +?`).run(rowid)
    dropped += halves.length
  }
  if (dropped > 0) for (const { sql } of triggers) db.exec(sql)
  return dropped
}

type Half = { readonly table: string; readonly rowid: number }

function halvesOf(db: Database): readonly Half[] {
  const orphans = db.pragma('foreign_key_check') as readonly Half[]
  const rest = ['bookings', 'outbox'].flatMap((table) => {
    const id = table === 'bookings' ? 'id' : 'booking_id'
    return db
      .prepare<[], Half>(
        `SELECT '${table}' AS "table", rowid FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM moves WHERE booking_id = t.${id})
           OR NOT EXISTS (SELECT 1 FROM outbox WHERE booking_id = t.${id})`,
      )
      .all()
  })
  return [...orphans, ...rest]
}
