SET ROLE board_owner;

-- Desks of this version and of the version before may work with these functions.
CREATE FUNCTION board.function_version() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';

CREATE FUNCTION board.utc(p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS
$$ SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Presence goes by the clock of the hub. A clock that was set back by more counts as silence until the next beat.
CREATE FUNCTION board.was_heard(p_seen timestamptz, p_within interval) RETURNS boolean LANGUAGE sql VOLATILE AS
$$ SELECT coalesce(clock_timestamp() - p_seen BETWEEN -p_within AND p_within, false) $$;

CREATE FUNCTION board.fail(p_code text, p_message text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = p_code, MESSAGE = p_message;
END $$;

CREATE FUNCTION board.read_id(p_json jsonb, p_field text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF p_json->>p_field IS NULL OR length(p_json->>p_field) BETWEEN 20 AND 40 THEN RETURN p_json->>p_field; END IF;
  PERFORM board.fail('LK004', format('%s is no id', p_field));
END $$;

CREATE FUNCTION board.need_id(p_json jsonb, p_field text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF p_json->>p_field IS NULL THEN PERFORM board.fail('LK004', format('%s is missing', p_field)); END IF;
  RETURN board.read_id(p_json, p_field);
END $$;

-- A whole number of 18 digits at the most, else null.
CREATE FUNCTION board.read_whole(p_json jsonb, p_field text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF p_json->>p_field ~ '^[0-9]{1,18}$' THEN RETURN (p_json->>p_field)::bigint; END IF;
  RETURN NULL;
END $$;

-- An instant as the desks write them, else null. A text that only looks like an instant is null too.
CREATE FUNCTION board.read_instant(p_json jsonb, p_field text) RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  IF p_json->>p_field !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$' THEN RETURN NULL; END IF;
  RETURN (p_json->>p_field)::timestamptz;
EXCEPTION WHEN datetime_field_overflow THEN
  RETURN NULL;
END $$;

-- The texts of a list; whatever else stands in the list is left out.
CREATE FUNCTION board.read_texts(p_list jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF jsonb_typeof(p_list) IS DISTINCT FROM 'array' THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT t #>> '{}' FROM jsonb_array_elements(p_list) t WHERE jsonb_typeof(t) = 'string');
END $$;

-- Decisions about another desk carry the name of the person who made them.
CREATE FUNCTION board.need_person(p_body jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(btrim(p_body->>'who'), '') = '' THEN PERFORM board.fail('LK004', 'who is missing'); END IF;
END $$;

-- Takes the one lock. The commit is flushed whatever the session is set to, because a desk acts on the answer.
CREATE FUNCTION board.lock_hub() RETURNS board.hub LANGUAGE plpgsql AS $$
DECLARE h board.hub;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT * INTO STRICT h FROM board.hub FOR UPDATE;
  RETURN h;
END $$;

-- The calling desk, which must speak with the incarnation of its last `hello`.
CREATE FUNCTION board.calling_desk(p_incarnation text) RETURNS board.desk LANGUAGE plpgsql AS $$
DECLARE d board.desk;
BEGIN
  SELECT * INTO d FROM board.desk WHERE role = session_user;
  IF d.role IS NULL THEN PERFORM board.fail('LK001', 'this role is not on the roster'); END IF;
  IF d.incarnation IS NULL OR d.gone_at IS NOT NULL THEN PERFORM board.fail('LK008', 'hello comes first'); END IF;
  IF d.incarnation IS DISTINCT FROM p_incarnation THEN
    PERFORM board.fail('LK002', 'another incarnation is at work');
  END IF;
  RETURN d;
END $$;

-- Moves the counter and tells the listeners a number, never a name.
CREATE FUNCTION board.close_events(p_last bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE board.hub SET last_seq = p_last;
  PERFORM pg_notify('board', p_last::text);
END $$;

-- An event that a call makes itself. The caller holds the lock of the hub.
CREATE FUNCTION board.add_event(
  p_incarnation text, p_kind text, p_booking text, p_entry text, p_body jsonb, p_effect jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE s bigint := (SELECT last_seq + 1 FROM board.hub);
BEGIN
  INSERT INTO board.event (seq, desk, incarnation, kind, booking, entry, body, effect)
    VALUES (s, session_user, p_incarnation, p_kind, p_booking, p_entry, coalesce(p_body, '{}'), p_effect);
  PERFORM board.close_events(s);
  RETURN s;
END $$;

CREATE FUNCTION board.right_json(r board.send_right) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'owner', r.owner, 'rev', r.rev, 'state', r.state, 'attempt', r.attempt, 'outcome', r.outcome,
    'settledBy', r.settled_by, 'claimedAt', board.utc(r.claimed_at), 'handedOver', r.handed_over,
    'handedTo', r.handed_to, 'takenFrom', r.taken_from, 'epoch', r.epoch))
$$;

CREATE FUNCTION board.claim_pause_ms(h board.hub) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT greatest(0, ceil(1000 * extract(epoch FROM
    pg_postmaster_start_time() + h.claim_pause - clock_timestamp())))::bigint
$$;

-- The desks that have not sent again yet what the hub may have lost, as long as nobody named them gone.
CREATE FUNCTION board.missing_desks(h board.hub) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(role ORDER BY role), '{}') FROM board.desk
  WHERE refilled_epoch < h.epoch AND gone_at IS NULL
$$;

CREATE FUNCTION board.is_frozen(h board.hub, r board.send_right) RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT r.epoch < h.epoch AND cardinality(board.missing_desks(h)) > 0 $$;

CREATE FUNCTION board.standing(h board.hub) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  SELECT jsonb_build_object(
    'hub', h.hub_id, 'epoch', h.epoch, 'lastSeq', h.last_seq, 'floorSeq', h.floor_seq,
    'claimPauseMs', board.claim_pause_ms(h), 'missing', to_jsonb(board.missing_desks(h)))
$$;

-- True if the desk knows of something that this hub forgot. A desk of an earlier epoch sends all again anyway.
CREATE FUNCTION board.was_set_back(h board.hub, p_last_n bigint, p_known jsonb) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(board.read_whole(p_known, 'epoch') >= h.epoch, false) AND (
    p_known->>'hub' IS DISTINCT FROM h.hub_id
    OR board.read_whole(p_known, 'epoch') > h.epoch
    OR coalesce(board.read_whole(p_known, 'seen') > h.last_seq, false)
    OR coalesce(board.read_whole(p_known, 'acknowledged') > p_last_n, false)
    OR EXISTS (SELECT FROM board.event e
      WHERE e.seq = board.read_whole(p_known, 'seen') AND e.mark <> p_known->>'mark'))
$$;

-- A session keeps its plans, and a plan that was made for an empty hub would read whole tables of a full one. The
-- setting that forbids such plans makes others look dear enough to compile, which takes longer than to run them.
CREATE FUNCTION board.hello(p_incarnation text, p_version integer, p_known jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE h board.hub := board.lock_hub(); d board.desk; n bigint;
BEGIN
  SELECT * INTO d FROM board.desk WHERE role = session_user;
  IF d.role IS NULL THEN PERFORM board.fail('LK001', 'this role is not on the roster'); END IF;
  IF p_version IS NULL OR p_version < board.function_version() - 1 THEN
    PERFORM board.fail('LK006', format('this hub works with version %s', board.function_version()));
  ELSIF p_version > board.function_version() THEN
    PERFORM board.fail('LK007', format('this hub works with version %s', board.function_version()));
  ELSIF p_incarnation IS NULL OR length(p_incarnation) NOT BETWEEN 1 AND 64 THEN
    PERFORM board.fail('LK004', 'the incarnation cannot be read');
  ELSIF d.incarnation <> p_incarnation AND board.was_heard(d.seen_at, '1 minute') THEN
    PERFORM board.fail('LK002', 'another incarnation is at work');
  END IF;
  INSERT INTO board.incarnation (desk, incarnation) VALUES (session_user, p_incarnation) ON CONFLICT DO NOTHING;
  SELECT last_n INTO n FROM board.incarnation WHERE desk = session_user AND incarnation = p_incarnation;
  UPDATE board.desk SET incarnation = p_incarnation, version = p_version, seen_at = clock_timestamp(), gone_at = NULL,
    cursor = coalesce(board.read_whole(p_known, 'cursor'), 0) WHERE role = session_user;
  IF d.gone_at IS NOT NULL THEN
    PERFORM board.add_event(p_incarnation, 'desk-back', NULL, NULL, '{}', '{}');
  END IF;
  IF board.was_set_back(h, n, p_known) THEN
    UPDATE board.hub SET epoch = greatest(epoch, board.read_whole(p_known, 'epoch')) + 1 RETURNING * INTO h;
    PERFORM board.add_event(p_incarnation, 'epoch-raised', NULL, NULL, '{}', jsonb_build_object('epoch', h.epoch));
  END IF;
  SELECT * INTO h FROM board.hub;
  RETURN board.standing(h) || jsonb_build_object('lastN', n, 'version', board.function_version(), 'roster', (
    SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'desk', role, 'name', name, 'seenAt', board.utc(seen_at), 'goneAt', board.utc(gone_at), 'version', version,
      'silentMs', floor(1000 * extract(epoch FROM clock_timestamp() - seen_at)))) ORDER BY role) FROM board.desk));
END $$;

CREATE FUNCTION board.beat(p_incarnation text, p_cursor bigint, p_cannot_send text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE is_first boolean := pg_current_xact_id_if_assigned() IS NULL; h board.hub := board.lock_hub();
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  -- Nobody acts on a lost beat, so its commit alone waits for no flush.
  IF is_first THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
  UPDATE board.desk SET seen_at = clock_timestamp(), cursor = coalesce(p_cursor, cursor),
    cannot_send = left(p_cannot_send, 40) WHERE role = session_user;
  RETURN board.standing(h);
END $$;

-- Invites a desk: its login role with limits, and its row of the roster. The set-up calls this as the superuser.
CREATE FUNCTION board.admit_desk(p_role text, p_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_role) THEN
    -- Two connections of a session, two of a lost one that the server has not noticed yet, and one of a snapshot.
    EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 5 IN ROLE desk', p_role);
    EXECUTE format('ALTER ROLE %I SET statement_timeout = ''10s''', p_role);
    -- A desk that stops inside a transaction would hold the lock of the hub.
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''5s''', p_role);
    EXECUTE format('ALTER ROLE %I SET idle_session_timeout = ''1h''', p_role);
  END IF;
  INSERT INTO board.desk (role, name) VALUES (p_role, p_name) ON CONFLICT (role) DO UPDATE SET name = excluded.name;
END $$;
RESET ROLE;
