import { ok, fail, type Result } from '../../shared/result.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { createEmitter } from '../platform/emitter.ts'
import { checkIntegrity, type IntegrityReport } from './maintenance/integrity-check.ts'
import { createBackup } from './maintenance/backups.ts'
import { failedBy } from './errors.ts'
import { commitNoop } from './database.ts'
import { acquireLock } from './lock.ts'
import { isDamageError, isWriteError, StoreError } from './errors.ts'
import type { Database, Migration, Statement } from './database.ts'
import { listBackups, storePaths, type Backup, type StoreFiles } from './store-paths.ts'
import { DESK_MIGRATIONS } from './migrations.ts'
import { createDamage, openVerified, type OpenResult } from './recovery/open-verified.ts'
import { applyPersistedOutcome, type PersistedOutcome } from './recovery/outcome-file.ts'
import { redoJournal } from './journal/redo.ts'
import { captureChanges } from './journal/change-capture.ts'
import { holdUnacknowledgedIn } from './recovery/unacknowledged-writes.ts'
import type { Tx, View } from './tx.ts'
import { writeCommitSeq } from './journal/commit-seq.ts'

/*
 * The desk's store. Writes take a `Tx`, which only `write` gives, so that what belongs together cannot be written apart,
 * and so that no write gets past the journal: every row that it wrote is on the disk there before the commit is asked for.
 * After the commit the store says which bookings changed.
 */

export type Store = {
  /** Runs `work` in one durable transaction; a throw rolls all of it back. Never hands out a promise. */
  write<T>(work: (tx: Tx) => T): T
  read<T>(work: (view: View) => T): T
  /**
   * Notes an outcome that `write` could not write, where even a full disk has room for it; it is written when the store
   * is opened next. Throws when the disk refuses that too.
   */
  keepOutcome(outcome: PersistedOutcome): void
  /** Calls back after each commit that touched bookings, with their ids. The answer undoes that. */
  onChange(listener: (bookingIds: readonly string[]) => void): () => void
  /** Calls back with what a listener threw, which must not reach the writer: the commit stands. The answer undoes that. */
  onFault(listener: (error: unknown) => void): () => void
}

/** A store with what only its owner may do. */
export type OpenedStore = Store & {
  /** Calls back when SQLite finds the file broken while it reads or writes. The answer undoes that. */
  onDamage(listener: () => void): () => void
  /** How the store was found: see `OpenedFiles`. */
  readonly found: { readonly crashed: boolean; readonly copyDue: boolean }
  /** Looks through the whole file beside all other work. Rejects when that cannot be done. */
  check(how: { readonly quick: boolean }): Promise<IntegrityReport>
  /** Makes a verified copy and cuts the journal short. Null when nothing was written since the last. Rejects as `copyStore`. */
  copy(at: UtcInstant): Promise<Backup | null>
  /** The newest verified copy. */
  lastCopy(): Backup | null
  close(): void
}

/**
 * Opens the store `name` in a folder. Fails when another desk works on it (`not-allowed`), when a newer
 * version or a pre-release of the app wrote it (`not-saved`), or when it is damaged (`damaged`, with what was found); in all cases nothing
 * is touched.
 */
export function openStore(
  folder: string,
  name: string,
  migrations: readonly Migration[] = DESK_MIGRATIONS,
): Result<OpenedStore> {
  const files = storePaths(folder, name)
  const lock = acquireLock(files.lock)
  if (lock === null) {
    return fail('not-allowed', 'already-open')
  }
  try {
    const opened = openVerified(files, migrations)
    if (opened.kind === 'open') return ok(createStore(files, opened, lock.release))
    lock.release()
    switch (opened.kind) {
      case 'newer':
        return fail('not-saved', 'newer-version', { found: opened.found, known: opened.known })
      case 'pre-release':
        return fail('not-saved', 'pre-release')
      case 'damaged':
        return failedBy(opened.damage)
      default:
        return opened satisfies never
    }
  } catch (error) {
    lock.release()
    // What the file was opened for may come upon a broken page that opening it did not need.
    if (isDamageError(error)) return failedBy(createDamage(files, 'unreadable', true))
    throw error
  }
}

function createStore(
  files: StoreFiles,
  { db, journal, undone, unacknowledged, outcomes, crashed, copyDue }: Extract<OpenResult, { kind: 'open' }>,
  release: () => void,
): OpenedStore {
  const prepared = new Map<string, Statement>()
  const sql = (text: string) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const made: Statement = db.prepare(text)
    prepared.set(text, made)
    return made
  }
  const fault = createEmitter<[error: unknown]>()
  const change = createEmitter<[bookingIds: readonly string[]]>(fault.emit)
  const damage = createEmitter<[]>()
  const watchful = <T>(act: () => T): T => {
    try {
      return act()
    } catch (error) {
      if (isDamageError(error)) damage.emit()
      throw error
    }
  }
  const view: View = { sql }
  const written = captureChanges(db)
  /** True when the write has a line in the journal; one that changed no row needs none. */
  const note = (tx: Tx): boolean => {
    const rows = written.take()
    if (rows.length === 0) return false
    writeCommitSeq(tx, journal.next())
    written.take()
    journal.append(rows)
    return true
  }

  const store: OpenedStore = {
    read: (work) => watchful(() => work(view)),
    write(work) {
      // Its listeners would be told before the outer commit is on disk.
      if (db.inTransaction) throw new Error('a write within a write')
      const touched = new Set<string>()
      const tx = { sql, touch: (bookingId: string) => void touched.add(bookingId) } as Tx
      let noted = false
      const transaction = db.transaction(() => {
        const answer = work(tx)
        noted = note(tx)
        return answer
      })
      let result: ReturnType<typeof work>
      try {
        result = watchful(() => transaction.immediate())
      } catch (error) {
        if (noted) {
          const takenBack = journal.rollbackLast()
          if (isWriteError(error)) makeDurable(db)
          if (!takenBack) throw mayBeCommitted()
        }
        throw error
      }
      if (noted) journal.markCommitted()
      if (touched.size > 0) change.emit([...touched])
      return result
    },
    keepOutcome: journal.keepOutcome,
    onChange: change.on,
    onFault: fault.on,
    onDamage: damage.on,
    found: { crashed, copyDue },
    check: ({ quick }) => checkIntegrity(files.db, { quick }),
    async copy(at) {
      const before = listBackups(files)[0] ?? null
      if (before !== null && before.seq === journal.next() - 1) return null
      const copy = await createBackup(files, at)
      // The copy before it could still be brought up to date, should this one be damaged too.
      if (before !== null) journal.cut(before.seq)
      return copy
    },
    lastCopy: () => listBackups(files)[0] ?? null,
    close() {
      db.close()
      journal.close()
      release()
    },
  }
  try {
    if (undone.length > 0) store.write((tx) => redoJournal(db, tx, undone))
    if (unacknowledged !== null) store.write((tx) => holdUnacknowledgedIn(tx, unacknowledged))
    if (outcomes.length > 0) store.write((tx) => outcomes.forEach((outcome) => applyPersistedOutcome(tx, outcome)))
  } catch (error) {
    store.close()
    throw error
  }
  return store
}

/** That a write which failed is not there. Throws a `StoreFault` with the code `unacknowledged` where that cannot be made so. */
function makeDurable(db: Database): void {
  try {
    commitNoop(db)
  } catch {
    throw mayBeCommitted()
  }
}

function mayBeCommitted(): StoreError {
  return new StoreError('unacknowledged', 'what was written when the disk failed may be there')
}
