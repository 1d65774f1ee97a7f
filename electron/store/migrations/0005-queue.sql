-- What was booked on a day.
CREATE INDEX bookings_saved ON bookings (saved_at);
