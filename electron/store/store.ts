import { join } from 'node:path'
import { done, failed, type Result } from '../../shared/failure.ts'
import { holdLock, openDatabase, type Database, type Migration, type Statement } from './database.ts'
import { DESK_MIGRATIONS } from './migrations.ts'

/*
 * The desk's store. Writes take a `Tx`, which only `write` gives, so that what belongs together cannot be written apart.
 * One commit is one fsync; after it the store says which bookings changed.
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
  /** Calls back after each commit that touched bookings, with their ids. */
  onChange(heard: (bookingIds: readonly string[]) => void): void
  /** Calls back with what a listener threw: it must not reach the writer, whose commit stands. */
  onFault(heard: (error: unknown) => void): void
  close(): void
}

/**
 * Opens the store `name` in a folder. Fails with words when another desk works on it (`not-allowed`) or when a newer
 * version of the app wrote it (`not-saved`); in both cases nothing is touched.
 */
export function openStore(
  folder: string,
  name: string,
  migrations: readonly Migration[] = DESK_MIGRATIONS,
): Result<Store> {
  const lock = holdLock(join(folder, `${name}.lock`))
  if (lock === null) {
    return failed('not-allowed', 'Lanekeeper is already open on these bookings. Use the window that is open.')
  }
  let db: Database
  try {
    const opened = openDatabase(join(folder, `${name}.db`), migrations)
    if (opened.kind === 'newer') {
      lock.release()
      return failed(
        'not-saved',
        `The bookings on this PC were saved by a newer Lanekeeper (version ${opened.found} of their format, this one reads up to ${opened.known}). ` +
          'Nothing was changed. Install the newer version again.',
      )
    }
    db = opened.db
  } catch (error) {
    lock.release()
    throw error
  }
  return done(makeStore(db, lock.release))
}

function makeStore(db: Database, release: () => void): Store {
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
  const tell = (bookingIds: readonly string[]) => {
    for (const heard of listeners) {
      try {
        heard(bookingIds)
      } catch (error) {
        for (const fault of faultListeners) fault(error)
      }
    }
  }
  const view: View = { sql }

  return {
    read: (work) => work(view),
    write(work) {
      // Its listeners would be told before the outer commit is on disk.
      if (db.inTransaction) throw new Error('a write within a write')
      const touched = new Set<string>()
      const tx = { sql, touch: (bookingId: string) => void touched.add(bookingId) } as Tx
      const result = db.transaction(() => work(tx)).immediate()
      if (touched.size > 0) tell([...touched])
      return result
    },
    onChange: (heard) => void listeners.push(heard),
    onFault: (heard) => void faultListeners.push(heard),
    close() {
      db.close()
      release()
    },
  }
}
