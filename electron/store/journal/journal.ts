import {
  closeSync,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { errorCode } from '../../platform/clock.ts'
import { StoreError } from '../errors.ts'
import { COMMIT_MARK, FORMAT, decodeRecords, PADDING, encodeRecord, type JournalContents } from './journal-format.ts'
import type { PersistedOutcome } from '../recovery/outcome-file.ts'
import { writeFileAtomic } from '../../platform/atomic-file.ts'

/*
 * The second copy: an append-only file beside a store, with every write of it, on the disk before the store's own commit.
 *
 *   line written, flushed --the store commits--> flagged `+`
 *                         --the commit fails---> taken out again
 *
 * A kill between the two leaves one last line flagged `-`, which nobody was told of: the store's own count of its writes
 * tells whether it was committed. Room for outcomes is kept free at the end of the file, so that a full disk cannot keep
 * the desk from noting that a booking was made.
 */

export type Journal = {
  /** The number that the next line gets. */
  next(): number
  /**
   * Puts the rows of one write (JSON of `RowChange`, one a text) on the disk. Throws a `StoreFault` when the disk refuses,
   * and when the room kept for outcomes would be used up; then the journal is as it was.
   */
  append(rows: readonly string[]): void
  /** The write of the last line is committed. */
  markCommitted(): void
  /** The write of the last line came to nothing. False where the disk keeps the line: the next start would write it. */
  rollbackLast(): boolean
  /** Notes an outcome that the store does not take, in the room that is kept for it. Throws as `append` does. */
  keepOutcome(outcome: PersistedOutcome): void
  /** Leaves out the lines up to this number: a verified copy of the store has them. */
  cut(upTo: number): void
  close(): void
}

/** In bytes: allocated at once, and always left at the end for outcomes, of which one of a pair takes about 3 KB. */
const PREALLOCATED_BYTES = 128 * 1024
const UNCOMMITTED_MARK = 32 * 1024

/** No write to it succeeds. */
const CLOSED_FD = -1

/** What stands in a journal; null when there is none. */
export function readJournal(file: string): JournalContents | null {
  try {
    return decodeRecords(readFileSync(file))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw fault(error)
  }
}

/** Makes a journal, or another in the place of one, that begins after a number. `lines` are taken over as they are. */
export function createJournal(file: string, after: number, version: number, lines: readonly Buffer[] = []): void {
  const begin = encodeRecord(JSON.stringify({ kind: 'begin', seq: after, version, format: FORMAT }))
  try {
    writeFileAtomic(file, Buffer.concat([begin, ...lines, Buffer.alloc(PREALLOCATED_BYTES, PADDING)]), 0o600)
  } catch (error) {
    throw fault(error)
  }
}

/** Opens a whole journal that was read. Its last line is taken out when it goes beyond the number given. */
export function openJournal(file: string, version: number, read: JournalContents, upTo = read.last): Journal {
  const beyond = read.lines.find((line) => line.seq > upTo)
  let end = beyond?.at ?? read.end
  let last = Math.min(read.last, upTo)
  let begun = { at: end, length: 0 }
  /** Where each line begins, the first of them first: what is cut off need not be read. */
  let starts = read.lines.filter((line) => line.seq <= upTo).map(({ seq, at }) => ({ seq, at }))
  let { open, size } = openFile(file)

  const clear = (from: number, to: number) => writeAll(open, Buffer.alloc(to - from, PADDING), from)
  let closed = false
  /** The number of a closed file may be another file's next: it is never written to again. */
  const shut = () => {
    if (open !== CLOSED_FD) closeSync(open)
    open = CLOSED_FD
  }
  /**
   * Goes on with the file that stands there, if all that was written is in it. While it cannot be read, no line is written
   * to it; the next one looks again.
   */
  const reopen = () => {
    const there = closed ? null : readJournal(file)
    if (there?.whole !== true || there.last !== last) return
    ;({ open, size } = openFile(file))
    end = there.end
    starts = there.lines.map(({ seq, at }) => ({ seq, at }))
    begun = { at: end, length: 0 }
  }
  const createRoom = (length: number) => {
    if (end + length <= size) return
    const to = end + length + PREALLOCATED_BYTES
    clear(size, to)
    fdatasyncSync(open)
    size = to
  }
  const put = (json: string, spare: number) => {
    if (open === CLOSED_FD) reopen()
    const line = encodeRecord(json)
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
    append: (rows) =>
      put(`{"kind":"rows","seq":${last + 1},"version":${version},"rows":[${rows.join(',')}]}`, UNCOMMITTED_MARK),
    // Without the flag the line is less sure of itself; the next one speaks for it too.
    markCommitted: () =>
      attempt(() => {
        writeAll(open, COMMIT_MARK, begun.at)
        // Beside all other work: after a power cut, a booking without it is held, because it may have been called not saved.
        fdatasync(open, () => {})
      }),
    rollbackLast() {
      end = begun.at
      last -= 1
      starts.pop()
      // On the disk too: a power cut must not bring it back.
      return attempt(() => {
        clear(end, end + begun.length)
        fdatasyncSync(open)
      })
    },
    keepOutcome: (outcome) => put(JSON.stringify({ kind: 'outcome', seq: last + 1, version, outcome }), 1),
    cut(upTo) {
      const [first] = starts
      // What it does not reach back to is not in it.
      if (first === undefined || upTo <= first.seq) return
      if (open === CLOSED_FD) reopen()
      const from = starts.find(({ seq }) => seq > upTo)?.at ?? end
      const bytes = readPart(open, from, end)
      // Windows does not replace a file that is open.
      shut()
      try {
        createJournal(file, upTo, version, [bytes])
      } finally {
        // The disk can fail after the new one stands in its place: only the file itself says which of the two it is.
        reopen()
      }
    },
    close() {
      closed = true
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

/** For what only makes the journal more exact: a reader takes the less sure reading where it is missing. True when done. */
function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    // The next line is refused in words, if the disk stays as it is.
    return false
  }
}

function fault(error: unknown): StoreError {
  return new StoreError(errorCode(error), 'the journal beside the store cannot be read or written')
}
