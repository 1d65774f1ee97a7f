import { LINE_SEPARATOR } from '../../../shared/views/lookup.ts'
import type { Tx, View } from '../tx.ts'
import { readHits, type Hits } from './search-hits.ts'

/*
 * The full-text indexes of the search lines: `move_search_fts` for words of three or more characters, and
 * `move_search_two` for shorter words.
 *
 *   a write changes a line --> `search_due` --an idle slice--> both indexes
 *
 * A search ignores the index rows of a due line and reads the line itself, so the answer never depends on the slices.
 * The indexes, `search_due` and the mark are not in the journal: a slice commits them together, a redo lists the redone
 * lines as due, and a recovery calls `rebuildIndex`.
 */

/** The tables that belong to the indexes and that no journal record contains. */
export const INDEX_TABLES: readonly string[] = ['search_due', 'search_two_mark']

const INDEXED_SEPARATOR = LINE_SEPARATOR.trimStart()

/** Pages that one call of `mergeIndexes` writes at most. */
const MERGE_PAGES = 64

/** A search line with the id of its booking. */
export type SearchLine = {
  readonly seq: number
  readonly bookingId: string
  readonly doc: string
}

/** Lists a new or changed line for the indexes. */
export function listDue(tx: Tx, seq: number | bigint): void {
  tx.sql('INSERT OR IGNORE INTO search_due (seq) VALUES (?)').run(seq)
}

/**
 * The text of a line for `move_search_fts`. Every line has the three characters of the separator, and a merge writes
 * all hits of three characters in a single step, so the index has a shorter separator.
 */
function indexedSql(doc: string): string {
  return `replace(${doc}, '${LINE_SEPARATOR}', '${INDEXED_SEPARATOR}')`
}

/** Writes the index rows of at most `count` due lines. Returns how many lines were written. */
export function indexDueLines(tx: Tx, count: number): number {
  const first = firstInTwo(tx)
  // FTS5 writes a segment of its own whenever a row id is lower than the one before.
  const due = tx
    .sql('SELECT u.seq, d.doc FROM search_due u LEFT JOIN move_search d ON d.seq = u.seq ORDER BY u.seq LIMIT ?')
    .all(count) as { readonly seq: number; readonly doc: string | null }[]
  for (const { seq, doc } of due) {
    tx.sql('DELETE FROM move_search_fts WHERE rowid = +?').run(seq)
    tx.sql('DELETE FROM move_search_two WHERE rowid = +?').run(seq)
    if (doc !== null) tx.sql(`INSERT INTO move_search_fts (rowid, doc) VALUES (?, ${indexedSql('?')})`).run(seq, doc)
    if (doc !== null && seq >= first) insertGrams(tx, seq, doc)
    tx.sql('DELETE FROM search_due WHERE seq = +?').run(seq)
  }
  return due.length
}

/**
 * Adds the next `count` older lines to `move_search_two`, whose table was added to a store with lines. Returns how many
 * lines were added.
 */
export function fillTwo(tx: Tx, count: number): number {
  const older = tx
    .sql('SELECT seq, doc FROM move_search WHERE seq < +? ORDER BY seq DESC LIMIT ?')
    .all(firstInTwo(tx), count) as { readonly seq: number; readonly doc: string }[]
  for (const { seq, doc } of older.toReversed()) insertGrams(tx, seq, doc)
  const lowest = older.at(-1)
  if (lowest !== undefined) writeMark(tx, lowest.seq)
  return older.length
}

/** True if lines wait for a slice. Segments that wait for a merge do not count. */
export function hasIndexWork(view: View): boolean {
  const found = view
    .sql(
      `SELECT EXISTS (SELECT 1 FROM search_due) OR EXISTS (SELECT 1 FROM search_lines_due)
         OR EXISTS (SELECT 1 FROM move_search WHERE seq < (SELECT first_seq FROM search_two_mark))`,
    )
    .pluck()
    .get()
  return found === 1
}

/**
 * Merges some segments of one index, which the bookings since the last merge have added. Returns false if nothing was
 * left to merge in both indexes.
 */
