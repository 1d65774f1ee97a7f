-- An entry remembers whether a try of it is unproved, when it last left, and what persons decided; a state for what was
-- placed by phone. SQLite cannot change a CHECK in place, so both tables are made anew, the one that refers first.
CREATE TABLE outbox_new (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  booking_id TEXT NOT NULL UNIQUE REFERENCES bookings (id),
  state TEXT NOT NULL CHECK (
    state IN (
      'draft', 'waiting', 'sending', 'booked', 'booked-number-to-come', 'refused', 'in-doubt', 'held', 'withdrawn', 'by-phone'
    )
  ),
  revision INTEGER NOT NULL DEFAULT 1,
  remote_address TEXT NOT NULL,
  remote_profile TEXT NOT NULL,
  -- The exact bytes of the request, fixed with the first 'sending' of what is asked for.
  payload TEXT,
  code TEXT,
  reason TEXT,
  -- A try was handed over and is proved neither applied nor not applied.
  doubt INTEGER NOT NULL DEFAULT 0 CHECK (doubt IN (0, 1)),
  sent_at TEXT,
  absent_at TEXT,
  -- The gates that a person opened, as a JSON list.
  opened TEXT NOT NULL DEFAULT '[]',
  changed_at TEXT NOT NULL,
  CHECK (state NOT IN ('waiting', 'withdrawn', 'by-phone', 'booked') OR doubt = 0),
  CHECK (state <> 'in-doubt' OR doubt = 1)
) STRICT;

CREATE TABLE attempts_new (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL REFERENCES outbox_new (id),
  at TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('started', 'prepared', 'unreached', 'sending', 'settled', 'interrupted')),
  code TEXT,
  status INTEGER,
  digest TEXT,
  -- How much of the request was handed over, as far as this process could see: 0 proves that nothing left.
  bytes INTEGER
) STRICT;

INSERT INTO outbox_new (
  seq, id, booking_id, state, revision, remote_address, remote_profile, payload, code, reason, doubt, sent_at, changed_at
)
SELECT o.seq, o.id, o.booking_id, o.state, o.revision, o.remote_address, o.remote_profile, o.payload, o.code, o.reason,
  o.state = 'in-doubt', (SELECT max(a.at) FROM attempts a WHERE a.entry_id = o.id AND a.phase = 'sending'), o.changed_at
FROM outbox o;

INSERT INTO attempts_new (seq, entry_id, at, phase, code, status, digest)
SELECT seq, entry_id, at, phase, code, status, digest FROM attempts;

DROP TABLE attempts;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
ALTER TABLE attempts_new RENAME TO attempts;

CREATE INDEX outbox_open ON outbox (state, seq) WHERE state NOT IN ('booked', 'withdrawn', 'by-phone');

-- What was asked for may be changed only while no try of it can have been applied.
CREATE TRIGGER outbox_payload_is_frozen BEFORE UPDATE OF payload ON outbox
WHEN OLD.payload IS NOT NULL AND NEW.payload IS NOT OLD.payload AND NOT (
  NEW.payload IS NULL AND NEW.state = 'waiting' AND OLD.doubt = 0 AND OLD.state IN ('draft', 'waiting', 'held', 'refused')
)
BEGIN
  SELECT RAISE(ABORT, 'the payload of an entry that was sent is frozen');
END;

CREATE TRIGGER outbox_is_kept BEFORE DELETE ON outbox
BEGIN
  SELECT RAISE(ABORT, 'an outbox entry is never deleted');
END;

CREATE INDEX attempts_entry ON attempts (entry_id, seq);

CREATE TRIGGER attempts_are_kept BEFORE DELETE ON attempts
BEGIN
  SELECT RAISE(ABORT, 'attempts are append-only');
END;

CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts
BEGIN
  SELECT RAISE(ABORT, 'attempts are append-only');
END;

-- Who decided what about an entry, and why.
CREATE TABLE decisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL REFERENCES outbox (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  who TEXT,
  why TEXT,
  -- The provider's numbers or the reference of a phone call.
  detail TEXT
) STRICT;

CREATE INDEX decisions_entry ON decisions (entry_id, seq);

CREATE TRIGGER decisions_are_kept BEFORE DELETE ON decisions
BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;

CREATE TRIGGER decisions_are_final BEFORE UPDATE ON decisions
BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;

CREATE INDEX bookings_time ON bookings (time_utc);

-- A number that a person named and that was not looked up yet.
ALTER TABLE moves ADD COLUMN named INTEGER;
CREATE INDEX moves_named ON moves (named) WHERE named IS NOT NULL;
