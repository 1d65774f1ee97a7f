import type { Database } from '../../../electron/store/database.ts'

/** Fills a new store of the first version with so many one-way bookings, by SQL, because they are many. */
export function fillFirstSchema(db: Database, rows: number): void {
  db.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO places (id, name, address_one, city, state, zip)
      SELECT i, 'Home', i || ' S Mulberry St', 'Richmond', 'VA', '23220' FROM n;
    INSERT INTO vehicles (id, vin, make, model, manual)
      SELECT id, '1M8GDM9AXKP' || substr('00000' || id, -6), 'Buick', 'Enclave', 0 FROM places;
    INSERT INTO bookings (id, kind, provider_address, provider_profile, customer_name, customer_phone, time_local, time_zone,
        time_utc, ready_by_utc, ready_by_source, reference, saved_at)
      SELECT 'b' || id, 'one-way', 'https://provider.example', 'baseline', 'Nora O''Shea ' || id, '+1804555' || (1000 + id),
        '2099-06-02T14:00', 'America/New_York', '2099-06-02T18:00:00Z', '2099-06-02T18:00:00Z', 'requested', 'RO ' || id,
        '2026-11-21T15:00:00Z' FROM places;
    INSERT INTO moves (id, booking_id, role, reference, vehicle_id, pickup_place_id, delivery_place_id, special_instructions)
      SELECT 'm' || id, 'b' || id, 'single', 'RO ' || id || ' LK-' || id, id, id, id, 'Gate code 0417' FROM places;
    INSERT INTO outbox (id, booking_id, state, unresolved, provider_address, provider_profile, payload, changed_at)
      SELECT 'o' || id, 'b' || id, CASE id % 3 WHEN 0 THEN 'waiting' WHEN 1 THEN 'in-doubt' ELSE 'booked' END, id % 3 = 1,
        'https://provider.example', 'baseline', CASE id % 3 WHEN 0 THEN NULL ELSE hex(randomblob(300)) END,
        '2026-11-21T15:00:00Z' FROM places;
    INSERT INTO move_search (move_id, doc) SELECT id, reference FROM moves;
    INSERT INTO move_search_fts (rowid, doc) SELECT seq, doc FROM move_search;`)
}
