import { ok, fail, type Result } from '../../shared/result.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { createEmitter } from '../platform/emitter.ts'
import { checkIntegrity, type IntegrityReport } from './maintenance/integrity-check.ts'
import { createBackup } from './maintenance/backups.ts'
import { checkpointLog } from './maintenance/checkpoint.ts'
import { failureFor } from './errors.ts'
import { commitNoop, withoutFlush } from './database.ts'
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
import { listForBoard } from './board/link.ts'
import type { Tx, View } from './tx.ts'
import { writeCommitSeq } from './journal/commit-seq.ts'

/*
 * The desk's store. An open store gives a `Tx` only in `write`, so each changed row is in the journal on the disk
 * before the commit, except the search index, which is rebuilt, and the number of the write, which each record has as
 * `seq`.
 */

export type Store = {
  /**
   * Runs `work`, which must not return a promise, in one durable transaction. An exception rolls everything back,
   * except a `StoreError` with the code `unacknowledged`, after which the write may be on the disk.
   */
  write<T>(work: (tx: Tx) => T): T
  read<T>(work: (view: View) => T): T
  /**
   * Records an outcome in the journal after `write` failed to write the outcome; space for the record is reserved even
   * on a full disk, and the next opening applies the outcome. Throws if the disk refuses the record too.
   */
  keepOutcome(outcome: PersistedOutcome): void
  /**
   * Calls `listener` after each commit that touched bookings, with their ids; `hasNews` is false if the provider was
   * asked about them and told nothing new. Returns the function that unsubscribes.
   */
  onChange(listener: (bookingIds: readonly string[], hasNews: boolean) => void): () => void
  /**
   * Calls `listener` with each error that an `onChange` listener throws. The caller of `write` does not get such an
   * error, because the commit stands; returns the function that unsubscribes.
   */
  onFault(listener: (error: unknown) => void): () => void
}

/** A store with the operations that only the code that opened the store may call. */
export type OpenedStore = Store & {
  /**
   * Calls `listener` when SQLite finds the file damaged during a read or write. Returns the function that
   * unsubscribes.
   */
  onDamage(listener: () => void): () => void
  /** The state in which the store was opened, see `OpenResult`. */
  readonly found: { readonly crashed: boolean; readonly copyDue: boolean }
  /** Checks the whole file in the background. Rejects if the check cannot run. */
  check(how: { readonly quick: boolean }): Promise<IntegrityReport>
  /**
   * Makes a verified backup, and drops the journal records up to the previous backup. Resolves to null if nothing was
   * written since the last backup; rejects as `createBackup` does.
   */
  copy(at: UtcInstant): Promise<Backup | null>
  /** Prepares the journal for the next writes, in a moment without writes, see `Journal.prepare`. */
  prepare(): void
  /**
   * Runs `work` in one transaction whose commit is not flushed: after a power cut the same work can be due again.
   * Throws, and rolls back, if `work` changed a row that belongs in a journal record.
   */
  writeIndex<T>(work: (tx: Tx) => T): T
  /** Flushes the commits of `writeIndex`, in a moment without writes, because the next booking would flush them. */
  flushIndex(): void
  /** Checkpoints a log that has grown, in a moment without writes. Returns true if pages were copied into the file. */
  checkpoint(): boolean
  /** The newest verified backup; null for no backup. */
  lastCopy(): Backup | null
  close(): void
}

/**
 * Opens or creates the store `name` in a folder. Fails with `not-allowed` while a desk uses the store, with `not-saved`
 * if a newer version or a pre-release wrote its files, and with `damaged` if its files are damaged; a failure leaves
 * the files unchanged, unless the damage shows only after `assess`.
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
    if (opened.kind === 'open') return ok(createStore(files, migrations, opened, lock.release))
    lock.release()
    switch (opened.kind) {
      case 'newer':
        return fail('not-saved', 'newer-version', { found: opened.found, known: opened.known })
      case 'pre-release':
        return fail('not-saved', 'pre-release')
      case 'damaged':
        return failureFor(opened.damage)
      default:
        return opened satisfies never
    }
  } catch (error) {
    lock.release()
    // `createStore` may read a damaged page that opening did not need.
    if (isDamageError(error)) return failureFor(createDamage(files, 'unreadable', true))
    throw error
  }
}

function createStore(
  files: StoreFiles,
  migrations: readonly Migration[],
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
  const change = createEmitter<[bookingIds: readonly string[], hasNews: boolean]>(fault.emit)
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
  /** Appends the journal record of a write. Returns false for a write without changed rows, which needs no record. */
  const note = (tx: Tx): boolean => {
    const rows = written.read()
    if (rows === null) return false
    writeCommitSeq(tx, journal.next())
    written.clear()
    journal.append(rows)
    return true
  }

  let isIndexFlushed = true
  const transaction = db.transaction((work: () => unknown) => work())

  const store: OpenedStore = {
    read: (work) => watchful(() => work(view)),
    write(work) {
      // A nested write would call the listeners before the outer commit is on the disk.
      if (db.inTransaction) throw new Error('a write within a write')
      const [touched, news] = [new Set<string>(), new Set<string>()]
      const touch = (bookingId: string, hasNews = true) => {
        touched.add(bookingId)
        if (hasNews) news.add(bookingId)
      }
      const tx = { sql, touch } as Tx
      let noted = false
      let result: ReturnType<typeof work>
      try {
        result = watchful(
          () =>
            transaction.immediate(() => {
              const answer = work(tx)
              listForBoard(tx, news)
              noted = note(tx)
              return answer
            }) as typeof result,
        )
      } catch (error) {
        if (noted) {
          const takenBack = journal.rollbackLast()
          if (isWriteError(error)) undoFailedWrite(db)
          if (!takenBack) throw mayBeCommitted()
        }
        throw error
      }
      if (noted) journal.markCommitted()
      if (touched.size > 0) change.emit([...touched], news.size > 0)
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
      const copy = await createBackup(files, migrations, at)
      // The records since the previous backup stay, so that the previous backup can be brought up to date if the new
      // backup is damaged.
      if (before !== null) journal.cut(before.seq)
      return copy
    },
    prepare: journal.prepare,
    writeIndex(work) {
      isIndexFlushed = false
      return withoutFlush(db, () => {
        const tx = { sql, touch: () => {} } as unknown as Tx
        return watchful(
          () =>
            transaction.immediate(() => {
              const answer = work(tx)
              if (written.read() !== null) throw new Error('a write of the search indexes changed another row')
              return answer
            }) as ReturnType<typeof work>,
        )
      })
    },
    flushIndex() {
      if (isIndexFlushed) return
      commitNoop(db)
      isIndexFlushed = true
    },
    checkpoint() {
      const isCopied = watchful(() => checkpointLog(view))
      // The first commit after a checkpoint also flushes the head of the log, for which no booking should wait.
      if (isCopied) withoutFlush(db, () => commitNoop(db))
      return isCopied
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

/**
 * Makes sure that a failed write is not on the disk. Throws a `StoreError` with the code `unacknowledged` if that
 * fails.
 */
function undoFailedWrite(db: Database): void {
  try {
    commitNoop(db)
  } catch {
    throw mayBeCommitted()
  }
}

function mayBeCommitted(): StoreError {
  return new StoreError('unacknowledged', 'what was written when the disk failed may be there')
}
