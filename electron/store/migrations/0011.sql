-- The body of a request gets a table of its own, because a row that becomes shorter in `outbox` gives no page back.
-- `attempts` names its entry by `outbox.seq`, and `decisions` is made again for its foreign key alone.
CREATE TABLE new_outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  booking_id TEXT NOT NULL UNIQUE REFERENCES bookings (id),
  state TEXT NOT NULL CHECK (
    state IN (
      'waiting', 'sending', 'booked', 'booked-awaiting-number', 'refused', 'in-doubt', 'held', 'withdrawn',
      'placed-by-phone'
    )
  ),
  revision INTEGER NOT NULL DEFAULT 1,
  provider_address TEXT NOT NULL,
  provider_profile TEXT NOT NULL,
  -- How the entry came to its state, with the values of the sentence about it as JSON.
  code TEXT,
  fields TEXT,
  -- The provider's own words, as it sent them.
  provider_message TEXT,
  -- An earlier attempt was or may have been handed over, and its outcome is not proved.
  unresolved INTEGER NOT NULL DEFAULT 0 CHECK (unresolved IN (0, 1)),
  sent_at TEXT,
  not_booked_reported_at TEXT,
  -- The hold reasons that a person overrode, as a JSON list.
  overridden_holds TEXT NOT NULL DEFAULT '[]',
  changed_at TEXT NOT NULL,
  CHECK (state NOT IN ('waiting', 'withdrawn', 'placed-by-phone', 'booked') OR unresolved = 0),
  CHECK (state <> 'in-doubt' OR unresolved = 1)
) STRICT;

-- The exact bytes of a request body, fixed by the first claim of the entry.
CREATE TABLE payloads (
  entry_seq INTEGER PRIMARY KEY REFERENCES new_outbox (seq),
  body TEXT NOT NULL
) STRICT;

-- Every step of every attempt, in order. A digest stands for the payload: no personal data here.
CREATE TABLE new_attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_seq INTEGER NOT NULL REFERENCES new_outbox (seq),
  at TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('started', 'prepared', 'unreachable', 'sending', 'settled', 'interrupted')),
  code TEXT,
  status INTEGER,
  digest TEXT,
  -- Upper bound of the request's bytes that were handed over; 0 proves that nothing left. Null unless an attempt
  -- settled without a response.
  bytes INTEGER
) STRICT;

-- The decisions of persons about an entry.
CREATE TABLE new_decisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL REFERENCES new_outbox (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  decided_by TEXT,
  why TEXT,
  -- By `kind`: the provider's numbers, the reference of a phone call, the ids of duplicate candidates, or for a change
  -- the highest `outbox.seq` at that moment.
  detail TEXT
) STRICT;

-- A number is not given again, even if the row with the highest number is gone. A row whose parent row is lost, as a
-- recovery can meet, is left out.
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_' || name, seq FROM sqlite_sequence
  WHERE name IN ('outbox', 'attempts', 'decisions');

INSERT INTO new_outbox SELECT seq, id, booking_id, state, revision, provider_address, provider_profile, code, fields,
  provider_message, unresolved, sent_at, not_booked_reported_at, overridden_holds, changed_at
  FROM outbox WHERE booking_id IN (SELECT id FROM bookings) ORDER BY seq;

INSERT INTO new_attempts SELECT a.seq, o.seq, a.at, a.phase, a.code, a.status, a.digest, a.bytes
  FROM attempts a JOIN new_outbox o ON o.id = a.entry_id ORDER BY a.seq;

DROP TABLE attempts;
CREATE INDEX attempts_entry ON new_attempts (entry_seq);

INSERT INTO new_decisions SELECT seq, entry_id, at, kind, decided_by, why, detail FROM decisions
  WHERE entry_id IN (SELECT id FROM new_outbox) ORDER BY seq;

-- A payload that maintenance would delete (`payloads_are_kept`) is not copied; the newest change stands for today.
INSERT INTO payloads SELECT seq, payload FROM outbox o
  WHERE payload IS NOT NULL AND seq IN (SELECT seq FROM new_outbox) AND NOT coalesce(
    state = 'booked' AND unixepoch(changed_at) < unixepoch((SELECT max(changed_at) FROM outbox)) - 604800
      AND EXISTS (SELECT 1 FROM new_attempts a WHERE a.entry_seq = o.seq AND a.digest IS NOT NULL),
    0
  ) ORDER BY seq;

DROP TABLE decisions;
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
ALTER TABLE new_attempts RENAME TO attempts;
ALTER TABLE new_decisions RENAME TO decisions;

CREATE INDEX outbox_open ON outbox (state, seq) WHERE state NOT IN ('booked', 'withdrawn', 'placed-by-phone');
CREATE INDEX decisions_entry ON decisions (entry_id, seq);

CREATE TRIGGER outbox_is_kept BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'an outbox entry is never deleted'); END;

CREATE TRIGGER payloads_are_frozen BEFORE UPDATE ON payloads
WHEN NEW.entry_seq IS NOT OLD.entry_seq OR NEW.body IS NOT OLD.body
BEGIN SELECT RAISE(ABORT, 'the payload of an entry that was sent is frozen'); END;

-- A payload is deleted when a change of the booking has put the entry back to `waiting`, when the booking is forgotten,
-- and once the entry has been booked for seven days at the time that maintenance wrote to the settings. The digest in
-- `attempts` then stands for the payload, and a booked entry is sent to no one.
CREATE TRIGGER payloads_are_kept BEFORE DELETE ON payloads
WHEN NOT EXISTS (
  SELECT 1 FROM outbox o WHERE o.seq = OLD.entry_seq AND (
    o.state = 'waiting' AND o.unresolved = 0
    OR (SELECT forgotten_at FROM bookings WHERE id = o.booking_id) IS NOT NULL
    OR o.state = 'booked'
      AND unixepoch(o.changed_at)
        < unixepoch((SELECT value FROM settings WHERE key = 'payloads_deleted_at')) - 604800
      AND EXISTS (SELECT 1 FROM attempts a WHERE a.entry_seq = o.seq AND a.digest IS NOT NULL)
  )
)
BEGIN SELECT RAISE(ABORT, 'the payload of an entry that was sent is frozen'); END;

CREATE TRIGGER attempts_are_kept BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

CREATE TRIGGER decisions_are_kept BEFORE DELETE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;

-- Once the booking is forgotten, the trigger admits the one update that erases the personal columns of a decision.
CREATE TRIGGER decisions_are_final BEFORE UPDATE ON decisions
WHEN NOT (
  NEW.seq IS OLD.seq AND NEW.entry_id IS OLD.entry_id AND NEW.at IS OLD.at AND NEW.kind IS OLD.kind
  AND NEW.decided_by IS NULL AND NEW.why IS NULL AND NEW.detail IS NULL
  AND coalesce(OLD.decided_by, OLD.why, OLD.detail) IS NOT NULL
  AND (
    SELECT b.forgotten_at FROM outbox o JOIN bookings b ON b.id = o.booking_id WHERE o.id = OLD.entry_id
  ) IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
