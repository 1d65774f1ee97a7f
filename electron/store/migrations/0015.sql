-- The attempt of the last claim that this desk asked for. A claim at the hub with another attempt was made by a later
-- state of this store, which is then an old copy.
ALTER TABLE board_rights ADD COLUMN asked TEXT;
-- Whether the desk is on the roster of the hub that this desk follows, and not gone.
ALTER TABLE board_desks ADD COLUMN listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1));
-- The names of the desks of the hub before that are not on the roster of this hub, as a JSON list.
ALTER TABLE board_link ADD COLUMN former TEXT NOT NULL DEFAULT '[]';
