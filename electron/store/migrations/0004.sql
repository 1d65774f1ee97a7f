-- The earlier numbers of a move that the provider replaced by a new move. The desk follows the newest number, and the
-- earlier numbers stay for search, history and support.
CREATE TABLE former_numbers (
  move_id TEXT NOT NULL REFERENCES moves (id),
  number INTEGER NOT NULL,
  -- When the desk began to follow the next number.
  replaced_at TEXT NOT NULL,
  PRIMARY KEY (move_id, number)
) STRICT;

CREATE INDEX former_numbers_number ON former_numbers (number);

CREATE TRIGGER former_numbers_are_kept BEFORE DELETE ON former_numbers
BEGIN SELECT RAISE(ABORT, 'former numbers are append-only'); END;

CREATE TRIGGER former_numbers_are_final BEFORE UPDATE ON former_numbers
BEGIN SELECT RAISE(ABORT, 'former numbers are append-only'); END;

-- Why the move with the told or reported new number is not this move: JSON of a `Mismatch`, or null.
ALTER TABLE moves ADD COLUMN replacement_mismatch TEXT;

CREATE INDEX moves_rescheduled ON moves (booking_id) WHERE lower(cancel_status) = 'rescheduled';
