SET ROLE board_owner;

-- A desk that owned the entry in the log. A line that only names the entry of another desk made nothing its own.
CREATE OR REPLACE FUNCTION board.had_entry(r board.send_right) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT board.may_settle(r) OR EXISTS (SELECT FROM board.event e
    WHERE e.booking = r.booking AND e.entry = r.entry AND e.desk = session_user AND e.kind IN ('saved', 'taken')
      AND e.effect->'right'->>'owner' = session_user)
$$;

CREATE FUNCTION board.list_of(p jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(p) WHEN 'array' THEN p ELSE '[]' END
$$;

-- What a person at a desk changed or withdrew that the newest body of the booking, which another desk has,
-- lacks. Rows of decisions, as the desks keep them, without words of persons.
CREATE FUNCTION board.late_acts(p_newest jsonb, p_said jsonb, p_role text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', said.kind || '-elsewhere', 'at', said.at, 'decided_by', NULL,
    'why', NULL, 'detail', own.name) ORDER BY said.at), '[]')
  FROM board.desk own, (
    SELECT DISTINCT i->>'kind' AS kind, i->>'at' AS at FROM jsonb_array_elements(board.list_of(p_said->'decisions')) i
    WHERE i->>'kind' IN ('changed', 'withdrawn') AND i->>'at' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$') said
  WHERE own.role = p_role AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(board.list_of(p_newest->'decisions')) known
    WHERE known->>'at' = said.at AND known->>'kind' IN (said.kind, said.kind || '-elsewhere'))
$$;

-- The open requests that the newest body lacks. Of two about a move that meet, the one of the newest body leaves.
CREATE FUNCTION board.late_amendments(p_newest jsonb, p_said jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(said), '[]') FROM jsonb_array_elements(board.list_of(p_said->'amendments')) said
  WHERE said->>'state' IN ('waiting', 'sending', 'submitted') AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(board.list_of(p_newest->'amendments')) known
    WHERE known->>'id' = said->>'id' OR (known->>'move_id' = said->>'move_id'
      AND known->>'kind' IN (said->>'kind', 'cancel') AND known->>'state' IN ('waiting', 'sending', 'submitted')))
$$;

-- The requests of the newest body, without those that a person at the calling desk withdrew before they left.
CREATE FUNCTION board.still_asked(p_newest jsonb, p_said jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(coalesce(said, known) ORDER BY n), '[]')
  FROM jsonb_array_elements(board.list_of(p_newest->'amendments')) WITH ORDINALITY k(known, n)
  LEFT JOIN jsonb_array_elements(board.list_of(p_said->'amendments')) said
    ON said->>'id' = known->>'id' AND said->>'code' = 'withdrawn' AND known->>'state' = 'waiting'
$$;

-- The added facts that the newest body lacks, without the mark of a change, whose values it lacks too.
CREATE FUNCTION board.late_facts(p_newest jsonb, p_said jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(said), '[]') FROM jsonb_array_elements(board.list_of(p_said->'addedFacts')) said
  WHERE said->>'kind' <> 'changed' AND NOT board.list_of(p_newest->'addedFacts') @> jsonb_build_array(said)
$$;

-- Writes the newest body with these rows added, and with these requests.
CREATE FUNCTION board.add_late(p_booking text, p_newest jsonb, p_acts jsonb, p_amendments jsonb, p_facts jsonb)
RETURNS void LANGUAGE sql AS $$
  UPDATE board.booking SET body = p_newest || jsonb_build_object(
    'decisions', board.list_of(p_newest->'decisions') || p_acts,
    'amendments', p_amendments,
    'addedFacts', board.list_of(p_newest->'addedFacts') || p_facts)
  WHERE booking = p_booking
    AND (p_acts || p_facts <> '[]' OR p_amendments <> board.list_of(p_newest->'amendments'))
$$;

