-- What is known of a customer by the phone.
CREATE INDEX bookings_phone ON bookings (customer_phone, saved_at) WHERE customer_phone IS NOT NULL;
