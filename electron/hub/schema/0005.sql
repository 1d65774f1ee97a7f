SET ROLE board_owner;

-- A portion of the newest bodies after the booking `p_after`. All portions of one REPEATABLE READ transaction show one
-- moment, without a lock, since such a transaction may not lock a row that changed meanwhile.
CREATE FUNCTION board.snapshot(p_incarnation text, p_after text, p_limit integer) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE h board.hub; portion jsonb; size integer := least(greatest(p_limit, 1), 1000);
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  IF current_setting('transaction_isolation') NOT IN ('repeatable read', 'serializable') THEN
    PERFORM board.fail('LK009', 'a snapshot needs a transaction of REPEATABLE READ');
  END IF;
  SELECT * INTO h FROM board.hub;
  SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'booking', b.booking, 'entry', b.entry, 'desk', b.desk, 'seq', b.seq, 'endedAt', board.utc(b.ended_at),
    'right', (SELECT board.right_json(r) FROM board.send_right r WHERE r.entry = b.entry)))
    || jsonb_build_object('body', b.body) ORDER BY b.booking), '[]') INTO portion
  FROM (SELECT * FROM board.booking WHERE booking > coalesce(p_after, '') ORDER BY booking LIMIT size) b;
  RETURN board.standing(h) || jsonb_build_object('bookings', portion,
    'next', CASE WHEN jsonb_array_length(portion) = size THEN portion->-1->>'booking' END
  ) || CASE WHEN coalesce(p_after, '') <> '' THEN '{}'::jsonb ELSE jsonb_build_object(
    'mark', (SELECT e.mark FROM board.event e WHERE e.seq = h.last_seq),
    'forgotten', (SELECT coalesce(jsonb_agg(f.booking ORDER BY f.booking), '[]') FROM board.forgotten f),
    'amendments', (SELECT coalesce(jsonb_agg(to_jsonb(a) - 'is_open' ORDER BY a.seq), '[]')
      FROM board.amendment a WHERE a.is_open)) END;
END $$;

-- Erases the personal data of a booking from every table. An entry that may still be sent is withdrawn first.
CREATE FUNCTION board.forget(p_incarnation text, p_booking text, p_body jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE h board.hub := board.lock_hub(); r board.send_right;
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  PERFORM board.need_person(p_body);
  PERFORM board.need_id(jsonb_build_object('booking', p_booking), 'booking');
  SELECT * INTO r FROM board.send_right WHERE booking = p_booking AND state <> 'done' LIMIT 1;
  IF r.entry IS NOT NULL THEN
    RETURN jsonb_build_object('ok', false, 'reason', 'state', 'right', board.right_json(r));
  END IF;
  IF EXISTS (SELECT FROM board.forgotten WHERE booking = p_booking) THEN RETURN '{"ok": true}'; END IF;
  INSERT INTO board.forgotten (booking) VALUES (p_booking);
  UPDATE board.event SET body = '{}' WHERE booking = p_booking AND body <> '{}';
  DELETE FROM board.booking WHERE booking = p_booking;
  DELETE FROM board.reference WHERE booking = p_booking;
  DELETE FROM board.amendment WHERE booking = p_booking;
  PERFORM board.add_event(p_incarnation, 'forgotten', p_booking, NULL, jsonb_build_object('who', p_body->>'who'), '{}');
  RETURN '{"ok": true}';
END $$;

-- The retention, for the maintenance of the hub alone: drops events and ended bookings that are too old, at most
-- `p_limit` of each a call, and answers how many events and bookings went.
CREATE FUNCTION board.drop_old(p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE h board.hub := board.lock_hub(); cutoff timestamptz; floor_to bigint; events bigint; gone text[];
BEGIN
  cutoff := clock_timestamp() - make_interval(days => h.kept_days);
  SELECT coalesce(min(seq) - 1, h.last_seq) INTO floor_to FROM board.event WHERE at >= cutoff;
  floor_to := least(floor_to, h.floor_seq + p_limit);
  UPDATE board.hub SET floor_seq = greatest(floor_seq, floor_to);
  DELETE FROM board.event WHERE seq <= floor_to;
  GET DIAGNOSTICS events = ROW_COUNT;
  SELECT coalesce(array_agg(o.booking), '{}') INTO gone FROM (
    SELECT b.booking::text FROM board.booking b LEFT JOIN board.send_right r ON r.entry = b.entry
    WHERE b.ended_at < cutoff AND coalesce(r.state = 'done', true) ORDER BY b.ended_at LIMIT p_limit) o;
  DELETE FROM board.booking WHERE booking = ANY (gone);
  DELETE FROM board.send_right WHERE booking = ANY (gone);
  DELETE FROM board.reference WHERE booking = ANY (gone);
  DELETE FROM board.amendment WHERE booking = ANY (gone);
  RETURN jsonb_build_object('events', events, 'bookings', cardinality(gone),
    'floorSeq', greatest(h.floor_seq, floor_to));
END $$;

GRANT EXECUTE ON FUNCTION board.hello, board.beat, board.append, board.claim, board.take, board.snapshot, board.forget
  TO desk;
RESET ROLE;