export function mergeIndexes(tx: Tx): boolean {
  const changes = () => tx.sql('SELECT total_changes()').pluck().get() as number
  return ['move_search_fts', 'move_search_two'].some((table) => {
    const before = changes()
    tx.sql(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${MERGE_PAGES})`).run()
    // The statement itself counts as one change.
    return changes() - before > 1
  })
}

/**
 * Rebuilds `move_search_fts` from the lines, and empties `move_search_two` for maintenance to fill. The result depends
 * on the lines alone.
 */
export function rebuildIndex(tx: Tx): void {
  tx.sql(`INSERT INTO move_search_fts (move_search_fts) VALUES ('delete-all')`).run()
  tx.sql(`INSERT INTO move_search_fts (rowid, doc) SELECT seq, ${indexedSql('doc')} FROM move_search`).run()
  tx.sql(`INSERT INTO move_search_two (move_search_two) VALUES ('delete-all')`).run()
  writeMark(tx, (tx.sql('SELECT coalesce(max(seq), 0) FROM move_search').pluck().get() as number) + 1)
  tx.sql('DELETE FROM search_due').run()
}

/** The due lines, newest first. */
export function dueLines(view: View): readonly SearchLine[] {
  return view
    .sql(
      `SELECT d.seq, d.booking_id AS bookingId, d.doc
       FROM search_due u JOIN move_search d ON d.seq = u.seq ORDER BY u.seq DESC`,
    )
    .all() as SearchLine[]
}

/** The lines of a word with so few hits are read sooner than FTS5 finds the lines that have all words. */
const FEW_HITS = 2_000

/** The hits of words of three or more characters: of all of them, or of a rare word among them. */
export function hitsOfLong(view: View, words: readonly string[]): Hits {
  const hits = words.map((word) => readHits(view, 'move_search_fts', matchWords([word]), 0))
  const rarest = hits.reduce((one, other) => (one.count <= other.count ? one : other))
  if (hits.length === 1 || rarest.count <= FEW_HITS) return rarest
  return readHits(view, 'move_search_fts', matchWords(words), 0)
}

/** The hits of words of one or two characters; every line without such words. */
export function hitsOfShort(view: View, words: readonly string[]): Hits {
  if (words.length === 0) return readHits(view, 'move_search_two', '', Infinity)
  return readHits(view, 'move_search_two', words.map(gramToken).join(' AND '), firstInTwo(view) - 1)
}

/** The texts as a query of FTS5 that finds every line with all of them. */
export function matchAll(texts: readonly string[]): string {
  return texts.map(phraseOf).join(' AND ')
}

/**
 * As `matchAll`, for a text at the end of a value. The index rows of an earlier version have the separator of the line.
 */
export function matchEnd(text: string): string {
  return `${phraseOf(text + INDEXED_SEPARATOR.trim())} OR ${phraseOf(text + LINE_SEPARATOR.trimEnd())}`
}

function phraseOf(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** FTS5 reads the hits of each three characters of a word, and so many last characters tell long words apart. */
const MATCHED_CHARACTERS = 8

/** The words as a query that finds every line with all of them, and some lines with a word that ends alike. */
function matchWords(words: readonly string[]): string {
  return matchAll(words.map((word) => [...word].slice(-MATCHED_CHARACTERS).join('')))
}

/** Joins two lists that have the highest `seq` first into one such list, and reads no further than its reader. */
export function* newestFirst<Row extends { readonly seq: number }>(
  one: Iterable<Row>,
  other: Iterable<Row>,
): Iterable<Row> {
  const iterators = [one[Symbol.iterator](), other[Symbol.iterator]()] as const
  try {
    let [first, second] = [iterators[0].next(), iterators[1].next()]
    while (first.done !== true || second.done !== true) {
      if (second.done === true || (first.done !== true && first.value.seq > second.value.seq)) {
        if (first.done !== true) yield first.value
        first = iterators[0].next()
      } else {
        yield second.value
        second = iterators[1].next()
      }
    }
  } finally {
    // An unfinished statement would keep the store from writing.
    for (const iterator of iterators) iterator.return?.()
  }
}

function firstInTwo(view: View): number {
  return view.sql('SELECT first_seq FROM search_two_mark').pluck().get() as number
}

function writeMark(tx: Tx, seq: number): void {
  tx.sql('UPDATE search_two_mark SET first_seq = ?').run(seq)
}

function insertGrams(tx: Tx, seq: number, doc: string): void {
  tx.sql('INSERT INTO move_search_two (rowid, grams) VALUES (?, ?)').run(seq, gramsOf(doc))
}

/**
 * The distinct characters and pairs of characters of a line, as the words of `move_search_two`, without the blanks and
 * separators, which no searched word contains.
 */
function gramsOf(doc: string): string {
  const tokens = new Set<string>()
  let before = ''
  for (const character of doc) {
    if (LINE_SEPARATOR.includes(character)) {
      before = ''
      continue
    }
    const token = characterToken(character)
    tokens.add(token)
    if (before !== '') tokens.add(`${before}x${token}`)
    before = token
  }
  return [...tokens].join(' ')
}

/** A gram as letters and digits, because the tokenizer takes a word apart at punctuation. */
function gramToken(gram: string): string {
  return Array.from(gram, characterToken).join('x')
}

function characterToken(character: string): string {
  return character.codePointAt(0)?.toString(16) ?? ''
}
