-- What only the provider says of a move: JSON of `MoveNews`, or null before the provider said anything of the kind.
ALTER TABLE moves ADD COLUMN provider_news TEXT;
