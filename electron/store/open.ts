import { existsSync, statSync } from 'node:fs'
import { examine, isUnreadable, openDatabase, type Database, type Migration } from './database.ts'
import { copiesOf, setAside, type StoreFiles } from './files.ts'
import { makeJournal, openJournal, readJournal, type Journal } from './journal.ts'
import type { JournalLine } from './journal-lines.ts'
import type { Outcome } from './outcome.ts'
import { holdUntold } from './untold.ts'
import { readWritten } from './written.ts'
import type { Damage } from '../../shared/recovery.ts'

/*
 * Opens the files of a store, and holds them against each other before a byte is written: the store's own count of its
 * writes, the journal's lines, and the copies.
 */

type RowsLine = Extract<JournalLine, { kind: 'rows' }>

export type OpenedFiles =
  | {
      readonly kind: 'open'
      readonly db: Database
      readonly journal: Journal
      /** The last writes of the journal, where the store does not have them, the oldest first; see redo.ts. */
      readonly undone: readonly RowsLine[]
      /** The last write, where the store has it and nobody noted that its commit was told of; see untold.ts. */
      readonly untold: RowsLine | null
      /** Outcomes that the store did not take, the oldest first. */
      readonly outcomes: readonly Outcome[]
      /** The app did not end by itself the last time, so that the file wants a thorough look. */
      readonly crashed: boolean
      /** The journal does not reach back to a copy: one must be made soon. */
      readonly copyDue: boolean
    }
  | { readonly kind: 'newer'; readonly found: number; readonly known: number }
  | { readonly kind: 'damaged'; readonly damage: Damage }

/** Throws when the disk refuses. Whatever is damaged is left as it is. */
export function openFiles(files: StoreFiles, migrations: readonly Migration[]): OpenedFiles {
  const read = readJournal(files.journal)
  const copies = copiesOf(files)
  const damaged = (kind: Damage['kind']): OpenedFiles => ({
    kind: 'damaged',
    damage: damageOf(files, kind, (read?.lines.length ?? 0) > 0),
  })
  // A journal that cannot be read was one: it is put there whole.
  const wasWritten = (read !== null && (read.last > 0 || !read.whole)) || copies.length > 0
  const isThere = existsSync(files.db) && statSync(files.db).size > 0
  if (!isThere && wasWritten) return damaged('missing')
  const crashed = existsSync(`${files.db}-wal`)
  try {
    const { version, found } = isThere ? examine(files.db, readWritten) : { version: 0, found: null }
    if (version > migrations.length) return { kind: 'newer', found: version, known: migrations.length }
    if (version === 0 && wasWritten) return damaged('missing')
    // A store from before there were journals holds what no journal has: it is never at its beginning.
    const written = found ?? (version === 0 || read?.last === 0 ? 0 : 1)
    const beyond = (read?.lines ?? []).filter((line) => line.seq > written)
    const pending = pendingOf(beyond)
    if (beyond.some((line) => line.kind === 'rows' && !pending.includes(line))) return damaged('behind')
    if ((copies[0]?.seq ?? 0) > written) return damaged('behind')
    // An older version wrote them, with other columns: they are brought back to its schema, step by step.
    if (pending.some((line) => line.version !== migrations.length)) return damaged('behind')
    const opened = openDatabase(files.db, migrations)
    if (opened.kind === 'newer') return opened
    try {
      const last = read?.last ?? 0
      const goesOn = read !== null && read.whole && last >= written
      if (!goesOn) {
        // The commit reached the disk, and the disk refused to say so.
        if (read !== null && written > read.last) holdUntold(opened.db, read.lines, copies[0] ?? null)
        setAside(files.journal, files)
        makeJournal(files.journal, written, migrations.length)
      }
      const whole = goesOn ? read : readJournal(files.journal)
      if (whole === null) throw new Error('the journal that was just made is not there')
      return {
        kind: 'open',
        db: opened.db,
        journal: openJournal(files.journal, migrations.length, whole, whole.last),
        undone: pending,
        untold: goesOn ? untoldIn(read.lines, written) : null,
        outcomes: outcomesIn(read?.lines ?? []),
        crashed,
        copyDue: !goesOn && version > 0,
      }
    } catch (error) {
      opened.db.close()
      throw error
    }
  } catch (error) {
    if (isUnreadable(error)) return damaged('unreadable')
    throw error
  }
}

/** `journal` says whether there is a journal with lines beside it. */
export function damageOf(files: StoreFiles, kind: Damage['kind'], journal: boolean): Damage {
  const store = files.name === 'practice-desk' ? 'practice-desk' : 'desk'
  return { store, kind, copiedAt: copiesOf(files)[0]?.at ?? null, journal }
}

/**
 * The last writes that were begun and, as the store itself shows, are not in it: one, or two where the process ended while
 * it did the first once more.
 */
function pendingOf(beyond: readonly JournalLine[]): readonly RowsLine[] {
  const pending: RowsLine[] = []
  for (const line of beyond.toReversed()) {
    if (line.kind !== 'rows' || line.committed) break
    pending.unshift(line)
  }
  return pending
}

function untoldIn(lines: readonly JournalLine[], written: number): RowsLine | null {
  const last = lines.at(-1)
  return last?.kind === 'rows' && !last.committed && last.seq <= written ? last : null
}

/**
 * Outcomes after which nothing was written of their booking; other bookings may have been. One that was written since, or
 * whose booking was sent once more, says nothing any more.
 */
function outcomesIn(lines: readonly JournalLine[]): readonly Outcome[] {
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
