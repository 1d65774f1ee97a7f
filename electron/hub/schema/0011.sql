SET ROLE board_owner;

-- The number of the last word of a desk that it has told all. Before the word come all entries that the desk offers
-- again, of which another desk may know better.
ALTER TABLE board.hub ADD COLUMN refilled_seq bigint NOT NULL DEFAULT 0;

-- False for a desk whose store had followed a hub before its first hello. A new desk knows nothing of an earlier hub,
-- also if it has the name of a desk that does.
ALTER TABLE board.desk ADD COLUMN is_new boolean NOT NULL DEFAULT true;

-- The epoch in which the desk was named gone before it told, or answered to, all that the hub before had; else null. A
-- new desk may have the name of a desk that told nothing.
ALTER TABLE board.desk ADD COLUMN lost_epoch bigint;

CREATE FUNCTION board.note_lost() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE h board.hub;
BEGIN
  SELECT * INTO h FROM board.hub;
  NEW.lost_epoch := CASE WHEN NEW.refilled_epoch < h.epoch OR NEW.cursor < h.refilled_seq OR NEW.is_new
    THEN h.epoch END;
  RETURN NEW;
END $$;
CREATE TRIGGER note_lost BEFORE UPDATE OF gone_at ON board.desk FOR EACH ROW
  WHEN (OLD.gone_at IS NULL AND NEW.gone_at IS NOT NULL) EXECUTE FUNCTION board.note_lost();

-- True for a desk that is lost for good. A desk that is back under its name tells by itself, unless it is new.
CREATE FUNCTION board.is_lost(lost board.desk) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT lost.gone_at IS NOT NULL AND lost.lost_epoch IS NOT NULL AND NOT EXISTS (SELECT FROM board.desk again
    WHERE again.role <> lost.role AND lower(again.name) = lower(lost.name) AND NOT again.is_new
      AND (again.gone_at IS NULL OR again.refilled_epoch >= lost.lost_epoch))
$$;

-- The desks that have not told yet what the hub may have lost, or not read yet what the others told. IT retires a desk
-- also to invite it again, so that a lost desk counts for a while.
CREATE OR REPLACE FUNCTION board.missing_desks(h board.hub) RETURNS text[] LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(array_agg(d.role ORDER BY d.role), '{}') FROM board.desk d
  WHERE CASE WHEN d.gone_at IS NULL THEN d.refilled_epoch < h.epoch OR d.cursor < h.refilled_seq
    ELSE clock_timestamp() BETWEEN d.gone_at AND d.gone_at + interval '10 minutes' AND board.is_lost(d) END
$$;

