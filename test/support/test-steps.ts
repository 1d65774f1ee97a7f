import type { Migration } from '../../electron/store/database.ts'

/*
 * Schema steps after the first that only tests know: they prove upgrades while the product has one step. Today's code works
 * on a store at each of them.
 */

/** Adds a column, fills it, and makes every row of a table anew, as a step does that changes a constraint. */
export const SECOND_STEP: Migration = {
  name: '0002-test',
  sql: `ALTER TABLE bookings ADD COLUMN test_note TEXT;
    UPDATE bookings SET test_note = 'from before ' || saved_at;
    CREATE INDEX bookings_test_note ON bookings (test_note);
    CREATE TABLE drafts_new (
      id INTEGER PRIMARY KEY CHECK (id = 1), form TEXT NOT NULL, saved_at TEXT NOT NULL, test_note TEXT
    ) STRICT;
    INSERT INTO drafts_new (id, form, saved_at) SELECT id, form, saved_at FROM drafts;
    DROP TABLE drafts;
    ALTER TABLE drafts_new RENAME TO drafts;`,
}

/** Adds a table that nothing writes to. */
export const THIRD_STEP: Migration = {
  name: '0003-test',
  sql: `CREATE TABLE test_notes (id INTEGER PRIMARY KEY, booking_id TEXT NOT NULL REFERENCES bookings (id)) STRICT;
    INSERT INTO test_notes (booking_id) SELECT id FROM bookings;`,
}
