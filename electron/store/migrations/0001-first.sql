CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- The form's text, one row: what was typed survives a crash.
CREATE TABLE drafts (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  form TEXT NOT NULL,
  kept_at TEXT NOT NULL
) STRICT;

CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  address_one TEXT NOT NULL,
  address_two TEXT,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  zip TEXT NOT NULL
) STRICT;

CREATE TABLE vehicles (
  id INTEGER PRIMARY KEY,
  stock TEXT,
  vin TEXT,
  year TEXT,
  make TEXT,
  model TEXT,
  color TEXT,
  manual INTEGER NOT NULL CHECK (manual IN (0, 1))
) STRICT;

CREATE INDEX vehicles_vin ON vehicles (vin) WHERE vin IS NOT NULL;

CREATE TABLE bookings (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('pair', 'one-way')),
  action TEXT CHECK (action IN ('pickup', 'return')),
  remote_address TEXT NOT NULL,
  remote_profile TEXT NOT NULL,
  customer_name TEXT,
  customer_phone TEXT,
  time_local TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  time_utc TEXT NOT NULL,
  ready_by_utc TEXT NOT NULL,
  ready_by_source TEXT NOT NULL CHECK (ready_by_source IN ('estimate', 'asked', 'provider')),
  reference TEXT,
  saved_at TEXT NOT NULL,
  CHECK ((kind = 'pair') = (action IS NOT NULL))
) STRICT;

CREATE INDEX bookings_reference ON bookings (reference) WHERE reference IS NOT NULL;

CREATE TABLE moves (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  role TEXT NOT NULL CHECK (role IN ('customer', 'loaner', 'single')),
  -- What is sent: the user's part and our unique part. Matching leans on it alone, so no two moves may share one.
  reference TEXT NOT NULL UNIQUE,
  vehicle_id INTEGER REFERENCES vehicles (id),
  pickup_place_id INTEGER NOT NULL REFERENCES places (id),
  delivery_place_id INTEGER NOT NULL REFERENCES places (id),
  dealer_contact TEXT,
  special_instructions TEXT,
  -- From here on only the provider knows; all of it is unknown while seen_at is null.
  seen_at TEXT,
  -- When the provider was last asked, whatever it said.
  asked_at TEXT,
  number INTEGER,
  status TEXT,
  cancel_status TEXT,
  pickup_started TEXT,
  pickup_arrived TEXT,
  pickup_successful TEXT,
  delivery_started TEXT,
  delivery_arrived TEXT,
  delivery_successful TEXT,
  tracking_link TEXT,
  move_uri TEXT,
  lane_uri TEXT,
  details_url TEXT,
  -- What the provider made of the two addresses, as JSON of lat, lon, googlePlaceId, locationId, fullAddress.
  pickup_resolved TEXT,
  delivery_resolved TEXT,
  UNIQUE (booking_id, role)
) STRICT;

CREATE INDEX moves_number ON moves (number) WHERE number IS NOT NULL;
CREATE INDEX moves_vehicle ON moves (vehicle_id) WHERE vehicle_id IS NOT NULL;
CREATE INDEX moves_unfinished ON moves (asked_at) WHERE number IS NOT NULL AND delivery_successful IS NULL;

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  booking_id TEXT NOT NULL UNIQUE REFERENCES bookings (id),
  state TEXT NOT NULL CHECK (
    state IN ('draft', 'waiting', 'sending', 'booked', 'booked-number-to-come', 'refused', 'in-doubt', 'held', 'withdrawn')
  ),
  revision INTEGER NOT NULL DEFAULT 1,
  remote_address TEXT NOT NULL,
  remote_profile TEXT NOT NULL,
  -- The exact bytes of the request, fixed with the first 'sending'.
  payload TEXT,
  code TEXT,
  reason TEXT,
  changed_at TEXT NOT NULL
) STRICT;

CREATE INDEX outbox_open ON outbox (state, seq) WHERE state NOT IN ('booked', 'withdrawn');

CREATE TRIGGER outbox_payload_is_frozen BEFORE UPDATE OF payload ON outbox
WHEN OLD.payload IS NOT NULL AND NEW.payload IS NOT OLD.payload
BEGIN
  SELECT RAISE(ABORT, 'the payload of an entry that was sent is frozen');
END;

CREATE TRIGGER outbox_is_kept BEFORE DELETE ON outbox
BEGIN
  SELECT RAISE(ABORT, 'an outbox entry is never deleted');
END;

-- Every step of every try, in order. A digest stands for the payload: no personal data here.
CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL REFERENCES outbox (id),
  at TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('sending', 'settled', 'interrupted')),
  code TEXT,
  status INTEGER,
  digest TEXT
) STRICT;

CREATE INDEX attempts_entry ON attempts (entry_id, seq);

CREATE TRIGGER attempts_are_kept BEFORE DELETE ON attempts
BEGIN
  SELECT RAISE(ABORT, 'attempts are append-only');
END;

CREATE TRIGGER attempts_are_final BEFORE UPDATE ON attempts
BEGIN
  SELECT RAISE(ABORT, 'attempts are append-only');
END;

-- One normalised line a move; seq grows with each booking, so the newest come first at no cost.
CREATE TABLE move_doc (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  move_id TEXT NOT NULL UNIQUE REFERENCES moves (id),
  doc TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE move_tri USING fts5(doc, content='', contentless_delete=1, tokenize='trigram');
