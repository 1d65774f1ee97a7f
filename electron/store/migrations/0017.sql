-- A booking of another desk that the provider has too, for the same vehicle or repair order at the same time as a
-- booking of this desk. `told` is set once a person here saw that.
CREATE TABLE board_twins (
  entry_id TEXT NOT NULL REFERENCES outbox (id),
  twin TEXT NOT NULL REFERENCES bookings (id),
  told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
  PRIMARY KEY (entry_id, twin)
) STRICT;

CREATE INDEX board_twins_untold ON board_twins (entry_id) WHERE told = 0;
CREATE INDEX board_twins_twin ON board_twins (twin);

-- Whether the desk was named gone before it told the hub all.
ALTER TABLE board_desks ADD COLUMN lost INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1));
