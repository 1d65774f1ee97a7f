-- The stock number of a loaner without case, blanks and punctuation, so that a save finds the bookings of one loaner
-- without reading those of three months. `bareStock` makes the same text.
CREATE INDEX vehicles_stock ON vehicles (
  upper(replace(replace(replace(replace(replace(replace(stock, ' ', ''), '-', ''), '.', ''), '/', ''), '_', ''), '#', ''))
) WHERE stock IS NOT NULL;
