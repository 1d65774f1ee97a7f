-- The facts that persons added to a booking after it had left. A row of the kind 'changed' marks a later change of the
-- booking, whose values take the place of the facts before.
CREATE TABLE added_facts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('repair-order', 'loaner', 'note', 'changed')),
  -- The values as JSON by `kind`; null for a change and for a booking that was forgotten.
  content TEXT,
  added_by TEXT,
  -- The change request that brings a loaner to the provider, or the code that says why the loaner stays on this desk.
  amendment_id TEXT,
  kept_because TEXT
) STRICT;

CREATE INDEX added_facts_booking ON added_facts (booking_id, seq);

CREATE TRIGGER added_facts_are_kept BEFORE DELETE ON added_facts
BEGIN SELECT RAISE(ABORT, 'added facts are append-only'); END;

-- Once the booking is forgotten, the trigger admits the one update that erases the personal columns of a fact.
CREATE TRIGGER added_facts_are_final BEFORE UPDATE ON added_facts
WHEN NOT (
  NEW.seq IS OLD.seq AND NEW.booking_id IS OLD.booking_id AND NEW.at IS OLD.at AND NEW.kind IS OLD.kind
  AND NEW.amendment_id IS OLD.amendment_id AND NEW.kept_because IS OLD.kept_because
  AND NEW.content IS NULL AND NEW.added_by IS NULL AND coalesce(OLD.content, OLD.added_by) IS NOT NULL
  AND (SELECT forgotten_at FROM bookings WHERE id = OLD.booking_id) IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'added facts are append-only'); END;
