-- The driver does not set out earlier. Null: the driver sets out once the move is accepted.
ALTER TABLE moves ADD COLUMN sets_out_at TEXT;
