SET ROLE board_owner;

-- Moves the right as its desk says: `p_said.rev` is the revision from which the desk moves.
CREATE OR REPLACE FUNCTION board.settle(r board.send_right, p_said board.send_right) RETURNS board.send_right
LANGUAGE plpgsql AS $$
DECLARE
  is_proof boolean := p_said.state = 'done' AND p_said.outcome = 'booked';
  is_move boolean := r.state <> p_said.state;
BEGIN
  IF r.owner <> session_user THEN
    -- A proof of the booking ends the doubt of another desk, and nothing else of a former owner counts.
    IF NOT is_proof OR r.state = 'done' THEN RETURN r; END IF;
    -- A desk that neither claimed nor had the entry has no proof. A new hub may lack the claim of an older epoch, and
    -- the desk that made the entry may have another role since it was retired.
    IF session_user <> ALL (r.claimants) AND r.taken_from IS DISTINCT FROM session_user
      AND r.epoch >= (SELECT epoch FROM board.hub)
      AND NOT EXISTS (SELECT FROM board.desk WHERE role = r.owner AND gone_at IS NOT NULL)
    THEN RETURN r; END IF;
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
RESET ROLE;
