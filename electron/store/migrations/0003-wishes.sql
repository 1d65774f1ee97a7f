-- What the provider says of a cancellation in words, of the vehicle (JSON), and which move took this one's place.
ALTER TABLE moves ADD COLUMN cancel_reason TEXT;
ALTER TABLE moves ADD COLUMN vehicle_told TEXT;
ALTER TABLE moves ADD COLUMN replaced_by INTEGER;

-- What a person asked of a move since it was booked. Apart from the provider's columns, so that nothing it says of the
-- move can take the place of what was asked.
CREATE TABLE wishes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  move_id TEXT NOT NULL REFERENCES moves (id),
  kind TEXT NOT NULL CHECK (kind IN ('cancel', 'change')),
  -- What was asked, as JSON; a cancellation has nothing to say.
  payload TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'asked', 'done', 'refused', 'withdrawn')),
  revision INTEGER NOT NULL DEFAULT 1,
  code TEXT,
  reason TEXT,
  -- Not asked again before.
  not_before TEXT,
  who TEXT NOT NULL,
  made_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  CHECK ((kind = 'change') = (payload IS NOT NULL))
) STRICT;

CREATE INDEX wishes_move ON wishes (move_id, seq);
CREATE UNIQUE INDEX wishes_one_open ON wishes (move_id, kind) WHERE state IN ('waiting', 'sending', 'asked');
CREATE INDEX wishes_leaving ON wishes (seq) WHERE state IN ('waiting', 'sending');
CREATE INDEX wishes_refused ON wishes (move_id) WHERE state = 'refused';

CREATE TRIGGER wish_is_fixed BEFORE UPDATE OF id, move_id, kind, payload, who, made_at ON wishes
BEGIN
  SELECT RAISE(ABORT, 'what was asked is fixed: another wish is made');
END;

CREATE TRIGGER wishes_are_kept BEFORE DELETE ON wishes
BEGIN
  SELECT RAISE(ABORT, 'a wish is never deleted');
END;

-- Every step of every try, in order, as in attempts: no personal data here. `looked`: the move was read to find out.
CREATE TABLE wish_tries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  wish_id TEXT NOT NULL REFERENCES wishes (id),
  at TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('sending', 'settled', 'looked')),
  code TEXT,
  status INTEGER
) STRICT;

CREATE INDEX wish_tries_wish ON wish_tries (wish_id, seq);

CREATE TRIGGER wish_tries_are_kept BEFORE DELETE ON wish_tries
BEGIN
  SELECT RAISE(ABORT, 'tries are append-only');
END;

CREATE TRIGGER wish_tries_are_final BEFORE UPDATE ON wish_tries
BEGIN
  SELECT RAISE(ABORT, 'tries are append-only');
END;
