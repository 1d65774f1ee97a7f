SET ROLE board_owner;

-- The desk from which the entry was taken over says that its claim booked nothing. That counts while no other desk
-- claimed the entry, and while the hub lost no claim: the owner may then send the entry after a claim of its own.
CREATE FUNCTION board.is_not_booked(r board.send_right, p_body jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_body->'notBooked' = 'true' AND r.state = 'doubt' AND r.taken_from = session_user
    AND r.claimants = ARRAY[session_user::text] AND board.read_whole(p_body->'right', 'rev') = r.rev
    AND r.epoch = (SELECT epoch FROM board.hub), false)
$$;

-- A desk that has or had the entry. A new hub may lack the claim of an older epoch.
CREATE FUNCTION board.had_entry(r board.send_right) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT board.may_settle(r) OR EXISTS (SELECT FROM board.event e
    WHERE e.booking = r.booking AND e.entry = r.entry AND e.desk = session_user AND e.kind IN ('saved', 'taken'))
$$;

-- A booking has one entry, so that no item about one booking replaces the body of another.
CREATE FUNCTION board.check_ids(p_booking text, p_entry text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM board.send_right WHERE entry = p_entry AND booking <> p_booking)
    OR EXISTS (SELECT FROM board.booking WHERE booking = p_booking AND entry <> p_entry)
  THEN PERFORM board.fail('LK004', 'the booking has another entry'); END IF;
END $$;

-- A desk that was invited again has another role. Its bookings belong to the role of before, which is retired.
CREATE FUNCTION board.follow_role(p_entry text) RETURNS void LANGUAGE sql AS $$
  UPDATE board.send_right r SET owner = session_user, rev = rev + 1, handed_over = false, handed_to = NULL,
    changed_at = clock_timestamp()
  FROM board.desk own, board.desk before
  WHERE r.entry = p_entry AND own.role = session_user AND before.role = r.owner AND before.role <> own.role
    AND before.gone_at IS NOT NULL AND lower(before.name) = lower(own.name)
$$;

ALTER FUNCTION board.apply_item(board.hub, bigint, text, text, text, text, jsonb) RENAME TO apply_item_before;
CREATE FUNCTION board.apply_item(
  h board.hub, p_seq bigint, p_incarnation text, p_kind text, p_booking text, p_entry text, p_body jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right; effect jsonb;
BEGIN
  PERFORM board.check_ids(p_booking, p_entry);
  IF p_kind IN ('saved', 'settled') THEN PERFORM board.follow_role(p_entry); END IF;
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  IF p_kind = 'alone-claim' AND r.entry IS NOT NULL AND board.had_entry(r) IS NOT TRUE THEN RETURN '{}'; END IF;
  effect := board.apply_item_before(h, p_seq, p_incarnation, p_kind, p_booking, p_entry, p_body);
  IF p_kind = 'settled' AND board.is_not_booked(r, p_body) THEN effect := effect || '{"notBooked": true}'; END IF;
  RETURN effect;
END $$;

-- An invitation that was never used reads nothing, so that a file that leaks later shows no booking. The functions run
-- as the owner, for whom the policies do not count.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['event', 'booking', 'send_right', 'reference', 'amendment', 'forgotten'] LOOP
    EXECUTE format('ALTER TABLE board.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY heard ON board.%I FOR SELECT TO desk USING (EXISTS (
      SELECT FROM board.desk d WHERE d.role = session_user AND d.incarnation IS NOT NULL))', name);
  END LOOP;
END $$;
RESET ROLE;
