-- Marks a file that a released Lanekeeper made ('Lane' in ASCII). Pre-releases did not set the application id.
PRAGMA application_id = 1281453669;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Tells this store from every other; a recovered store gets a new id.
INSERT INTO settings (key, value) VALUES ('desk_id', lower(hex(randomblob(16))));

-- The draft of the booking form, in one row, so that typed text survives a crash.
CREATE TABLE drafts (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  form TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT;

CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  address_one TEXT NOT NULL, address_two TEXT,
  city TEXT NOT NULL, state TEXT NOT NULL, zip TEXT NOT NULL
) STRICT;

CREATE TABLE vehicles (
  id INTEGER PRIMARY KEY,
  stock TEXT, vin TEXT,
  year TEXT, make TEXT, model TEXT, color TEXT,
  manual INTEGER NOT NULL CHECK (manual IN (0, 1))
) STRICT;

CREATE INDEX vehicles_vin ON vehicles (vin) WHERE vin IS NOT NULL;

CREATE TABLE bookings (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('pair', 'one-way')),
  action TEXT CHECK (action IN ('pickup', 'return')),
  provider_address TEXT NOT NULL,
  provider_profile TEXT NOT NULL,
  customer_name TEXT,
  customer_phone TEXT,
  time_local TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  time_utc TEXT NOT NULL,
  ready_by_utc TEXT NOT NULL,
  ready_by_source TEXT NOT NULL CHECK (ready_by_source IN ('estimate', 'requested', 'provider')),
  reference TEXT,
  saved_at TEXT NOT NULL,
  -- When the booking was forgotten, set before its personal data is erased elsewhere. From then on the triggers of
  -- `outbox`, `decisions` and `amendments` admit the erasing update.
  forgotten_at TEXT,
  CHECK ((kind = 'pair') = (action IS NOT NULL))
) STRICT;

CREATE INDEX bookings_reference ON bookings (reference) WHERE reference IS NOT NULL;
CREATE INDEX bookings_time ON bookings (time_utc);
CREATE INDEX bookings_saved ON bookings (saved_at);
CREATE INDEX bookings_phone ON bookings (customer_phone, saved_at) WHERE customer_phone IS NOT NULL;

CREATE TRIGGER bookings_stay_forgotten BEFORE UPDATE OF forgotten_at ON bookings
WHEN OLD.forgotten_at IS NOT NULL AND NEW.forgotten_at IS NOT OLD.forgotten_at
BEGIN SELECT RAISE(ABORT, 'a booking that was forgotten stays forgotten'); END;

CREATE TABLE moves (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  role TEXT NOT NULL CHECK (role IN ('customer', 'loaner', 'single')),
  -- The sent reference: the typed part and our unique part. A match relies on the reference, so no two moves share one.
  reference TEXT NOT NULL UNIQUE,
  vehicle_id INTEGER REFERENCES vehicles (id),
  pickup_place_id INTEGER NOT NULL REFERENCES places (id),
  delivery_place_id INTEGER NOT NULL REFERENCES places (id),
  dealer_contact TEXT,
  special_instructions TEXT,
  -- A number that a person reported and that was not verified yet.
  reported_number INTEGER,
  -- When the provider last returned the move. The provider's values below are unknown while this column is null.
  provider_read_at TEXT,
  -- When the desk last fetched the move or got the move in a response; null makes a numbered move due at once.
  polled_at TEXT,
  number INTEGER,
  status TEXT,
  cancel_status TEXT,
  -- The provider's own words on a cancellation.
  cancel_reason TEXT,
  pickup_started TEXT, pickup_arrived TEXT, pickup_successful TEXT,
  delivery_started TEXT, delivery_arrived TEXT, delivery_successful TEXT,
  tracking_link TEXT,
  move_uri TEXT,
  lane_uri TEXT,
  details_url TEXT,
  -- The two addresses as the provider resolved them: JSON of lat, lon, googlePlaceId, locationId, fullAddress.
  pickup_resolved TEXT,
  delivery_resolved TEXT,
  -- The vehicle as the provider shows it, as JSON.
  provider_vehicle TEXT,
  -- The number of the move that took the place of this one.
  replaced_by INTEGER,
  -- Since when the provider says that no such move exists; null while the provider shows the move or gave no number.
  missing_since TEXT,
  UNIQUE (booking_id, role)
) STRICT;

CREATE INDEX moves_number ON moves (number) WHERE number IS NOT NULL;
CREATE INDEX moves_vehicle ON moves (vehicle_id) WHERE vehicle_id IS NOT NULL;
CREATE INDEX moves_tracked ON moves (polled_at) WHERE number IS NOT NULL AND delivery_successful IS NULL;
CREATE INDEX moves_reported_number ON moves (reported_number) WHERE reported_number IS NOT NULL;
CREATE INDEX moves_missing ON moves (booking_id) WHERE missing_since IS NOT NULL;

CREATE TABLE outbox (
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
  -- The exact bytes of the request body, fixed by the first claim. A change of the booking clears the payload.
  payload TEXT,
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

CREATE INDEX outbox_open ON outbox (state, seq) WHERE state NOT IN ('booked', 'withdrawn', 'placed-by-phone');

-- A stored payload is never replaced, only cleared. The trigger admits the clearing when the entry goes to 'waiting'
-- and no attempt can have been applied, and when the booking is forgotten.
CREATE TRIGGER outbox_payload_is_frozen BEFORE UPDATE OF payload ON outbox
WHEN OLD.payload IS NOT NULL AND NEW.payload IS NOT OLD.payload AND NOT (
  NEW.payload IS NULL AND NEW.state = 'waiting' AND OLD.unresolved = 0 AND OLD.state IN ('waiting', 'held', 'refused')
) AND NOT (
  NEW.payload IS NULL AND (SELECT forgotten_at FROM bookings WHERE id = OLD.booking_id) IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'the payload of an entry that was sent is frozen'); END;

CREATE TRIGGER outbox_is_kept BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'an outbox entry is never deleted'); END;

