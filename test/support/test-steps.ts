import type { Migration } from '../../electron/store/database.ts'

/*
 * Schema steps that only tests know, for upgrades from each released version. `number` is the step's place: one more
 * than the number of earlier steps.
 */

/** Returns the name of a step: its place in four digits and a label. */
export function stepName(number: number, label: string): string {
  return `${String(number).padStart(4, '0')}-${label}`
}

/** Adds a column, fills it, and makes every row of a table anew, as a step does that changes a constraint. */
export function columnStep(number: number): Migration {
  return {
    name: stepName(number, 'test'),
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
}

/** Adds a table that nothing writes to. */
export function tableStep(number: number): Migration {
  return {
    name: stepName(number, 'test'),
    sql: `CREATE TABLE test_notes (id INTEGER PRIMARY KEY, booking_id TEXT NOT NULL REFERENCES bookings (id)) STRICT;
    INSERT INTO test_notes (booking_id) SELECT id FROM bookings;`,
  }
}
