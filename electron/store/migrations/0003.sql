-- The search lines that an earlier version wrote, and that maintenance makes anew (`remakeDueLines`). A new store has
-- none.
CREATE TABLE search_lines_due (
  seq INTEGER PRIMARY KEY REFERENCES move_search (seq)
) STRICT;

INSERT INTO search_lines_due (seq) SELECT seq FROM move_search;
