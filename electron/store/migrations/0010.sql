-- The index of the search lines for words of one and two characters: each line as its distinct characters and pairs of
-- characters, see `gramsOf`. The table starts empty, and maintenance fills the table from the newest line down.
CREATE VIRTUAL TABLE move_search_two USING fts5(
  grams, content='', contentless_delete=1, tokenize='ascii', detail=none
);

-- The lowest `move_search.seq` that `move_search_two` has.
CREATE TABLE search_two_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  first_seq INTEGER NOT NULL
) STRICT;

INSERT INTO search_two_mark (id, first_seq) SELECT 1, coalesce(max(seq), 0) + 1 FROM move_search;

-- The search lines that are newer than their rows in both indexes. Like the indexes, this table and the mark are not in
-- the journal.
CREATE TABLE search_due (
  seq INTEGER PRIMARY KEY
) STRICT;

-- Segments are merged between writes (`mergeIndexes`), because an automatic merge would delay a booking.
INSERT INTO move_search_fts (move_search_fts, rank) VALUES ('automerge', 0);
INSERT INTO move_search_fts (move_search_fts, rank) VALUES ('crisismerge', 1000);
INSERT INTO move_search_two (move_search_two, rank) VALUES ('automerge', 0);
INSERT INTO move_search_two (move_search_two, rank) VALUES ('crisismerge', 1000);

-- The loaner of a loaner's move and the time of its booking, so that a save finds the bookings of one loaner around a
-- time. `bareStock` makes the text of the index.
ALTER TABLE move_search ADD COLUMN loaner_stock TEXT;
ALTER TABLE move_search ADD COLUMN loaner_vin TEXT;
ALTER TABLE move_search ADD COLUMN loaner_time TEXT;

UPDATE move_search SET (loaner_stock, loaner_vin, loaner_time) = (
  SELECT v.stock, v.vin, b.time_utc FROM moves m JOIN bookings b ON b.id = m.booking_id
    JOIN vehicles v ON v.id = m.vehicle_id WHERE m.id = move_search.move_id
) WHERE move_id IN (SELECT id FROM moves WHERE role = 'loaner');

CREATE INDEX move_search_stock ON move_search (
  upper(replace(replace(replace(replace(replace(replace(
    loaner_stock, ' ', ''), '-', ''), '.', ''), '/', ''), '_', ''), '#', '')),
  loaner_time
) WHERE loaner_stock IS NOT NULL;
CREATE INDEX move_search_vin ON move_search (loaner_vin, loaner_time) WHERE loaner_vin IS NOT NULL;
DROP INDEX vehicles_stock;

-- The same for the loaners and the repair orders that persons added to a booking.
CREATE INDEX added_facts_stock ON added_facts (
  upper(replace(replace(replace(replace(replace(replace(
    content ->> '$.loaner.stock', ' ', ''), '-', ''), '.', ''), '/', ''), '_', ''), '#', ''))
) WHERE kind = 'loaner' AND json_valid(content);
CREATE INDEX added_facts_vin ON added_facts (content ->> '$.loaner.vin') WHERE kind = 'loaner' AND json_valid(content);
CREATE INDEX added_facts_reference ON added_facts ((content ->> '$.reference') COLLATE NOCASE)
  WHERE kind = 'repair-order' AND json_valid(content);
DROP INDEX bookings_reference;
CREATE INDEX bookings_reference ON bookings (reference COLLATE NOCASE) WHERE reference IS NOT NULL;
