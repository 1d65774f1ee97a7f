import { createHash } from 'node:crypto'
import type { PersistedOutcome } from '../recovery/outcome-file.ts'

/*
 * The format of the journal: one line for each record (a `JournalEntry`), then preallocated padding to the end of the
 * file:
 *
 *   <mark><16 hex digits of SHA-256 over the JSON> <JSON>\n ... .....
 */

export type Cell = string | number | null

/** A row after a write, or the key of a deleted row. */
export type RowChange =
  | { readonly table: string; readonly row: Readonly<Record<string, Cell>> }
  | { readonly table: string; readonly gone: Readonly<Record<string, Cell>> }

/**
 * `seq` counts the records of one store without a gap; a `begin` record has the number of the last record before this
 * journal, or 0. `version` is the number of the schema.
 */
export type JournalEntry = { readonly seq: number; readonly version: number } & (
  | {
      readonly kind: 'begin'
      /** Pre-releases wrote no format. */
      readonly format?: typeof FORMAT
    }
  | { readonly kind: 'rows'; readonly rows: readonly RowChange[] }
  /** The outcome of a sent booking, recorded while the store could not be written. */
  | { readonly kind: 'outcome'; readonly outcome: PersistedOutcome }
)

export type JournalRecord = JournalEntry & {
  /** True if the record has the commit mark, which only a `rows` record gets. */
  readonly committed: boolean
  /** Offset and length of the record in the file, in bytes. */
  readonly at: number
  readonly length: number
}

export type JournalContents = {
  /** The readable records, in order. */
  readonly lines: readonly JournalRecord[]
  /** How many pieces of the file are not a record, or are a record out of order. */
  readonly unreadable: number
  /**
   * True if no record can be missing: the journal starts with its `begin` record, counts without a gap, and ends in
   * padding. Only such a journal proves that something was not written.
   */
  readonly whole: boolean
  /** The number of the last record, or 0. */
  readonly last: number
  /** The offset of the next record, in bytes. */
  readonly end: number
  /** A pre-release of Lanekeeper made the journal, so its rows have other tables and columns. */
  readonly isPreRelease: boolean
}

/**
 * The byte of the preallocated space, which no record begins or ends with. Zeros would not do: a disk that lost records
 * leaves zeros, and such a journal must not prove that nothing was written.
 */
export const PADDING = '.'

/** The number of the journal's format, which the `begin` record names. */
export const FORMAT = 1

const ROOM_BYTE = PADDING.charCodeAt(0)

const PENDING_MARK = '-'.charCodeAt(0)
/**
 * Overwrites the first byte of a record when its commit is on the disk. A later record also proves that commit, because
 * the record of a failed commit is removed before the next record is written, and a start redoes a missing commit
 * first.
 */
export const COMMIT_MARK = Buffer.from('+')
const NEWLINE = 10
const DIGEST_LENGTH = 16
/** The bytes around the JSON, with blanks instead of the digest. */
const HEAD = Buffer.from(`-${' '.repeat(DIGEST_LENGTH + 1)}`)
const END = Buffer.from('\n')

/** Returns the bytes of a record without the commit mark. `json` has the parts of the text of a `JournalEntry`. */
export function encodeRecord(...json: readonly (string | Buffer)[]): Buffer {
  const parts = json.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const record = Buffer.concat([HEAD, ...parts, END])
  record.write(`${digest(record.subarray(HEAD.length, -END.length))} `, 1)
  return record
}

/** Reads all bytes of a journal file. Counts unreadable pieces instead of throwing. */
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
  const json = bytes.subarray(HEAD.length)
  if (bytes.subarray(1, HEAD.length).toString() !== `${digest(json)} `) return null
  try {
    return { ...(JSON.parse(json.toString()) as JournalEntry), committed: flag === COMMIT_MARK[0], at, length }
  } catch {
    return null
  }
}

function digest(json: Buffer): string {
  return createHash('sha256').update(json).digest('hex').slice(0, DIGEST_LENGTH)
}
