-- One row for each accepted POST, written in the same transaction as its moves.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('one-way', 'concierge-loaner')),
  accepted_at TEXT NOT NULL,
  -- A JSON list, one reference or null a move, in the order of the move numbers.
  reference_ids TEXT NOT NULL,
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
  lat REAL,
  lon REAL
) STRICT;

CREATE TABLE moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id INTEGER NOT NULL REFERENCES requests (id),
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
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
  tracking_chance TEXT NOT NULL,
  -- 0: the driver drives this move first; 1: after the other move of its pair.
  turn INTEGER NOT NULL CHECK (turn IN (0, 1)),
  -- The driver's speed when the move was accepted: a time once told stays, whatever speed a later start is given.
  step_seconds REAL NOT NULL
) STRICT;

CREATE INDEX moves_by_request ON moves (request_id);

INSERT INTO sqlite_sequence (name, seq) VALUES ('moves', 70000), ('lanes', 879), ('locations', 3000);
