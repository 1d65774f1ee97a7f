import Database from 'better-sqlite3'

/*
 * Many moves for the real window, written into the file of a closed desk: each booking is a copy of its first one-way
 * with other identifying values. All are booked and delivered, so that nothing is sent or fetched.
 */

type Words = Readonly<Record<string, string>>

const AT = "'2026-01-05T12:00:00Z'"

/** Adds `count` one-ways; the newest has the highest number in its name, reference and move. */
export function addMoves(file: string, count: number): void {
  const db = new Database(file)
  try {
    const copy = (table: string, words: Words) => {
      const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
      db.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @count)
         INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${columns.map((name) => words[name] ?? `t.${name}`).join(', ')}
         FROM n, (SELECT * FROM ${table} ORDER BY rowid LIMIT 1) t ORDER BY n.i`,
      ).run({ count })
    }
    db.transaction(() => {
      copy('bookings', {
        id: "'many-' || n.i",
        customer_name: "'Nora Quill ' || n.i",
        reference: "'RO ' || (100000 + n.i)",
      })
      copy('moves', {
        id: "'many-move-' || n.i",
        booking_id: "'many-' || n.i",
        reference: "'MANY-' || n.i",
        number: '500000 + n.i',
        provider_read_at: AT,
        polled_at: AT,
        delivery_successful: AT,
      })
      copy('outbox', {
        seq: 't.seq + n.i',
        id: "'many-entry-' || n.i",
        booking_id: "'many-' || n.i",
        state: "'booked'",
        code: "'booked'",
        unresolved: '0',
      })
      copy('move_search', {
        seq: 't.seq + n.i',
        move_id: "'many-move-' || n.i",
        booking_id: "'many-' || n.i",
        doc: "(500000 + n.i) || ' | ro ' || (100000 + n.i) || ' | nora quill ' || n.i",
      })
      db.prepare('INSERT INTO move_search_fts (rowid, doc) SELECT seq, doc FROM move_search WHERE move_id LIKE ?').run(
        'many-move-%',
      )
      // As in a store of an earlier version: the index of short words has no line yet.
      db.exec(`INSERT INTO move_search_two (move_search_two) VALUES ('delete-all')`)
      db.exec('UPDATE search_two_mark SET first_seq = (SELECT max(seq) + 1 FROM move_search)')
    })()
  } finally {
    db.close()
  }
}