-- A lost desk may have taken over and sent an entry of an older epoch, so that a person decides about the entry first.
-- `claimants` keeps for which desks that happened, because the decision is asked for once.
CREATE FUNCTION board.doubt_for_lost(h board.hub, p_incarnation text, p_entry text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r board.send_right; lost text[];
BEGIN
  SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
  IF r.owner IS DISTINCT FROM session_user::text OR r.state NOT IN ('waiting', 'doubt') OR board.is_frozen(h, r) THEN
    RETURN;
  END IF;
  lost := ARRAY(SELECT d.role FROM board.desk d WHERE r.epoch < d.lost_epoch AND d.role <> ALL (r.claimants)
    AND board.is_lost(d) ORDER BY d.gone_at, d.role);
  IF cardinality(lost) = 0 THEN RETURN; END IF;
  UPDATE board.send_right SET state = 'doubt', rev = rev + 1, taken_from = lost[1], claimants = claimants || lost,
    claimed_at = coalesce(claimed_at, clock_timestamp()), handed_over = false, handed_to = NULL,
    changed_at = clock_timestamp() WHERE entry = p_entry RETURNING * INTO r;
  PERFORM board.add_event(p_incarnation, 'settled', r.booking, p_entry, NULL,
    jsonb_build_object('right', board.right_json(r)));
END $$;

ALTER FUNCTION board.claim(text, text, bigint, text, jsonb) RENAME TO claim_right;
REVOKE EXECUTE ON FUNCTION board.claim_right FROM desk;
CREATE FUNCTION board.claim(p_incarnation text, p_entry text, p_rev bigint, p_attempt text, p_body jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE h board.hub := board.lock_hub();
BEGIN
  PERFORM board.calling_desk(p_incarnation);
  PERFORM board.doubt_for_lost(h, p_incarnation, p_entry);
  RETURN board.claim_right(p_incarnation, p_entry, p_rev, p_attempt, p_body);
END $$;
GRANT EXECUTE ON FUNCTION board.claim TO desk;

-- The store of the owner keeps the doubt for a later hub, also about an entry that is held and is not claimed for long.
-- A beat is flushed only if it changes an entry.
ALTER FUNCTION board.beat(text, bigint, text) RENAME TO beat_as_said;
REVOKE EXECUTE ON FUNCTION board.beat_as_said FROM desk;
CREATE FUNCTION board.beat(p_incarnation text, p_cursor bigint, p_cannot_send text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE answer jsonb := board.beat_as_said(p_incarnation, p_cursor, p_cannot_send); h board.hub;
BEGIN
  IF NOT EXISTS (SELECT FROM board.desk WHERE lost_epoch IS NOT NULL) THEN RETURN answer; END IF;
  SELECT * INTO h FROM board.hub;
  PERFORM board.doubt_for_lost(h, p_incarnation, r.entry) FROM board.send_right r
    WHERE r.owner = session_user::text AND r.state = 'waiting' AND r.epoch < h.epoch;
  SELECT * INTO h FROM board.hub;
  IF h.last_seq = (answer->>'lastSeq')::bigint THEN RETURN answer; END IF;
  PERFORM set_config('synchronous_commit', 'on', true);
  RETURN board.standing(h);
END $$;
GRANT EXECUTE ON FUNCTION board.beat TO desk;

-- A desk offers what it keeps of an open booking of a desk that is gone, which told this hub nothing. The entry is in
-- doubt for the next owner, because the desk that is gone may have sent the entry after its last word.
CREATE FUNCTION board.offer_for_gone(
  h board.hub, p_seq bigint, p_incarnation text, p_booking text, p_entry text, p_body jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right := board.read_right(p_body->'right'); gone text := p_body->>'for'; other text;
BEGIN
  IF r.epoch >= h.epoch OR p_booking IS NULL OR p_entry IS NULL OR jsonb_typeof(p_body->'booking') IS DISTINCT FROM 'object'
    OR NOT EXISTS (SELECT FROM board.desk WHERE role = gone AND gone_at IS NOT NULL)
    OR EXISTS (SELECT FROM board.send_right WHERE entry = p_entry OR booking = p_booking)
  THEN RETURN '{}'; END IF;
  -- The desk that is gone may come back under its name with an old store, so that the right names the desk as sender.
  INSERT INTO board.send_right
      (entry, booking, owner, rev, state, incarnation, claimants, taken_from, claimed_at, epoch)
    VALUES (p_entry, p_booking, gone, r.rev, 'doubt', p_incarnation, ARRAY[gone], gone,
      coalesce(r.claimed_at, clock_timestamp()), r.epoch) RETURNING * INTO r;
  other := board.keep_booking(p_seq, p_booking, p_entry, p_body);
  UPDATE board.booking SET desk = gone WHERE booking = p_booking;
  RETURN jsonb_strip_nulls(jsonb_build_object('right', board.right_json(r), 'newest', true, 'referenceOf', other));
END $$;

-- A desk keeps that the entry may have left, which the hub lost, and which the owner lost too if its store is an old
-- copy. The name of the owner in `taken_from` says so to the owner, and keeps a second such word from counting.
CREATE FUNCTION board.see_claim(h board.hub, p_entry text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r board.send_right;
BEGIN
  UPDATE board.send_right SET state = 'doubt', rev = rev + 1, taken_from = owner, claimed_at = clock_timestamp(),
    claimants = claimants || owner, handed_over = false, handed_to = NULL, changed_at = clock_timestamp()
    WHERE entry = p_entry AND owner <> session_user AND state = 'waiting' AND epoch < h.epoch
      AND taken_from IS DISTINCT FROM owner RETURNING * INTO r;
  RETURN CASE WHEN r.entry IS NULL THEN '{}' ELSE jsonb_build_object('right', board.right_json(r)) END;
END $$;

-- The numbers of the provider in the body of a booking.
CREATE FUNCTION board.numbers_in(p_booking jsonb) RETURNS jsonb[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(n), '{}') FROM jsonb_path_query(p_booking, '$.moves[*].move.number') n WHERE n <> 'null'
$$;

ALTER FUNCTION board.apply_item(board.hub, bigint, text, text, text, text, jsonb) RENAME TO apply_own_item;
CREATE FUNCTION board.apply_item(
  h board.hub, p_seq bigint, p_incarnation text, p_kind text, p_booking text, p_entry text, p_body jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE effect jsonb; r board.send_right; kept jsonb;
BEGIN
  IF p_kind = 'replica-offered' THEN
    RETURN board.offer_for_gone(h, p_seq, p_incarnation, p_booking, p_entry, p_body);
  ELSIF p_kind = 'claim-seen' THEN
    RETURN board.see_claim(h, p_entry);
  ELSIF p_kind = 'refilled' THEN
    -- The number that the desk named at its hello may be that of the hub before, so that the next beat counts.
    UPDATE board.desk SET cursor = 0 WHERE role = session_user;
    -- A desk that is new at the hub offers nothing of before.
    UPDATE board.hub SET refilled_seq = p_seq WHERE NOT EXISTS (
      SELECT FROM board.desk d WHERE d.role = session_user AND d.is_new AND d.refilled_epoch = 0);
  ELSIF p_kind = 'saved' THEN
    SELECT * INTO r FROM board.send_right WHERE entry = p_entry;
    SELECT body INTO kept FROM board.booking WHERE booking = p_booking;
  END IF;
  effect := board.apply_own_item(h, p_seq, p_incarnation, p_kind, p_booking, p_entry, p_body);
  -- A desk that was lost with a claim is found, and the provider booked for that desk and, anew, for another one.
  IF r.outcome = 'booked' AND p_body->'right'->>'outcome' = 'booked' AND r.settled_by <> session_user
    AND NOT board.numbers_in(kept) && board.numbers_in(p_body->'booking')
    AND EXISTS (SELECT FROM board.desk found, board.desk lost WHERE found.role = session_user
      AND lost.role = ANY (r.claimants) AND lost.role <> r.settled_by AND lower(lost.name) = lower(found.name))
  THEN effect := effect || jsonb_build_object('conflict', r.settled_by); END IF;
  RETURN effect;
END $$;

-- No hub has an epoch of 16 digits, which is a time in seconds. After a longer one, which a desk made up, no desk could
-- raise the epoch.
ALTER FUNCTION board.was_set_back(board.hub, bigint, jsonb) RENAME TO was_set_back_as_said;
CREATE FUNCTION board.was_set_back(h board.hub, p_last_n bigint, p_known jsonb) RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT coalesce(board.read_whole(p_known, 'epoch') < greatest(h.epoch + 1, 1000000000000000), false)
  AND board.was_set_back_as_said(h, p_last_n, p_known) $$;

ALTER FUNCTION board.hello(text, integer, jsonb) RENAME TO hello_as_said;
REVOKE EXECUTE ON FUNCTION board.hello_as_said FROM desk;
CREATE FUNCTION board.hello(p_incarnation text, p_version integer, p_known jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, board, pg_temp SET enable_seqscan = off
  SET jit = off AS $$
DECLARE
  h board.hub := board.lock_hub(); d board.desk; answer jsonb;
  is_of_this_hub boolean := coalesce(p_known->>'hub' = h.hub_id, false);
BEGIN
  SELECT * INTO d FROM board.desk WHERE role = session_user;
  IF d.role IS NOT NULL AND d.incarnation IS NULL THEN
    UPDATE board.desk SET is_new = CASE
      -- The desk was retired here and invited again, and is as new as it was under its role of before.
      WHEN is_of_this_hub THEN coalesce((SELECT before.is_new FROM board.desk before
        WHERE before.role <> d.role AND before.incarnation IS NOT NULL AND lower(before.name) = lower(d.name)
        ORDER BY before.gone_at DESC LIMIT 1), true)
      ELSE board.read_whole(p_known, 'epoch') IS NULL AND (p_known->'hasFollowed' IS DISTINCT FROM 'true') END
      WHERE role = session_user;
  END IF;
  answer := board.hello_as_said(p_incarnation, p_version, p_known);
  -- A desk that was named gone before this hub began after the hub before is lost for both.
  IF NOT is_of_this_hub THEN
    UPDATE board.desk lost SET lost_epoch = later.epoch FROM board.hub later
      WHERE lost.lost_epoch = h.epoch AND later.epoch > h.epoch;
  END IF;
  -- A desk that connects again has read what it had read before.
  UPDATE board.desk SET cursor = d.cursor WHERE role = session_user AND is_of_this_hub
    AND board.read_whole(p_known, 'epoch') = (SELECT epoch FROM board.hub)
    AND board.read_whole(p_known, 'seen') >= d.cursor;
  RETURN answer;
END $$;
GRANT EXECUTE ON FUNCTION board.hello TO desk;

-- A desk that owned the entry in the log. Nobody can tell once events of the booking were dropped.
CREATE OR REPLACE FUNCTION board.had_entry(r board.send_right) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT board.may_settle(r) OR EXISTS (SELECT FROM board.event e
    WHERE e.booking = r.booking AND e.entry = r.entry AND e.desk = session_user AND e.kind IN ('saved', 'taken')
      AND e.effect->'right'->>'owner' = session_user)
    OR EXISTS (SELECT FROM board.booking b, board.hub h WHERE b.booking = r.booking AND b.first_seq <= h.floor_seq)
$$;

-- An act of the owner in the same second hides no act of the desk of before.
CREATE OR REPLACE FUNCTION board.late_acts(p_newest jsonb, p_said jsonb, p_role text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', said.kind || '-elsewhere', 'at', said.at, 'decided_by', NULL,
    'why', NULL, 'detail', own.name) ORDER BY said.at), '[]')
  FROM board.desk own, (
    SELECT DISTINCT i->>'kind' AS kind, i->>'at' AS at FROM jsonb_array_elements(board.list_of(p_said->'decisions')) i
    WHERE i->>'kind' IN ('changed', 'withdrawn') AND i->>'at' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$'
      AND NOT EXISTS (SELECT FROM jsonb_array_elements(board.list_of(p_newest->'decisions')) known
        WHERE known @> jsonb_build_object('kind', i->'kind', 'at', i->'at', 'decided_by', i->'decided_by',
          'why', i->'why', 'detail', i->'detail'))) said
  WHERE own.role = p_role AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(board.list_of(p_newest->'decisions')) known
    WHERE known->>'at' = said.at AND known->>'kind' = said.kind || '-elsewhere')
$$;
RESET ROLE;
