-- The kind of the last event of the hub that the version of this desk did not know; null for none.
ALTER TABLE board_link ADD COLUMN unknown_kind TEXT;
-- How many events and bookings of the hub could not be written since the last snapshot.
ALTER TABLE board_link ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
