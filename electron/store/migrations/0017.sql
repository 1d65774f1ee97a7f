-- A booking of another desk that the provider has too, for the same vehicle or repair order at the same time as a
-- booking of this desk. `seen` is set once a person here saw that.
CREATE TABLE board_duplicates (
  entry_id TEXT NOT NULL REFERENCES outbox (id),
  duplicate TEXT NOT NULL REFERENCES bookings (id),
  seen INTEGER NOT NULL DEFAULT 0 CHECK (seen IN (0, 1)),
  PRIMARY KEY (entry_id, duplicate)
) STRICT;

CREATE INDEX board_duplicates_new ON board_duplicates (entry_id) WHERE seen = 0;
CREATE INDEX board_duplicates_other ON board_duplicates (duplicate);

-- Whether the desk was named gone before it told the hub all.
ALTER TABLE board_desks ADD COLUMN lost INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1));
