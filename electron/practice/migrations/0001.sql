-- Marks a file of a released Lanekeeper ('Lane' in ASCII). Pre-releases did not set this id.
PRAGMA application_id = 1281453669;

-- One row for each accepted creation, written in the same transaction as the moves of the creation.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('one-way', 'concierge-loaner')),
  accepted_at TEXT NOT NULL,
  -- A JSON list with a reference or null for each move, in the order of the move numbers.
  reference_ids TEXT NOT NULL,
  -- The SHA-256 of the body in hex.
  body_digest TEXT NOT NULL
) STRICT;

CREATE TABLE lanes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id INTEGER NOT NULL REFERENCES requests (id),
  ready_by TEXT NOT NULL
) STRICT;

CREATE TABLE locations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  address_key TEXT NOT NULL UNIQUE,
  google_place_id TEXT NOT NULL UNIQUE,
  full_address TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL
) STRICT;

-- The customer and the appointment of a pair, exactly as the request has them. The list of SMS, the fetch of a pair and
-- the check of a changed ready_by need these fields.
CREATE TABLE pairs (
  request_id INTEGER PRIMARY KEY REFERENCES requests (id),
  appointment_time_utc TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_phone TEXT NOT NULL,
  customer_action TEXT NOT NULL CHECK (customer_action IN ('pickup', 'return'))
) STRICT;

CREATE TABLE moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id INTEGER NOT NULL REFERENCES requests (id),
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  role TEXT NOT NULL CHECK (role IN ('single', 'loaner', 'customer')),
  reference_id TEXT,
  dealer_contact TEXT,
  special_instructions TEXT,
  stock TEXT,
  vin TEXT,
  year TEXT,
  make TEXT,
  model TEXT,
  color TEXT,
  manual INTEGER NOT NULL CHECK (manual IN (0, 1)),
  pickup_name TEXT NOT NULL,
  pickup_location_id INTEGER NOT NULL REFERENCES locations (id),
  delivery_name TEXT NOT NULL,
  delivery_location_id INTEGER NOT NULL REFERENCES locations (id),
  -- The pickup address of the request, a JSON object.
  requested_pickup TEXT NOT NULL,
  tracking_chance TEXT NOT NULL,
  -- 0: the driver drives this move first; 1: after the other move of its pair.
  leg INTEGER NOT NULL CHECK (leg IN (0, 1)),
  -- The driver's speed at the creation. A later start with another speed changes no time that a response has shown.
  step_seconds REAL NOT NULL,
  -- clock: a step each step_seconds, and the rows of the table steps; manual: only the rows of steps. A later start
  -- with another driver changes no stored move.
  driver TEXT NOT NULL CHECK (driver IN ('clock', 'manual')),
  rooftop REAL,
  -- Both are null except in the replacement of a rescheduled move. The ledger leaves out replacements.
  replaces INTEGER REFERENCES moves (id),
  replaced_at TEXT
) STRICT;

CREATE INDEX moves_by_request ON moves (request_id);
CREATE INDEX moves_by_lane ON moves (lane_id);

-- Steps of the driver that a control request made; stage counts from 0, pickup_started.
CREATE TABLE steps (
  move_id INTEGER NOT NULL REFERENCES moves (id),
  stage INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 5),
  at TEXT NOT NULL,
  PRIMARY KEY (move_id, stage)
) STRICT;

-- The last cancellation of a move, pending while decided_at is null or in the future.
CREATE TABLE cancelations (
  move_id INTEGER PRIMARY KEY REFERENCES moves (id),
  outcome TEXT CHECK (outcome IN ('succeeded', 'partial', 'failed', 'rescheduled')),
  decided_at TEXT,
  -- The driver makes no step after this time. Null while the move goes on.
  stopped_at TEXT,
  new_move_id INTEGER REFERENCES moves (id)
) STRICT;

INSERT INTO sqlite_sequence (name, seq) VALUES ('moves', 70000), ('lanes', 879), ('locations', 3000);
