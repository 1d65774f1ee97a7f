import { done, failed, type Result } from '../../shared/failure.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { checkFile, type Problems } from './check.ts'
import { copyStore } from './copies.ts'
import { failedBy } from './damaged.ts'
import { commitNothing, holdLock, isDamage, isWriteFault, StoreFault } from './database.ts'
import type { Database, Migration, Statement } from './database.ts'
import { copiesOf, filesOf, type Copy, type StoreFiles } from './files.ts'
import { DESK_MIGRATIONS } from './migrations.ts'
import { damageOf, openFiles, type OpenedFiles } from './open.ts'
import { mergeOutcome, type Outcome } from './outcome.ts'
import { redo } from './redo.ts'
import { watchRows } from './rows.ts'
import { holdIn } from './untold.ts'
import { writeWritten } from './written.ts'

/*
 * The desk's store. Writes take a `Tx`, which only `write` gives, so that what belongs together cannot be written apart,
 * and so that no write gets past the journal: every row that it wrote is on the disk there before the commit is asked for.
 * After the commit the store says which bookings changed.
 */

/** What reads need. Statements are prepared once for each connection. */
export type View = { readonly sql: (text: string) => Statement }

declare const inTransaction: unique symbol

/** What writes need: a view inside `write`, and the list of bookings that the write touches. */
export type Tx = View & { readonly [inTransaction]: true; readonly touch: (bookingId: string) => void }

export type Store = {
  /** Runs `work` in one durable transaction; a throw rolls all of it back. Never hands out a promise. */
  write<T>(work: (tx: Tx) => T): T
  read<T>(work: (view: View) => T): T
  /**
   * Notes an outcome that `write` could not write, where even a full disk has room for it; it is written when the store
   * is opened next. Throws when the disk refuses that too.
   */
  keepOutcome(outcome: Outcome): void
  /** Calls back after each commit that touched bookings, with their ids. */
  onChange(heard: (bookingIds: readonly string[]) => void): void
  /** Calls back with what a listener threw: it must not reach the writer, whose commit stands. */
  onFault(heard: (error: unknown) => void): void
  /** Calls back when SQLite finds the file broken while it reads or writes. */
  onDamage(heard: () => void): void
  /** How the store was found: see `OpenedFiles`. */
  readonly found: { readonly crashed: boolean; readonly copyDue: boolean }
  /** Looks through the whole file beside all other work. Rejects when that cannot be done. */
  check(how: { readonly quick: boolean }): Promise<Problems>
  /** Makes a verified copy and cuts the journal short. Null when nothing was written since the last. Rejects as `copyStore`. */
  copy(at: UtcInstant): Promise<Copy | null>
  /** The newest verified copy. */
  lastCopy(): Copy | null
  close(): void
}

/**
 * Opens the store `name` in a folder. Fails with words when another desk works on it (`not-allowed`), when a newer
 * version of the app wrote it (`not-saved`), or when it is damaged (`damaged`, with what was found); in all cases nothing
 * is touched.
 */
export function openStore(
  folder: string,
  name: string,
  migrations: readonly Migration[] = DESK_MIGRATIONS,
): Result<Store> {
  const files = filesOf(folder, name)
  const lock = holdLock(files.lock)
  if (lock === null) {
    return failed('not-allowed', 'Lanekeeper is already open on these bookings. Use the window that is open.')
  }
  try {
    const opened = openFiles(files, migrations)
    if (opened.kind === 'open') return done(makeStore(files, opened, lock.release))
    lock.release()
    return opened.kind === 'newer' ? sayNewer(opened) : failedBy(opened.damage)
  } catch (error) {
    lock.release()
    // What the file was opened for may come upon a broken page that opening it did not need.
    if (isDamage(error)) return failedBy(damageOf(files, 'unreadable', true))
    throw error
  }
}

function sayNewer({ found, known }: { readonly found: number; readonly known: number }): Result<never> {
  return failed(
    'not-saved',
    `The bookings on this PC were saved by a newer Lanekeeper (version ${found} of their format, this one reads up to ${known}). ` +
      'Nothing was changed. Install the newer version again.',
  )
}

function makeStore(
  files: StoreFiles,
  { db, journal, undone, untold, outcomes, crashed, copyDue }: Extract<OpenedFiles, { kind: 'open' }>,
  release: () => void,
): Store {
  const prepared = new Map<string, Statement>()
  const sql = (text: string) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const made: Statement = db.prepare(text)
    prepared.set(text, made)
    return made
  }
  const listeners: ((bookingIds: readonly string[]) => void)[] = []
  const faultListeners: ((error: unknown) => void)[] = []
  const damageListeners: (() => void)[] = []
  const tell = (bookingIds: readonly string[]) => {
    for (const heard of listeners) {
      try {
        heard(bookingIds)
      } catch (error) {
        for (const fault of faultListeners) fault(error)
      }
    }
  }
  const watchful = <T>(act: () => T): T => {
    try {
      return act()
    } catch (error) {
      if (isDamage(error)) for (const heard of damageListeners) heard()
      throw error
    }
  }
  const view: View = { sql }
  const written = watchRows(db)
  /** True when the write has a line in the journal; one that changed no row needs none. */
  const note = (tx: Tx): boolean => {
    const rows = written.take()
    if (rows.length === 0) return false
    writeWritten(tx, journal.next())
    written.take()
    journal.append(rows)
    return true
  }

  const store: Store = {
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
          const takenBack = journal.takeBack()
          if (isWriteFault(error)) makeCertain(db)
          if (!takenBack) throw mayBeThere()
        }
        throw error
      }
      if (noted) journal.settle()
      if (touched.size > 0) tell([...touched])
      return result
    },
    keepOutcome: journal.keepOutcome,
    onChange: (heard) => void listeners.push(heard),
    onFault: (heard) => void faultListeners.push(heard),
    onDamage: (heard) => void damageListeners.push(heard),
    found: { crashed, copyDue },
    check: ({ quick }) => checkFile(files.db, { quick }),
    async copy(at) {
      const before = copiesOf(files)[0] ?? null
      if (before !== null && before.seq === journal.next() - 1) return null
      const copy = await copyStore(files, at)
      // The copy before it could still be brought up to date, should this one be damaged too.
      if (before !== null) journal.cut(before.seq)
      return copy
    },
    lastCopy: () => copiesOf(files)[0] ?? null,
    close() {
      db.close()
      journal.close()
      release()
    },
  }
  try {
    if (undone.length > 0) store.write((tx) => redo(db, tx, undone))
    if (untold !== null) store.write((tx) => holdIn(tx, untold))
    if (outcomes.length > 0) store.write((tx) => outcomes.forEach((outcome) => mergeOutcome(tx, outcome)))
  } catch (error) {
    store.close()
    throw error
  }
  return store
}

/** That a write which failed is not there. Throws a `StoreFault` with the code `untold` where that cannot be made so. */
function makeCertain(db: Database): void {
  try {
    commitNothing(db)
  } catch {
    throw mayBeThere()
  }
}

function mayBeThere(): StoreFault {
  return new StoreFault('untold', 'what was written when the disk failed may be there')
}
