SET ROLE board_owner;

-- How near an entry is to the provider. Of two claims of one revision the nearer one stays.
CREATE FUNCTION board.nearness(p_state text, p_outcome text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_state = 'done' AND p_outcome = 'booked' THEN 3 WHEN p_state IN ('claimed', 'doubt') THEN 2
    WHEN p_state = 'done' THEN 1 ELSE 0 END
$$;

-- The right as an item names it. A right without an epoch counts as offered in the oldest.
CREATE FUNCTION board.read_right(p_right jsonb) RETURNS board.send_right LANGUAGE plpgsql AS $$
DECLARE r board.send_right;
BEGIN
  r.state := p_right->>'state'; r.rev := board.read_whole(p_right, 'rev'); r.attempt := p_right->>'attempt';
  r.outcome := p_right->>'outcome'; r.epoch := coalesce(board.read_whole(p_right, 'epoch'), 0);
  r.claimed_at := board.read_instant(p_right, 'claimedAt');
  IF r.state IS NULL OR r.state NOT IN ('waiting', 'claimed', 'doubt', 'done') OR coalesce(r.rev, 0) < 1 THEN
    PERFORM board.fail('LK004', 'the send right cannot be read');
  END IF;
  RETURN r;
END $$;

-- Moves the right as its desk says: `p_said.rev` is the revision from which the desk moves.
CREATE FUNCTION board.with_caller(p_claimants text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN session_user = ANY (p_claimants) THEN p_claimants ELSE p_claimants || session_user::text END
$$;

CREATE FUNCTION board.settle(r board.send_right, p_said board.send_right) RETURNS board.send_right
LANGUAGE plpgsql AS $$
DECLARE
  is_proof boolean := p_said.state = 'done' AND p_said.outcome = 'booked';
  is_move boolean := r.state <> p_said.state;
BEGIN
  IF r.owner <> session_user THEN
    -- A proof of the booking ends the doubt of another desk, and nothing else of a former owner counts.
    IF NOT is_proof OR r.state = 'done' THEN RETURN r; END IF;
  ELSIF r.state = 'done' THEN
    IF is_move OR r.outcome = 'booked' THEN RETURN r; END IF;
  ELSIF is_move AND p_said.state = 'claimed' AND r.state <> 'waiting' THEN
    RETURN r;
  ELSIF NOT is_proof AND p_said.state NOT IN ('claimed', 'doubt') AND p_said.rev <> r.rev THEN
    -- An old line says nothing of what happened since, for example of a takeover there and back.
    RETURN r;
  END IF;
  UPDATE board.send_right SET state = p_said.state, outcome = p_said.outcome, rev = rev + is_move::integer,
    settled_by = session_user, changed_at = clock_timestamp(),
    claimants = CASE WHEN p_said.state = 'claimed' THEN board.with_caller(claimants) ELSE claimants END,
    attempt = CASE WHEN p_said.state = 'waiting' THEN NULL ELSE coalesce(p_said.attempt, attempt) END,
    claimed_at = CASE WHEN p_said.state = 'waiting' THEN NULL ELSE coalesce(claimed_at, p_said.claimed_at) END
    WHERE entry = r.entry RETURNING * INTO r;
  RETURN r;
END $$;

-- The right after `saved`. Under an older epoch the hub may have lost moves of the right: the higher revision is later.
CREATE FUNCTION board.offer(h board.hub, p_incarnation text, p_booking text, p_entry text, p_said board.send_right)
RETURNS board.send_right LANGUAGE plpgsql AS $$
DECLARE r board.send_right; o board.send_right := p_said;
BEGIN
  o.entry := p_entry; o.booking := p_booking; o.owner := session_user; o.incarnation := p_incarnation;
  o.handed_over := false; o.epoch := least(o.epoch, h.epoch); o.changed_at := clock_timestamp();
  o.settled_by := CASE WHEN o.state = 'done' THEN session_user END;
  o.claimants := CASE WHEN o.state = 'waiting' THEN '{}' ELSE board.with_caller('{}') END;
  IF o.state IN ('claimed', 'doubt') THEN o.claimed_at := coalesce(o.claimed_at, clock_timestamp()); END IF;
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  IF r.entry IS NULL THEN
    INSERT INTO board.send_right SELECT o.*;
    RETURN o;
  END IF;
  IF r.epoch < h.epoch AND r.outcome = 'booked' AND r.owner <> session_user AND o.rev > r.rev THEN
    -- The proof of a former owner stays, and the entry is the taker's.
    UPDATE board.send_right SET owner = session_user, rev = o.rev + 1, taken_from = r.owner,
      changed_at = clock_timestamp() WHERE entry = p_entry RETURNING * INTO r;
    RETURN r;
  END IF;
  IF r.epoch >= h.epoch OR (r.owner = session_user AND o.rev <= r.rev) OR r.outcome = 'booked'
    OR (o.rev, board.nearness(o.state, o.outcome)) <= (r.rev, board.nearness(r.state, r.outcome))
  THEN RETURN board.settle(r, o); END IF;
  IF r.owner <> session_user AND o.state = 'waiting' AND r.state <> 'waiting' THEN
    -- The desk of before sent the entry without the hub, of which the taker does not know.
    o.state := 'doubt'; o.rev := o.rev + 1; o.taken_from := r.owner;
    o.claimed_at := r.claimed_at; o.claimants := r.claimants;
  END IF;
  DELETE FROM board.send_right WHERE entry = p_entry;
  INSERT INTO board.send_right SELECT o.*;
  RETURN o;
END $$;

-- Keeps the body as the newest of its booking. Answers the other booking that has one of the references.
CREATE FUNCTION board.keep_booking(p_seq bigint, p_booking text, p_entry text, p_body jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  k jsonb := coalesce(p_body->'keys', '{}'); other text;
  sent text[] := board.read_texts(k->'references');
BEGIN
  INSERT INTO board.reference SELECT unnest(sent), p_booking ON CONFLICT DO NOTHING;
  SELECT f.booking INTO other FROM board.reference f WHERE f.reference = ANY (sent) AND f.booking <> p_booking LIMIT 1;
  INSERT INTO board.booking AS b (
    booking, entry, desk, first_seq, seq, body, day, action, vins, ro, phone, name_key, duplicable,
    ended_at, reference_of
  ) VALUES (
    p_booking, p_entry, session_user, p_seq, p_seq, p_body->'booking', k->>'day', k->>'action',
    board.read_texts(k->'vins'), k->>'ro', k->>'phone', k->>'name',
    k->'duplicable' IS DISTINCT FROM 'false', board.read_instant(k, 'endedAt'), other
  ) ON CONFLICT (booking) DO UPDATE SET entry = coalesce(excluded.entry, b.entry), seq = excluded.seq,
    body = excluded.body, day = excluded.day, action = excluded.action, vins = excluded.vins, ro = excluded.ro,
    phone = excluded.phone, name_key = excluded.name_key, duplicable = excluded.duplicable,
    ended_at = excluded.ended_at, reference_of = excluded.reference_of;
  RETURN other;
END $$;

-- The first open amendment of a move and kind is the one that leaves; a cancellation ends a change.
CREATE FUNCTION board.open_amendment(p_seq bigint, p_booking text, p_body jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  asked text := board.need_id(p_body, 'amendment'); moved text := board.need_id(p_body, 'move');
  asked_kind text := p_body->>'kind'; a board.amendment; ended text; became text := 'open';
BEGIN
  IF asked_kind IS NULL THEN PERFORM board.fail('LK004', 'the kind of the amendment is missing'); END IF;
  SELECT * INTO a FROM board.amendment WHERE amendment = asked;
  IF a.amendment IS NOT NULL THEN
    RETURN jsonb_build_object('state', CASE WHEN a.is_open THEN 'open' ELSE a.outcome END);
  END IF;
  SELECT * INTO a FROM board.amendment WHERE move = moved AND is_open AND kind IN (asked_kind, 'cancel')
    ORDER BY kind = asked_kind DESC LIMIT 1;
  IF a.amendment IS NOT NULL THEN
    became := CASE WHEN a.kind = asked_kind THEN 'joined' ELSE 'refused' END;
  ELSIF asked_kind = 'cancel' THEN
    UPDATE board.amendment SET is_open = false, outcome = 'superseded'
      WHERE move = moved AND is_open AND kind = 'change' RETURNING amendment INTO ended;
  END IF;
  INSERT INTO board.amendment VALUES (asked, moved, p_booking, asked_kind, session_user, p_seq, became = 'open',
    nullif(became, 'open'), p_body);
  RETURN jsonb_strip_nulls(jsonb_build_object('state', became, 'with', a.amendment, 'ended', ended));
END $$;

CREATE FUNCTION board.close_amendment(p_body jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE asked text := board.need_id(p_body, 'amendment'); a board.amendment;
BEGIN
  UPDATE board.amendment SET is_open = false, outcome = coalesce(p_body->>'outcome', 'closed')
    WHERE amendment = asked AND (is_open OR outcome = 'joined') RETURNING * INTO a;
  IF a.amendment IS NULL THEN RETURN '{}'; END IF;
  RETURN jsonb_build_object('state', 'closed', 'outcome', a.outcome);
END $$;

-- A person names a desk gone, for example after a theft. A desk that was just heard is not gone.
CREATE FUNCTION board.mark_gone(p_body jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE gone text;
BEGIN
  PERFORM board.need_person(p_body);
  UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = p_body->>'desk' AND role <> session_user
    AND gone_at IS NULL AND NOT board.was_heard(seen_at, '90 seconds') RETURNING role INTO gone;
  RETURN jsonb_strip_nulls(jsonb_build_object('gone', gone));
END $$;

-- A person sent the entry without the hub. If another desk holds the entry by now, that desk must not send it.
CREATE FUNCTION board.claim_alone(r board.send_right, p_incarnation text, p_body jsonb) RETURNS board.send_right
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM board.need_person(p_body);
  UPDATE board.send_right SET claimants = board.with_caller(claimants) WHERE entry = r.entry RETURNING * INTO r;
  IF r.state <> 'waiting' THEN RETURN r; END IF;
  UPDATE board.send_right SET state = CASE WHEN owner = session_user THEN 'claimed' ELSE 'doubt' END, rev = rev + 1,
    attempt = p_body->>'attempt', incarnation = p_incarnation, handed_over = false, handed_to = NULL,
    claimed_at = clock_timestamp(), changed_at = clock_timestamp() WHERE entry = r.entry RETURNING * INTO r;
  RETURN r;
END $$;

CREATE FUNCTION board.hand_over(r board.send_right, p_body jsonb) RETURNS board.send_right LANGUAGE plpgsql AS $$
DECLARE is_back boolean := p_body->'withdrawn' IS NOT DISTINCT FROM 'true';
BEGIN
  IF r.owner <> session_user OR r.state = 'done' THEN RETURN r; END IF;
  UPDATE board.send_right SET handed_over = NOT is_back, handed_to = CASE WHEN NOT is_back THEN p_body->>'to' END,
    changed_at = clock_timestamp() WHERE entry = r.entry RETURNING * INTO r;
  RETURN r;
END $$;
RESET ROLE;
