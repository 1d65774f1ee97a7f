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