-- What a desk that had the booking did before it knew of the takeover. The newest body keeps it for a snapshot, and
-- the effect says so to the desks that read the log, because each may be the next owner.
CREATE FUNCTION board.keep_late(p_booking text, p_said jsonb, p_role text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE newest jsonb; acts jsonb; amendments jsonb; facts jsonb;
BEGIN
  SELECT body INTO newest FROM board.booking WHERE booking = p_booking;
  IF jsonb_typeof(newest) IS DISTINCT FROM 'object' OR jsonb_typeof(p_said) IS DISTINCT FROM 'object' THEN
    RETURN '{}';
  END IF;
  acts := board.late_acts(newest, p_said, p_role);
  amendments := board.still_asked(newest, p_said) || board.late_amendments(newest, p_said);
  facts := board.late_facts(newest, p_said);
  PERFORM board.add_late(p_booking, newest, acts, amendments, facts);
  RETURN jsonb_build_object('late', true) || CASE acts WHEN '[]' THEN '{}' ELSE jsonb_build_object('acts', acts) END;
END $$;

-- An owner that has not read yet what was found late replaces the newest body, which keeps that. The rows of a body are
-- append-only, so that what the new body lacks was found late.
CREATE FUNCTION board.carry_late(p_booking text, p_before jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE newest jsonb; acts jsonb; amendments jsonb; facts jsonb;
BEGIN
  SELECT body INTO newest FROM board.booking WHERE booking = p_booking;
  IF jsonb_typeof(newest) IS DISTINCT FROM 'object' OR jsonb_typeof(p_before) IS DISTINCT FROM 'object' THEN
    RETURN;
  END IF;
  SELECT coalesce(jsonb_agg(d ORDER BY n), '[]') INTO acts
    FROM jsonb_array_elements(board.list_of(p_before->'decisions')) WITH ORDINALITY x(d, n)
    WHERE d->>'kind' IN ('changed-elsewhere', 'withdrawn-elsewhere')
      AND NOT board.list_of(newest->'decisions') @> jsonb_build_array(d);
  SELECT board.still_asked(newest, p_before) || coalesce(jsonb_agg(a ORDER BY n), '[]') INTO amendments
    FROM jsonb_array_elements(board.list_of(p_before->'amendments')) WITH ORDINALITY x(a, n)
    WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(board.list_of(newest->'amendments')) known
      WHERE known->>'id' = a->>'id');
  facts := board.late_facts(newest, p_before);
  PERFORM board.add_late(p_booking, newest, acts, amendments, facts);
END $$;

CREATE OR REPLACE FUNCTION board.apply_item(
  h board.hub, p_seq bigint, p_incarnation text, p_kind text, p_booking text, p_entry text, p_body jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right; effect jsonb; before jsonb;
BEGIN
  PERFORM board.check_ids(p_booking, p_entry);
  IF p_kind IN ('saved', 'settled') THEN PERFORM board.follow_role(p_entry); END IF;
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  IF p_kind = 'alone-claim' AND r.entry IS NOT NULL AND board.had_entry(r) IS NOT TRUE THEN RETURN '{}'; END IF;
  SELECT body INTO before FROM board.booking WHERE booking = p_booking;
  effect := board.apply_item_before(h, p_seq, p_incarnation, p_kind, p_booking, p_entry, p_body);
  IF p_kind = 'settled' AND board.is_not_booked(r, p_body) THEN effect := effect || '{"notBooked": true}'; END IF;
  IF p_kind IN ('saved', 'settled') AND r.owner <> session_user AND effect->'newest' IS DISTINCT FROM 'true'
    AND board.had_entry(r)
  THEN
    effect := effect || board.keep_late(p_booking, p_body->'booking', session_user);
    -- The taker settled the entry otherwise, so that the provider may have the booking of both.
    IF r.state = 'done' AND r.outcome <> 'booked' AND p_body->'right'->>'outcome' = 'booked' THEN
      effect := jsonb_build_object('conflict', r.owner) || effect;
    END IF;
  END IF;
  IF effect->'newest' = 'true' THEN PERFORM board.carry_late(p_booking, before); END IF;
  -- A new hub may hear the desk of before first, whose late acts the taker does not know.
  IF p_kind = 'saved' AND r.owner <> session_user AND effect->'newest' = 'true' THEN
    effect := effect || (board.keep_late(p_booking, before, r.owner) - 'late');
  END IF;
  RETURN effect;
END $$;
RESET ROLE;
