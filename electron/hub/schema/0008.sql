SET ROLE board_owner;

-- Erases the personal data of a booking from every table. An entry that may still be sent is withdrawn first.
CREATE FUNCTION board.erase(p_incarnation text, p_booking text, p_who text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right;
BEGIN
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
  PERFORM board.add_event(p_incarnation, 'forgotten', p_booking, NULL,
    jsonb_strip_nulls(jsonb_build_object('who', p_who)), '{}');
  RETURN '{"ok": true}';
END $$;

CREATE OR REPLACE FUNCTION board.forget(p_incarnation text, p_booking text, p_body jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
BEGIN
  PERFORM board.lock_hub();
  PERFORM board.calling_desk(p_incarnation);
  PERFORM board.need_person(p_body);
  PERFORM board.need_id(jsonb_build_object('booking', p_booking), 'booking');
  RETURN board.erase(p_incarnation, p_booking, p_body->>'who');
END $$;
RESET ROLE;
