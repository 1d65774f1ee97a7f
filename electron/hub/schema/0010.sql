SET ROLE board_owner;

-- A clock that was set back after the start of the server would let the pause last for hours.
CREATE OR REPLACE FUNCTION board.claim_pause_ms(h board.hub) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN clock_timestamp() < pg_postmaster_start_time() THEN 0 ELSE greatest(0, ceil(1000 * extract(epoch FROM
    pg_postmaster_start_time() + h.claim_pause - clock_timestamp())))::bigint END
$$;

-- The send right of a dropped booking stays. A hub whose clock is ahead drops too early, and a desk that was away would
-- offer an entry that another desk sent as a new one.
CREATE OR REPLACE FUNCTION board.drop_old(p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  DELETE FROM board.reference WHERE booking = ANY (gone);
  DELETE FROM board.amendment WHERE booking = ANY (gone);
  RETURN jsonb_build_object('events', events, 'bookings', cardinality(gone),
    'floorSeq', greatest(h.floor_seq, floor_to));
END $$;

-- A new hub may first hear a desk whose entry waits at a higher revision, which the takeover by this desk never had.
-- What this desk claimed, or has in doubt, may have left all the same.
ALTER FUNCTION board.offer(board.hub, text, text, text, board.send_right) RENAME TO offer_by_revision;
CREATE FUNCTION board.offer(h board.hub, p_incarnation text, p_booking text, p_entry text, p_said board.send_right)
RETURNS board.send_right LANGUAGE plpgsql AS $$
DECLARE r board.send_right;
BEGIN
  UPDATE board.send_right SET state = 'doubt', rev = rev + 1, taken_from = session_user,
    claimants = board.with_caller(claimants), claimed_at = coalesce(p_said.claimed_at, clock_timestamp()),
    changed_at = clock_timestamp()
    WHERE entry = p_entry AND epoch < h.epoch AND owner <> session_user AND state = 'waiting'
      AND p_said.state IN ('claimed', 'doubt') AND p_said.rev < rev RETURNING * INTO r;
  IF r.entry IS NOT NULL THEN RETURN r; END IF;
  RETURN board.offer_by_revision(h, p_incarnation, p_booking, p_entry, p_said);
END $$;
RESET ROLE;
