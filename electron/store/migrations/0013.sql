-- The desk of the board that made a booking, that alone sends it and keeps its moves; null for a booking of this desk.
-- A replica has an entry with the state at its own desk, and every query about what this desk sends leaves it out.
ALTER TABLE outbox ADD COLUMN desk TEXT;

DROP INDEX outbox_open;
CREATE INDEX outbox_open ON outbox (state, seq)
WHERE desk IS NULL AND state NOT IN ('booked', 'withdrawn', 'placed-by-phone');

-- Each attempt to send begins with a row here, in the commit that precedes the first byte.
CREATE TRIGGER attempts_are_own BEFORE INSERT ON attempts
WHEN (SELECT desk FROM outbox WHERE seq = NEW.entry_seq) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a booking of another desk is sent by that desk'); END;

CREATE TRIGGER amendment_attempts_are_own BEFORE INSERT ON amendment_attempts
WHEN (
  SELECT o.desk FROM amendments w JOIN outbox o ON o.booking_id = w.booking_id WHERE w.id = NEW.amendment_id
) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an amendment of another desk is sent by that desk'); END;

-- What this store knows of the board of its rooftop. Without the row nothing is listed for the board.
CREATE TABLE board_link (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The name of this desk at the hub.
  role TEXT NOT NULL,
  -- Tells this store from a copy of its profile. A recovery takes a new value.
  incarnation TEXT NOT NULL,
  -- The number of the last line of the queue. The lines of one incarnation have no gap.
  last_n INTEGER NOT NULL DEFAULT 0,
  -- The hub that this desk follows, and the number and the mark of the last event that it read there.
  hub TEXT,
  epoch INTEGER,
  seen INTEGER NOT NULL DEFAULT 0,
  mark TEXT,
  -- The newest epoch in which the hub got all bookings of this desk again.
  refilled_epoch INTEGER,
  -- Until when the desk was live the last time: the other desks' bookings are as of then.
  live_until TEXT
) STRICT;

-- The bookings of this desk that changed since the last line about them.
CREATE TABLE board_due (
  booking_id TEXT PRIMARY KEY REFERENCES bookings (id)
) STRICT;

-- The lines that the hub has not acknowledged, as they leave: the same bytes each time.
CREATE TABLE board_queue (
  n INTEGER PRIMARY KEY,
  booking_id TEXT REFERENCES bookings (id),
  line TEXT NOT NULL
) STRICT;

CREATE INDEX board_queue_booking ON board_queue (booking_id);

-- The right to send each entry that this desk offered to the hub, or read there. An entry of this desk without a row
-- was never offered: no other desk knows the entry, and this desk sends it without asking.
CREATE TABLE board_rights (
  entry_id TEXT PRIMARY KEY REFERENCES outbox (id),
  owner TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'claimed', 'doubt', 'done')),
  rev INTEGER NOT NULL,
  -- The epoch of the hub in which the entry was first offered.
  epoch INTEGER NOT NULL,
  claimed_at TEXT,
  handed_over INTEGER NOT NULL DEFAULT 0 CHECK (handed_over IN (0, 1)),
  taken_from TEXT,
  -- The epoch in which this desk offered the entry the last time, and the revision that its last line named.
  offered_epoch INTEGER,
  said_rev INTEGER,
  -- A person at this desk decided to send the entry without the hub.
  alone INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1)),
  -- Another desk that may have sent the entry too, until a person at this desk saw that.
  rival TEXT,
  -- 0 while no person at this desk saw that another desk took the entry over.
  told INTEGER NOT NULL DEFAULT 1 CHECK (told IN (0, 1))
) STRICT;

CREATE INDEX board_rights_open ON board_rights (owner) WHERE state <> 'done';
CREATE INDEX board_rights_rival ON board_rights (rival) WHERE rival IS NOT NULL;
CREATE INDEX board_rights_untold ON board_rights (told) WHERE told = 0;

-- The desks of the rooftop with the names that the screens show.
CREATE TABLE board_desks (
  role TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;
