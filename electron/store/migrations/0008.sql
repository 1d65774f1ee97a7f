-- The booking that a booking replaces at another time, or null; without a foreign key, because a recovery deletes a row
-- whose parent row is lost, and a replacement is a booking of its own.
ALTER TABLE bookings ADD COLUMN replaces TEXT;
-- When the desk requested the cancellation of the replaced booking. Set once, in the commit of the requests.
ALTER TABLE bookings ADD COLUMN replaced_cancel_asked_at TEXT;

CREATE INDEX bookings_replaces ON bookings (replaces) WHERE replaces IS NOT NULL;