-- Every step of every attempt, in order. A digest stands for the payload: no personal data here.
CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL REFERENCES outbox (id),
  at TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('started', 'prepared', 'unreachable', 'sending', 'settled', 'interrupted')),
  code TEXT,
  status INTEGER,
  digest TEXT,
  -- Upper bound of the request's bytes that were handed over; 0 proves that nothing left. Null unless an attempt
  -- settled without a response.
  bytes INTEGER
) STRICT;

CREATE INDEX attempts_entry ON attempts (entry_id, seq);

CREATE TRIGGER attempts_are_kept BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

-- The decisions of persons about an entry.
CREATE TABLE decisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL REFERENCES outbox (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  decided_by TEXT,
  why TEXT,
  -- By `kind`: the provider's numbers, the reference of a phone call, the ids of duplicate candidates, or for a change
  -- the highest `outbox.seq` at that moment.
  detail TEXT
) STRICT;

CREATE INDEX decisions_entry ON decisions (entry_id, seq);

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

-- One normalized line for each move. `seq` grows with each new move, so the newest lines can be read first without a
-- sort.
CREATE TABLE move_search (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  move_id TEXT NOT NULL UNIQUE REFERENCES moves (id),
  doc TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE move_search_fts USING fts5(doc, content='', contentless_delete=1, tokenize='trigram');

-- The change requests and cancellation requests of a move. They stand apart from the provider's columns, so that no
-- answer of the provider can replace them.
CREATE TABLE amendments (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  -- No REFERENCES, so that a recovery that lost the move of an amendment keeps the amendment (`deleteOrphanRows`).
  move_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('cancel', 'change')),
  -- The new values as JSON, null for a cancellation and for a booking that was forgotten.
  payload TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'submitted', 'completed', 'refused', 'withdrawn')),
  revision INTEGER NOT NULL DEFAULT 1,
  -- How the amendment came to its state, with the values of the sentence about it as JSON.
  code TEXT,
  fields TEXT,
  -- The provider's own words, as it sent them.
  provider_message TEXT,
  -- The amendment is not sent again before this time.
  not_before TEXT,
  -- Null only once the booking was forgotten.
  requested_by TEXT,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  CHECK (kind = 'change' OR payload IS NULL)
) STRICT;

CREATE INDEX amendments_booking ON amendments (booking_id);
CREATE INDEX amendments_move ON amendments (move_id, seq);
CREATE UNIQUE INDEX amendments_one_open ON amendments (move_id, kind)
  WHERE state IN ('waiting', 'sending', 'submitted');
CREATE INDEX amendments_leaving ON amendments (seq) WHERE state IN ('waiting', 'sending');
CREATE INDEX amendments_refused ON amendments (move_id) WHERE state = 'refused';

-- The columns of the request are fixed. Once the booking is forgotten, the trigger admits the one update that erases
-- `payload` and `requested_by`.
CREATE TRIGGER amendments_are_fixed
BEFORE UPDATE OF id, booking_id, move_id, kind, payload, requested_by, created_at ON amendments
WHEN NOT (
  NEW.id IS OLD.id AND NEW.booking_id IS OLD.booking_id AND NEW.move_id IS OLD.move_id AND NEW.kind IS OLD.kind
  AND NEW.created_at IS OLD.created_at AND NEW.payload IS NULL AND NEW.requested_by IS NULL
  AND coalesce(OLD.payload, OLD.requested_by) IS NOT NULL
  AND (SELECT forgotten_at FROM bookings WHERE id = OLD.booking_id) IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'the content of an amendment is fixed: another amendment is made'); END;

CREATE TRIGGER amendments_are_kept BEFORE DELETE ON amendments
BEGIN SELECT RAISE(ABORT, 'an amendment is never deleted'); END;

-- Every step of every attempt, in order: no personal data here. `verified`: the move was read to find the outcome.
CREATE TABLE amendment_attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  amendment_id TEXT NOT NULL REFERENCES amendments (id),
  at TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('sending', 'settled', 'verified')),
  code TEXT,
  status INTEGER
) STRICT;

CREATE INDEX amendment_attempts_amendment ON amendment_attempts (amendment_id, seq);

CREATE TRIGGER amendment_attempts_are_kept BEFORE DELETE ON amendment_attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

CREATE TRIGGER amendment_attempts_are_final BEFORE UPDATE ON amendment_attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

-- Moves that this desk did not book and that were fetched by their number, as the provider last showed them.
CREATE TABLE external_moves (
  provider_address TEXT NOT NULL,
  number INTEGER NOT NULL,
  fetched_at TEXT NOT NULL,
  -- The line by which a search finds the move.
  search_line TEXT NOT NULL,
  -- The fetched move as JSON of an `ExternalMove`, not the provider's raw response.
  response TEXT NOT NULL,
  PRIMARY KEY (provider_address, number)
) STRICT;

-- A search reads the lines of one provider from this index alone.
CREATE INDEX external_moves_newest ON external_moves (provider_address, fetched_at, number, search_line);
