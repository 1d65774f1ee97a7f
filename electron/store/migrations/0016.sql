-- The hub that this desk followed before it left or joined anew, with the epoch of then. A hub that begins with an
-- older epoch, because its clock is behind, is told of this one and raises its own.
CREATE TABLE board_hub_before (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hub TEXT,
  epoch INTEGER NOT NULL,
  -- The names of the desks that this desk waited for there, as a JSON list.
  former TEXT NOT NULL
) STRICT;
