import { createHash } from 'node:crypto'
import type { PersistedOutcome } from '../recovery/outcome-file.ts'

/*
 * The journal as bytes. One line a write, then room allocated in advance to the end of the file:
 *
 *   <flag><16 hex digits of SHA-256 over the JSON> <JSON>\n ... .....
 *
 * The room is not zeros: those are what a disk leaves of lines that it lost, and a journal that lost its end must not prove
 * that nothing was written after it.
 *
 * The flag alone is ever written over: `-` becomes `+` when the commit that the line speaks of is on the disk. Any other
 * line proves that the one before it was committed, because what was not is taken out.
 */

export type Cell = string | number | null

/** A row as it stands after a write, or the key of one that is gone. */
export type RowChange =
  | { readonly table: string; readonly row: Readonly<Record<string, Cell>> }
  | { readonly table: string; readonly gone: Readonly<Record<string, Cell>> }

/** `seq` counts the writes of one store without a gap; `version` is the number of its schema. */
export type JournalEntry = { readonly seq: number; readonly version: number } & (
  | {
      readonly kind: 'begin'
      /** Pre-releases wrote no format. */
      readonly format?: typeof FORMAT
    }
  | { readonly kind: 'rows'; readonly rows: readonly RowChange[] }
  /** What became of a booking that was sent, while the store could not be written. */
  | { readonly kind: 'outcome'; readonly outcome: PersistedOutcome }
)

export type JournalRecord = JournalEntry & {
  /** The commit is known to be on the disk. Said of rows alone. */
  readonly committed: boolean
  /** Where the line begins in the file, and its length, both in bytes. */
  readonly at: number
  readonly length: number
}

export type JournalContents = {
  /** The lines that could be read, in their order. */
  readonly lines: readonly JournalRecord[]
  /** Pieces that are no line, or stand out of order. */
  readonly unreadable: number
  /**
   * Nothing of it can be missing: it starts with its beginning, counts without a gap, and ends in nothing but room. Only then
   * does it prove what was not written.
   */
  readonly whole: boolean
  /** The number of the last line; 0 when there is none. */
  readonly last: number
  /** Where the next line goes, in bytes. */
  readonly end: number
  /** A pre-release of Lanekeeper made the journal: its rows have other tables and columns. */
  readonly isPreRelease: boolean
}

/** What room is filled with. Not a part of any line's beginning or end. */
export const PADDING = '.'

/** The number of the journal's own format, which its beginning names. */
export const FORMAT = 1

const ROOM_BYTE = PADDING.charCodeAt(0)

const PENDING_MARK = '-'.charCodeAt(0)
/** Written over a line's first byte when its commit is on the disk. */
export const COMMIT_MARK = Buffer.from('+')
const NEWLINE = 10
const MARK = 16

/** A line as it is first written. `json` is the text of a `JournalEntry`. */
export function encodeRecord(json: string): Buffer {
  return Buffer.from(`-${digest(json)} ${json}\n`)
}

export function decodeRecords(bytes: Buffer): JournalContents {
  const lines: JournalRecord[] = []
  let unreadable = 0
  let at = 0
  let end = 0
  for (let newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, at)) {
    const length = newline + 1 - at
    const line = decodeRecord(bytes.subarray(at, newline), at, length)
    const last = lines.at(-1)
    if (line === null || (last !== undefined && line.seq <= last.seq)) unreadable += 1
    else {
      lines.push(line)
      end = newline + 1
    }
    at = newline + 1
  }
  const rest = bytes.subarray(at)
  const first = lines[0]
  if (rest.some((byte) => byte !== ROOM_BYTE)) unreadable += 1
  const counts = lines.every((line, place) => line.seq === (first?.seq ?? 0) + place)
  return {
    lines,
    unreadable,
    whole: unreadable === 0 && first?.kind === 'begin' && counts && rest.length > 0,
    last: lines.at(-1)?.seq ?? 0,
    end,
    isPreRelease: first?.kind === 'begin' && first.format === undefined,
  }
}

function decodeRecord(bytes: Buffer, at: number, length: number): JournalRecord | null {
  const flag = bytes[0]
  if (flag !== PENDING_MARK && flag !== COMMIT_MARK[0]) return null
  const json = bytes.subarray(MARK + 2).toString()
  if (bytes.subarray(1, MARK + 2).toString() !== `${digest(json)} `) return null
  try {
    return { ...(JSON.parse(json) as JournalEntry), committed: flag === COMMIT_MARK[0], at, length }
  } catch {
    return null
  }
}

function digest(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, MARK)
}
