SET ROLE board_owner;

-- The desk from which the entry was taken over says that its claim booked nothing. That counts while no other desk
-- claimed the entry, and while the hub lost no claim: the owner may then send the entry after a claim of its own.
CREATE FUNCTION board.is_not_booked(r board.send_right, p_body jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_body->'notBooked' = 'true' AND r.state = 'doubt' AND r.taken_from = session_user
    AND r.claimants = ARRAY[session_user::text] AND board.read_whole(p_body->'right', 'rev') = r.rev
    AND r.epoch = (SELECT epoch FROM board.hub), false)
$$;

ALTER FUNCTION board.apply_item(board.hub, bigint, text, text, text, text, jsonb) RENAME TO apply_item_before;
CREATE FUNCTION board.apply_item(
  h board.hub, p_seq bigint, p_incarnation text, p_kind text, p_booking text, p_entry text, p_body jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right; effect jsonb;
BEGIN
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  effect := board.apply_item_before(h, p_seq, p_incarnation, p_kind, p_booking, p_entry, p_body);
  IF p_kind = 'settled' AND board.is_not_booked(r, p_body) THEN effect := effect || '{"notBooked": true}'; END IF;
  RETURN effect;
END $$;
RESET ROLE;
