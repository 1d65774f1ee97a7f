import { closeSync, fchmodSync, fdatasyncSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { errorCode } from '../../platform/log-events.ts'
import { StoreError } from '../errors.ts'
import { COMMIT_MARK, FORMAT, decodeRecords, PADDING, encodeRecord, type JournalContents } from './journal-format.ts'
import type { PersistedOutcome } from '../recovery/outcome-file.ts'
import { writeFileAtomic } from '../../platform/atomic-file.ts'

/*
 * The journal: an append-only file beside a store. Each write is in the journal on the disk before the store's commit.
 *
 *   record written, flushed --the store commits--> marked `+`
 *                           --the commit fails---> removed
 */

/**
 * A kill between `append` and `markCommitted` leaves the last record marked `-`, and nobody was told that its write
 * succeeded. The number of the last write in the store tells whether the store committed that write.
 */
export type Journal = {
  /** The number of the next record. */
  next(): number
  /**
   * Puts the rows of one write (the JSON of `RowChange`s with commas between them) on the disk. Throws a `StoreError`
   * if the disk refuses the record, or refuses to grow the file so that the reserved space stays free; the journal then
   * counts no new record.
   */
  append(rows: Buffer): void
  /** Marks the last record after the commit of its write. Never throws. */
  markCommitted(): void
  /**
   * Flushes the mark of the last record and grows the file for the next records, in a moment without writes; never
   * throws. A power cut before may lose the mark, and the next start holds the waiting bookings of that write then.
   */
  prepare(): void
  /**
   * Removes the last record, because its write failed. Returns false if the record may still be on the disk, so that
   * the next start would redo the write.
   */
  rollbackLast(): boolean
  /** Records an outcome that the store does not accept, in the reserved space. Throws as `append` does. */
  keepOutcome(outcome: PersistedOutcome): void
  /** Drops the records up to this number, which a verified backup contains. Throws if the disk refuses. */
  cut(upTo: number): void
  close(): void
}

/**
 * `PREALLOCATED_BYTES` is how much the file grows at once. `RESERVED_BYTES` of the allocated space stay free, so that
 * an outcome (3 KB for a pair) can be recorded even on a full disk.
 */
const PREALLOCATED_BYTES = 256 * 1024
const RESERVED_BYTES = 32 * 1024
/** The records of more than a hundred bookings, for which an idle desk grows the file, so that no booking does. */
const PREPARED_BYTES = 512 * 1024

/** Stands for a closed file. Every write to this descriptor fails. */
const CLOSED_FD = -1

/** The contents of a journal, or null if the file is missing. Throws a `StoreError` if the disk refuses. */
export function readJournal(file: string): JournalContents | null {
  try {
    return decodeRecords(readFileSync(file))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw fault(error)
  }
}

/** Creates or replaces a journal whose records begin after the number `after`. `lines` are copied unchanged. */
export function createJournal(file: string, after: number, version: number, lines: readonly Buffer[] = []): void {
  const begin = encodeRecord(JSON.stringify({ kind: 'begin', seq: after, version, format: FORMAT }))
  try {
    writeFileAtomic(file, Buffer.concat([begin, ...lines, Buffer.alloc(PREALLOCATED_BYTES, PADDING)]), 0o600)
  } catch (error) {
    throw fault(error)
  }
}

/** Opens a whole journal that was read before, and removes the records with a number above `upTo`. */
export function openJournal(file: string, version: number, read: JournalContents, upTo = read.last): Journal {
  const beyond = read.lines.find((line) => line.seq > upTo)
  let end = beyond?.at ?? read.end
  let last = Math.min(read.last, upTo)
  let begun = { at: end, length: 0 }
  /** The offset of each record, in order, so that `cut` need not read the dropped records. */
  let starts = read.lines.filter((line) => line.seq <= upTo).map(({ seq, at }) => ({ seq, at }))
  let { open, size } = openFile(file)

  const clear = (from: number, to: number) => writeAll(open, Buffer.alloc(to - from, PADDING), from)
  let closed = false
  /** Another file may get the number of a closed descriptor, so a closed descriptor is never written again. */
  const shut = () => {
    if (open !== CLOSED_FD) closeSync(open)
    open = CLOSED_FD
  }
  /**
   * Opens the closed file again if the file contains all records. Otherwise the file stays closed, so no record can be
   * written, and the next record or `cut` tries again.
   */
  const reopen = () => {
    const there = closed ? null : readJournal(file)
    if (there?.whole !== true || there.last !== last) return
    ;({ open, size } = openFile(file))
    end = there.end
    starts = there.lines.map(({ seq, at }) => ({ seq, at }))
    begun = { at: end, length: 0 }
  }
  let isMarkFlushed = true
  const createRoom = (length: number) => {
    if (end + length <= size) return
    const to = end + length + PREALLOCATED_BYTES
    clear(size, to)
    fdatasyncSync(open)
    isMarkFlushed = true
    size = to
  }
  const put = (spare: number, ...json: readonly (string | Buffer)[]) => {
    if (open === CLOSED_FD) reopen()
    const line = encodeRecord(...json)
    try {
      createRoom(line.length + spare)
      writeAll(open, line, end)
      fdatasyncSync(open)
    } catch (error) {
      attempt(() => clear(end, Math.min(end + line.length, size)))
      throw fault(error)
    }
    begun = { at: end, length: line.length }
    end += line.length
    last += 1
    starts.push({ seq: last, at: begun.at })
  }
  if (end < read.end) attempt(() => clear(end, read.end))

  return {
    next: () => last + 1,
    append: (rows) => put(RESERVED_BYTES, `{"kind":"rows","seq":${last + 1},"version":${version},"rows":[`, rows, ']}'),
    // Best effort: if writing the commit mark fails, the next record proves the commit of this record.
    markCommitted: () =>
      attempt(() => {
        writeAll(open, COMMIT_MARK, begun.at)
        isMarkFlushed = false
      }),
    prepare() {
      if (open === CLOSED_FD) return
      attempt(() => createRoom(PREPARED_BYTES))
      if (!isMarkFlushed) attempt(() => fdatasyncSync(open))
      isMarkFlushed = true
    },
    rollbackLast() {
      end = begun.at
      last -= 1
      starts.pop()
      // Flushed, because a power cut must not restore the record.
      return attempt(() => {
        clear(end, end + begun.length)
        fdatasyncSync(open)
      })
    },
    keepOutcome: (outcome) => put(1, JSON.stringify({ kind: 'outcome', seq: last + 1, version, outcome })),
    cut(upTo) {
      const [first] = starts
      // There is nothing to drop: every record after `begin` has a higher number.
      if (first === undefined || upTo <= first.seq) return
      if (open === CLOSED_FD) reopen()
      const from = starts.find(({ seq }) => seq > upTo)?.at ?? end
      const bytes = readPart(open, from, end)
      // Windows does not replace an open file.
      shut()
      try {
        createJournal(file, upTo, version, [bytes])
      } finally {
        // The disk can fail after the rename, so only the file on the disk tells which journal is in place.
        reopen()
      }
    },
    close() {
      closed = true
      if (!isMarkFlushed && open !== CLOSED_FD) attempt(() => fdatasyncSync(open))
      shut()
    },
  }
}

function openFile(file: string): { readonly open: number; readonly size: number } {
  try {
    const open = openSync(file, 'r+')
    fchmodSync(open, 0o600)
    return { open, size: fstatSync(open).size }
  } catch (error) {
    throw fault(error)
  }
}

function readPart(open: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from)
  for (let done = 0; done < bytes.length;) {
    const read = readSync(open, bytes, done, bytes.length - done, from + done)
    if (read === 0) throw new StoreError('journal-cut', 'the journal beside the store is shorter than it was')
    done += read
  }
  return bytes
}

function writeAll(open: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(open, bytes, done, bytes.length - done, at + done)
}

/** Runs `act`. Returns false instead of throwing. */
function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    // If the disk still refuses, the next record fails with an error.
    return false
  }
}

function fault(error: unknown): StoreError {
  return new StoreError(errorCode(error), 'the journal beside the store cannot be read or written')
}
