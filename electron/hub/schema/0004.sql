SET ROLE board_owner;

-- What stays of an event of a forgotten booking: words of the protocol and the name of the person at the dealership.
CREATE FUNCTION board.without_personal_data(p_body jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(p_body)
  WHERE key IN ('right', 'amendment', 'move', 'kind', 'outcome', 'attempt', 'withdrawn', 'to', 'who')
$$;

-- Applies an item of a desk and answers the effect. A kind of a later version has no effect and stays in the log.
CREATE FUNCTION board.apply_item(
  h board.hub, p_seq bigint, p_incarnation text, p_kind text, p_booking text, p_entry text, p_body jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right; effect jsonb := '{}'; said board.send_right; is_newest boolean := false; other text;
  was text;
BEGIN
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  CASE p_kind
    WHEN 'saved' THEN
      IF p_booking IS NULL OR p_entry IS NULL THEN PERFORM board.fail('LK004', 'a saved booking has two ids'); END IF;
      said := board.read_right(p_body->'right');
      was := r.owner; r := board.offer(h, p_incarnation, p_booking, p_entry, said);
      IF r.owner = session_user AND r.state = 'doubt' AND said.state = 'waiting' AND was <> session_user THEN
        effect := jsonb_build_object('conflict', was);
      END IF;
      -- After a loss a former owner tells its proof by `saved`, and the owner may not know of the proof yet.
      is_newest := CASE WHEN r.outcome IS NOT DISTINCT FROM 'booked'
        THEN said.outcome IS NOT DISTINCT FROM 'booked' AND session_user IN (r.owner, r.settled_by)
        ELSE r.owner = session_user END;
    WHEN 'settled' THEN
      said := board.read_right(p_body->'right'); was := r.state;
      IF r.state = 'done' AND r.outcome = 'booked' AND said.outcome = 'booked' AND r.settled_by <> session_user
        AND r.claimants @> ARRAY[r.settled_by, session_user::text]
      THEN
        effect := jsonb_build_object('conflict', r.settled_by);
      END IF;
      IF r.entry IS NOT NULL THEN r := board.settle(r, said); END IF;
      -- A body of the owner that does not know of a proof yet says less than the body of the proof.
      -- Of a desk that is no owner, only the line that proves the booking says more than the owner.
      is_newest := (r.settled_by = session_user AND r.state <> was) OR (r.owner = session_user
        AND (r.outcome IS DISTINCT FROM 'booked' OR said.outcome IS NOT DISTINCT FROM 'booked'));
    WHEN 'changed' THEN
      is_newest := r.owner = session_user
        OR (r.state = 'done' AND board.read_whole(p_body->'right', 'rev') IS NOT DISTINCT FROM r.rev);
    WHEN 'handed-over' THEN
      IF r.entry IS NOT NULL THEN r := board.hand_over(r, p_body); END IF;
    WHEN 'alone-claim' THEN
      IF r.owner <> session_user OR r.state <> 'waiting' THEN effect := jsonb_build_object('conflict', r.owner); END IF;
      IF r.entry IS NOT NULL THEN r := board.claim_alone(r, p_incarnation, p_body); END IF;
    WHEN 'amendment-opened' THEN
      effect := jsonb_build_object('amendment', board.open_amendment(p_seq, p_booking, p_body));
    WHEN 'amendment-closed' THEN
      effect := jsonb_build_object('amendment', board.close_amendment(p_body));
    WHEN 'refilled' THEN
      UPDATE board.desk SET refilled_epoch = greatest(refilled_epoch, least(board.read_whole(p_body, 'epoch'), h.epoch))
        WHERE role = session_user;
    WHEN 'desk-gone' THEN
      effect := board.mark_gone(p_body);
    ELSE
      NULL;
  END CASE;
  IF r.entry IS NOT NULL THEN effect := effect || jsonb_build_object('right', board.right_json(r)); END IF;
  IF p_booking IS NOT NULL AND jsonb_typeof(p_body->'booking') = 'object' AND (coalesce(is_newest, false) OR (
    p_kind = 'saved' AND NOT EXISTS (SELECT FROM board.booking b WHERE b.booking = p_booking)))
  THEN
    other := board.keep_booking(p_seq, p_booking, p_entry, p_body);
    effect := effect || jsonb_strip_nulls(jsonb_build_object('newest', true, 'referenceOf', other));
  END IF;
  RETURN effect;
END $$;

-- A repeat is harmless. Another item under a number that is used means that two stores speak for one desk.
CREATE FUNCTION board.check_repeat(p_incarnation text, p_n bigint, p_item jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE e board.event;
BEGIN
  SELECT * INTO e FROM board.event WHERE desk = session_user AND incarnation = p_incarnation AND n = p_n;
  IF e.seq IS NULL OR (e.kind = p_item->>'kind' AND e.entry IS NOT DISTINCT FROM p_item->>'entry' AND (
    e.body = coalesce(p_item->'body', '{}') OR EXISTS (SELECT FROM board.forgotten f WHERE f.booking = e.booking)
  )) THEN RETURN; END IF;
  PERFORM board.fail('LK005', format('n %s was used for another item', p_n));
END $$;

CREATE FUNCTION board.append(p_incarnation text, p_items jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE
  h board.hub := board.lock_hub(); s bigint := h.last_seq; last bigint; i jsonb; item_n bigint; item_body jsonb;
  item_booking text; item_entry text; effect jsonb;
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  SELECT last_n INTO last FROM board.incarnation WHERE desk = session_user AND incarnation = p_incarnation;
  IF jsonb_typeof(p_items) IS DISTINCT FROM 'array' THEN PERFORM board.fail('LK004', 'the items are no list'); END IF;
  FOR i IN SELECT value FROM jsonb_array_elements(p_items) LOOP
    item_n := board.read_whole(i, 'n'); item_body := coalesce(i->'body', '{}');
    IF item_n IS NULL OR coalesce(length(i->>'kind'), 0) NOT BETWEEN 1 AND 40
      OR jsonb_typeof(item_body) <> 'object'
    THEN
      PERFORM board.fail('LK004', format('item %s after n %s cannot be read', coalesce(i->>'n', ''), last));
    ELSIF item_n <= last THEN
      PERFORM board.check_repeat(p_incarnation, item_n, i);
      CONTINUE;
    ELSIF item_n > last + 1 THEN
      PERFORM board.fail('LK003', format('n %s does not follow n %s', item_n, last));
    END IF;
    item_entry := board.read_id(i, 'entry');
    item_booking := coalesce(board.read_id(i, 'booking'),
      (SELECT r.booking FROM board.send_right r WHERE r.entry = item_entry));
    last := item_n; s := s + 1; effect := '{}';
    IF EXISTS (SELECT FROM board.forgotten f WHERE f.booking = item_booking) THEN
      item_body := board.without_personal_data(item_body); effect := '{"forgotten": true}';
    END IF;
    effect := effect || board.apply_item(h, s, p_incarnation, i->>'kind', item_booking, item_entry, item_body);
    INSERT INTO board.event (seq, desk, incarnation, n, kind, booking, entry, body, effect)
      VALUES (s, session_user, p_incarnation, item_n, i->>'kind', item_booking, item_entry, item_body, effect);
  END LOOP;
  UPDATE board.desk SET seen_at = clock_timestamp() WHERE role = session_user;
  IF s > h.last_seq THEN
    UPDATE board.incarnation SET last_n = last WHERE desk = session_user AND incarnation = p_incarnation;
    PERFORM board.close_events(s);
  END IF;
  RETURN jsonb_build_object('lastN', last, 'lastSeq', s);
END $$;

-- The unacknowledged duplicates that other desks made: earlier ones, and those that may have left. A pickup and a
-- return are no duplicates of one another.
CREATE FUNCTION board.find_duplicates(p_booking text, p_acknowledged jsonb) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(o.booking::text ORDER BY o.first_seq), '{}')
  FROM board.booking b JOIN board.booking o ON o.day = b.day AND o.desk <> b.desk
    AND coalesce(o.action = b.action, true)
    AND (o.phone = b.phone OR o.name_key = b.name_key OR o.ro = b.ro OR o.vins && b.vins)
  LEFT JOIN board.send_right r ON r.entry = o.entry
  WHERE b.booking = p_booking AND o.duplicable AND r.outcome IS DISTINCT FROM 'withdrawn'
    AND (o.first_seq < b.first_seq OR r.state <> 'waiting')
    AND NOT coalesce(p_acknowledged, '[]') ? o.booking
$$;

-- The one point of sending: no byte leaves before this commit answers yes.
CREATE FUNCTION board.claim(p_incarnation text, p_entry text, p_rev bigint, p_attempt text, p_body jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE
  h board.hub := board.lock_hub(); r board.send_right; reason text; pause bigint := board.claim_pause_ms(h);
  found text[]; detail jsonb := '{}'; is_resend boolean := p_body->'resend' IS NOT DISTINCT FROM 'true';
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  IF coalesce(length(p_attempt), 0) NOT BETWEEN 1 AND 64 THEN PERFORM board.fail('LK004', 'attempt is no id'); END IF;
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  IF r.owner = session_user AND r.state = 'claimed' AND r.attempt = p_attempt AND r.incarnation = p_incarnation THEN
    -- The answer to this claim was lost on its way.
    RETURN jsonb_build_object('ok', true, 'right', board.right_json(r));
  END IF;
  SELECT board.find_duplicates(r.booking, p_body->'acknowledged') INTO found;
  reason := CASE
    WHEN r.entry IS NULL THEN 'unknown'
    WHEN r.owner <> session_user THEN 'owner'
    -- A resend repeats the bytes of an attempt in doubt, which a taker does not have.
    WHEN r.state <> 'waiting' AND NOT (is_resend AND r.state = 'doubt' AND r.taken_from IS NULL) THEN 'state'
    WHEN r.handed_over THEN 'handed-over'
    WHEN r.rev IS DISTINCT FROM p_rev THEN 'stale'
    WHEN pause > 0 THEN 'starting'
    WHEN board.is_frozen(h, r) THEN 'frozen'
    WHEN (SELECT b.reference_of FROM board.booking b WHERE b.booking = r.booking) IS NOT NULL THEN 'reference'
    WHEN cardinality(found) > 0 THEN 'duplicate'
  END;
  IF reason IS NOT NULL THEN
    IF reason = 'duplicate' THEN detail := jsonb_build_object('duplicates', found); END IF;
    IF r.entry IS NOT NULL THEN detail := detail || jsonb_build_object('right', board.right_json(r)); END IF;
    RETURN board.standing(h) || detail || jsonb_build_object('ok', false, 'reason', reason);
  END IF;
  UPDATE board.send_right SET state = 'claimed', rev = rev + 1, attempt = p_attempt, incarnation = p_incarnation,
    outcome = NULL, settled_by = NULL, taken_from = NULL, claimants = board.with_caller(claimants),
    claimed_at = clock_timestamp(), changed_at = clock_timestamp()
    WHERE entry = p_entry RETURNING * INTO r;
  PERFORM board.add_event(p_incarnation, 'claimed', r.booking, p_entry, NULL,
    jsonb_build_object('right', board.right_json(r)));
  RETURN jsonb_build_object('ok', true, 'right', board.right_json(r));
END $$;

-- What was claimed may have left, so the taker gets a doubt and sends nothing; what waits or is done stays
-- so. A person who names one booking (`one`) takes the booking also from a desk that is heard.
CREATE FUNCTION board.take(p_incarnation text, p_entry text, p_rev bigint, p_body jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE
  h board.hub := board.lock_hub(); r board.send_right; o board.desk; reason text; detail jsonb := '{}';
  is_one boolean := p_body->'one' IS NOT DISTINCT FROM 'true'; is_offered boolean;
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  PERFORM board.need_person(p_body);
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  SELECT * INTO o FROM board.desk WHERE role = r.owner;
  is_offered := o.gone_at IS NOT NULL OR NOT board.was_heard(o.seen_at, '90 seconds')
    OR (r.handed_over AND coalesce(r.handed_to = session_user, true));
  reason := CASE
    WHEN r.entry IS NULL THEN 'unknown'
    WHEN r.owner = session_user THEN 'own'
    WHEN r.state = 'done' AND NOT is_one THEN 'state'
    WHEN r.rev IS DISTINCT FROM p_rev THEN 'stale'
    WHEN board.is_frozen(h, r) THEN 'frozen'
    WHEN NOT is_offered AND NOT is_one THEN 'heard'
    -- The desk that is heard sends the entry in this moment, and its outcome comes soon.
    WHEN NOT is_offered AND r.state = 'claimed' THEN 'sending'
  END;
  IF reason IS NOT NULL THEN
    IF r.entry IS NOT NULL THEN detail := jsonb_build_object('right', board.right_json(r)); END IF;
    RETURN board.standing(h) || detail || jsonb_build_object('ok', false, 'reason', reason);
  END IF;
  UPDATE board.send_right SET owner = session_user, rev = rev + 1, taken_from = r.owner, handed_over = false,
    handed_to = NULL, changed_at = clock_timestamp(),
    state = CASE WHEN state IN ('waiting', 'done') THEN state ELSE 'doubt' END
    WHERE entry = p_entry RETURNING * INTO r;
  PERFORM board.add_event(p_incarnation, 'taken', r.booking, p_entry, p_body,
    jsonb_build_object('right', board.right_json(r)));
  RETURN jsonb_strip_nulls(jsonb_build_object('ok', true, 'right', board.right_json(r),
    'claimedMsAgo', floor(1000 * extract(epoch FROM clock_timestamp() - r.claimed_at))));
END $$;
RESET ROLE;
