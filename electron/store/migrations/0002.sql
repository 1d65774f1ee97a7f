-- What the provider's responses hold of the sent values, as JSON by name: null for a value that the provider dropped,
-- and no name for a value that no response carried.
ALTER TABLE bookings ADD COLUMN provider_values TEXT;
ALTER TABLE moves ADD COLUMN provider_values TEXT;

-- A vehicle that an earlier version stored. That version kept a dropped value and a value that was not carried alike,
-- so only the others are known.
UPDATE moves SET provider_values = (
  SELECT json_group_object(key, value) FROM json_each(provider_vehicle) WHERE value IS NOT NULL
) WHERE json_valid(provider_vehicle);

-- The time from which the provider is available, while that is after the ready-by and no person has said that the
-- customer knows. `decisions` has the person's word as `customer-told`.
ALTER TABLE bookings ADD COLUMN customer_to_tell TEXT;

CREATE INDEX bookings_customer_to_tell ON bookings (id) WHERE customer_to_tell IS NOT NULL;
