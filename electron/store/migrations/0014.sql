-- The kind of the last event of the hub that the version of this desk did not know; null for none.
ALTER TABLE board_link ADD COLUMN unknown_kind TEXT;
