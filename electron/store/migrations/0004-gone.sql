-- Since when the provider says that it does not know a move that it once numbered; null again once it shows it.
ALTER TABLE moves ADD COLUMN gone_at TEXT;

CREATE INDEX moves_gone ON moves (booking_id) WHERE gone_at IS NOT NULL;
