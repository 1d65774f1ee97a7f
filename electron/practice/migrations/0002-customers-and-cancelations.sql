-- What a pair's booking said about its customer, to the letter: for the list of SMS and for the fetch of a pair.
CREATE TABLE pairs (
  request_id INTEGER PRIMARY KEY REFERENCES requests (id),
  appointment_time_utc TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_phone TEXT NOT NULL,
  customer_action TEXT NOT NULL CHECK (customer_action IN ('pickup', 'return'))
) STRICT;

ALTER TABLE moves ADD COLUMN role TEXT NOT NULL DEFAULT 'single' CHECK (role IN ('single', 'loaner', 'customer'));
UPDATE moves SET role = CASE
    WHEN id = (SELECT min(m.id) FROM moves m WHERE m.request_id = moves.request_id) THEN 'loaner' ELSE 'customer'
  END
  WHERE (SELECT kind FROM requests WHERE id = moves.request_id) = 'concierge-loaner';

-- clock: a step each step_seconds; hand: only the steps of the table below. As the speed, it stays as it was accepted.
ALTER TABLE moves ADD COLUMN driver TEXT NOT NULL DEFAULT 'clock' CHECK (driver IN ('clock', 'hand'));
ALTER TABLE moves ADD COLUMN rooftop REAL;
-- The pickup address as it was asked for, a JSON object; null in moves from before this step.
ALTER TABLE moves ADD COLUMN asked_pickup TEXT;
-- Both are null but in a move that took the place of a rescheduled one; the ledger passes over those.
ALTER TABLE moves ADD COLUMN replaces INTEGER REFERENCES moves (id);
ALTER TABLE moves ADD COLUMN replaced_at TEXT;

CREATE INDEX moves_by_lane ON moves (lane_id);

-- Steps of the driver that were made by hand; stage counts from 0, pickup_started.
CREATE TABLE steps (
  move_id INTEGER NOT NULL REFERENCES moves (id),
  stage INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 5),
  at TEXT NOT NULL,
  PRIMARY KEY (move_id, stage)
) STRICT;

-- The last cancelation of a move. While judged_at is null or still to come, it is pending.
CREATE TABLE cancelations (
  move_id INTEGER PRIMARY KEY REFERENCES moves (id),
  outcome TEXT CHECK (outcome IN ('succeeded', 'partial', 'failed', 'rescheduled')),
  judged_at TEXT,
  -- From then on the driver makes no step; null when the move goes on.
  stopped_at TEXT,
  new_move_id INTEGER REFERENCES moves (id)
) STRICT;
