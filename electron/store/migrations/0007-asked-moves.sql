-- Moves of no booking here that were asked for by their number, as the provider last showed them. They are only ever read.
CREATE TABLE asked_moves (
  remote_address TEXT NOT NULL,
  number INTEGER NOT NULL,
  asked_at TEXT NOT NULL,
  -- What it is found by.
  line TEXT NOT NULL,
  -- As JSON.
  told TEXT NOT NULL,
  PRIMARY KEY (remote_address, number)
) STRICT;

-- Holds the line too: a search reads all of a remote's, and none of what was told.
CREATE INDEX asked_moves_newest ON asked_moves (remote_address, asked_at, number, line);
