-- A search line names its booking, so that a search lists the bookings that it found without reading their moves. The
-- table is made again, because lines that become longer in place would split nearly every page.
CREATE TABLE new_move_search (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  move_id TEXT NOT NULL UNIQUE REFERENCES moves (id),
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  doc TEXT NOT NULL,
  -- The loaner as sent and the time of its booking; null for a move of another vehicle.
  loaner_stock TEXT,
  loaner_vin TEXT,
  loaner_time TEXT
) STRICT;

CREATE TABLE new_search_lines_due (
  seq INTEGER PRIMARY KEY REFERENCES new_move_search (seq)
) STRICT;

-- A number is not given again. A line whose move is lost, as a recovery can meet, is left out.
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_move_search', seq FROM sqlite_sequence WHERE name = 'move_search';

INSERT INTO new_move_search
  SELECT s.seq, s.move_id, m.booking_id, s.doc, s.loaner_stock, s.loaner_vin, s.loaner_time
  FROM move_search s JOIN moves m ON m.id = s.move_id WHERE m.booking_id IN (SELECT id FROM bookings) ORDER BY s.seq;

INSERT INTO new_search_lines_due SELECT seq FROM search_lines_due WHERE seq IN (SELECT seq FROM new_move_search);

DROP TABLE search_lines_due;
DROP TABLE move_search;
ALTER TABLE new_move_search RENAME TO move_search;
ALTER TABLE new_search_lines_due RENAME TO search_lines_due;

CREATE INDEX move_search_stock ON move_search (
  upper(replace(replace(replace(replace(replace(replace(
    loaner_stock, ' ', ''), '-', ''), '.', ''), '/', ''), '_', ''), '#', '')),
  loaner_time
) WHERE loaner_stock IS NOT NULL;
CREATE INDEX move_search_vin ON move_search (loaner_vin, loaner_time) WHERE loaner_vin IS NOT NULL;
