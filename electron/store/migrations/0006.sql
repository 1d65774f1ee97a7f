-- The number of the payer that the request of a booking names; null if the provider bills the rooftop.
ALTER TABLE bookings ADD COLUMN payer_number INTEGER;
